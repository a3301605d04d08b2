package validate

import (
	"fmt"
	"math"
	"unicode/utf8"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/tree"
	"ytt/internal/value"
)

// This file implements the relations between values that rules are about: order, equality and length. Values count
// as their YAML: a tuple is an array, a struct a map, and 1.0 the number 1.

// ordered reports whether "a op b" holds, for >= and <=. Scalars and arrays compare as code compares them. A map
// compares with a map if every key of b is in a, and the values of those keys do.
func ordered(op syntax.Token, a, b tree.Node) (bool, error) {
	switch b := b.(type) {
	case *tree.Scalar:
		if a, ok := a.(*tree.Scalar); ok {
			return orderedScalars(op, a.Value, b.Value)
		}
	case *tree.Map:
		if a, ok := a.(*tree.Map); ok {
			return orderedMaps(op, a, b)
		}
	}
	return starlark.Compare(op, value.Plain(a), value.Plain(b))
}

func orderedScalars(op syntax.Token, a, b tree.Value) (bool, error) {
	if a.Kind == tree.Int && b.Kind == tree.Int {
		if op == syntax.GE {
			return a.Int() >= b.Int(), nil
		}
		return a.Int() <= b.Int(), nil
	}
	return starlark.Compare(op, value.FromScalar(a), value.FromScalar(b))
}

func orderedMaps(op syntax.Token, a, b *tree.Map) (bool, error) {
	for i := range b.Entries {
		v, found := a.Get(b.Entries[i].Key)
		if !found {
			return false, nil
		}
		if holds, err := ordered(op, v, b.Entries[i].Value); err != nil || !holds {
			return false, err
		}
	}
	return true, nil
}

// canonical returns the one Value that stands for all equal ones: whole floats are integers.
func canonical(v tree.Value) tree.Value {
	if v.Kind != tree.Float {
		return v
	}
	f := v.Float()
	switch {
	case f != math.Trunc(f):
		return v
	case f >= math.MinInt64 && f < math.MaxInt64:
		return tree.IntValue(int64(f))
	case f > 0 && f < math.MaxUint64:
		return tree.UintValue(uint64(f))
	}
	return v
}

// equal is tree.Equal with numbers compared by what they are worth.
func equal(a, b tree.Node) bool {
	switch a := a.(type) {
	case *tree.Scalar:
		b, ok := b.(*tree.Scalar)
		return ok && canonical(a.Value) == canonical(b.Value)
	case *tree.Array:
		b, ok := b.(*tree.Array)
		if !ok || len(a.Items) != len(b.Items) {
			return false
		}
		for i := range a.Items {
			if !equal(a.Items[i].Value, b.Items[i].Value) {
				return false
			}
		}
		return true
	case *tree.Map:
		b, ok := b.(*tree.Map)
		if !ok || len(a.Entries) != len(b.Entries) {
			return false
		}
		for i := range a.Entries {
			v, found := b.Get(a.Entries[i].Key)
			if !found || !equal(a.Entries[i].Value, v) {
				return false
			}
		}
		return true
	}
	return tree.Equal(a, b)
}

// length is the number of characters of a string, or of elements of a collection.
func length(n tree.Node) (int, error) {
	switch n := n.(type) {
	case *tree.Map:
		return len(n.Entries), nil
	case *tree.Array:
		return len(n.Items), nil
	case *tree.Stream:
		return len(n.Docs), nil
	case *tree.Scalar:
		if n.Kind == tree.String {
			return utf8.RuneCountInString(n.Text), nil
		}
	}
	return 0, fmt.Errorf("len: value of type %s has no len", starlarkType(n))
}

// starlarkType names a node's type as code does once it is plain data: dict, list, string, int, NoneType.
func starlarkType(n tree.Node) string {
	switch n := n.(type) {
	case *tree.Map:
		return "dict"
	case *tree.Scalar:
		return value.FromScalar(n.Value).Type()
	}
	return "list"
}
