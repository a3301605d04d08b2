package overlay

import (
	"fmt"

	"ytt/internal/tree"
)

// This file implements the comparison of overlay.subset and @overlay/assert: every key of an expected map must be in the
// actual one with a matching value, arrays match item by item and the actual one may go on, scalars are equal.

// difference is the first place where an actual value does not match an expected one.
type difference struct {
	reason   string // "" when they match
	path     tree.Path
	actual   tree.Node // nil where a key or item is missing
	expected tree.Node
}

func (d difference) equal() bool { return d.reason == "" }

// below puts a step in front of the path of a difference.
func (d difference) below(s tree.Step) difference {
	d.path = append(tree.Path{s}, d.path...)
	return d
}

func compare(actual, expected tree.Node) difference {
	if _, isScalar := expected.(*tree.Scalar); !isScalar && actual == expected {
		return difference{} // however big it is
	}
	switch e := expected.(type) {
	case *tree.Map:
		a, ok := actual.(*tree.Map)
		if !ok {
			return difference{reason: "Expected map, but was " + tree.KindName(actual), actual: actual, expected: expected}
		}
		return compareMaps(a, e)
	case *tree.Array:
		a, ok := actual.(*tree.Array)
		if !ok {
			return difference{reason: "Expected array, but was " + tree.KindName(actual), actual: actual, expected: expected}
		}
		return compareArrays(a, e)
	case *tree.Scalar:
		if a, ok := actual.(*tree.Scalar); ok && sameScalar(a.Value, e.Value) {
			return difference{}
		}
	case *tree.Stream:
		if tree.Equal(actual, expected) {
			return difference{}
		}
	}
	reason := fmt.Sprintf("Expected leaf values to match %s %s", tree.KindName(actual), tree.KindName(expected))
	return difference{reason: reason, actual: actual, expected: expected}
}

func compareMaps(actual, expected *tree.Map) difference {
	for i := range expected.Entries {
		e := &expected.Entries[i]
		a, ok := find(actual, e.Key)
		if !ok {
			d := difference{reason: "Expected at least one map item to match by key", expected: e.Value}
			return d.below(tree.Step{Key: e.Key})
		}
		if d := compare(a, e.Value); !d.equal() {
			return d.below(tree.Step{Key: e.Key})
		}
	}
	return difference{}
}

func compareArrays(actual, expected *tree.Array) difference {
	if n := len(actual.Items); n < len(expected.Items) {
		d := difference{reason: "Expected to have matching number of array items", expected: expected.Items[n].Value}
		return d.below(tree.Step{Index: n, Item: true})
	}
	for i := range expected.Items {
		if d := compare(actual.Items[i].Value, expected.Items[i].Value); !d.equal() {
			return d.below(tree.Step{Index: i, Item: true})
		}
	}
	return difference{}
}

// sameScalar compares numbers of one kind as numbers: -0.0 is 0.0, and NaN is nothing.
func sameScalar(a, b tree.Value) bool {
	if a.Kind == tree.Float && b.Kind == tree.Float {
		return a.Float() == b.Float()
	}
	return a == b
}

// find looks a key up without leaving an index behind in maps that are looked at only a few times.
func find(m *tree.Map, key tree.Value) (tree.Node, bool) {
	if len(m.Entries) > scanLimit {
		return m.Get(key)
	}
	for i := range m.Entries {
		if m.Entries[i].Key == key {
			return m.Entries[i].Value, true
		}
	}
	return nil, false
}
