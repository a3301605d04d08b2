package overlay

import "ytt/internal/tree"

// This file implements the comparison of overlay.subset and @overlay/assert.
// The actual map must have every key of the expected one with a matching value;
// arrays match item by item, and the actual one may be longer; scalars are
// equal.

// difference is the first position at which an actual value does not match the
// expected one.
type difference struct {
	reason   string
	path     tree.Path
	actual   tree.Node // nil for a missing key or item
	expected tree.Node
	near     string // of a missing key: another one that is probably meant
}

// matchesAll reports whether an actual value matches the expected one. If it
// does not and d is not nil, d receives the reason.
func matchesAll(actual, expected tree.Node, d *difference) bool {
	if _, isScalar := expected.(*tree.Scalar); !isScalar && actual == expected {
		return true // a tree that shares nodes may be large
	}
	switch e := expected.(type) {
	case *tree.Map:
		if a, ok := actual.(*tree.Map); ok {
			return mapMatches(a, e, d)
		}
		return d.set("Expected map, but was ", actual, expected)
	case *tree.Array:
		if a, ok := actual.(*tree.Array); ok {
			return arrayMatches(a, e, d)
		}
		return d.set("Expected array, but was ", actual, expected)
	case *tree.Scalar:
		if a, ok := actual.(*tree.Scalar); ok && sameScalar(a.Value, e.Value) {
			return true
		}
	case *tree.Stream:
		if tree.Equal(actual, expected) {
			return true
		}
	}
	d.set("Expected leaf values to match ", actual, expected)
	if d != nil {
		d.reason += " " + tree.KindName(expected)
	}
	return false
}

func mapMatches(actual, expected *tree.Map, d *difference) bool {
	for i := range expected.Entries {
		e := &expected.Entries[i]
		a, ok := find(actual, e.Key)
		if !ok {
			d.missing("Expected at least one map item to match by key", e.Value)
			if d != nil {
				d.near = nearKey(actual, e.Key)
			}
			return d.below(tree.Step{Key: e.Key})
		}
		if !matchesAll(a, e.Value, d) {
			return d.below(tree.Step{Key: e.Key})
		}
	}
	return true
}

func arrayMatches(actual, expected *tree.Array, d *difference) bool {
	if n := len(actual.Items); n < len(expected.Items) {
		d.missing("Expected to have matching number of array items", expected.Items[n].Value)
		return d.below(tree.Step{Index: n, Item: true})
	}
	for i := range expected.Items {
		if !matchesAll(actual.Items[i].Value, expected.Items[i].Value, d) {
			return d.below(tree.Step{Index: i, Item: true})
		}
	}
	return true
}

// The methods of a difference record it unless the receiver is nil, and return
// false.

// set records two values that do not match. The kind of the actual one
// completes the reason.
func (d *difference) set(reason string, actual, expected tree.Node) bool {
	if d != nil {
		*d = difference{reason: reason + tree.KindName(actual), actual: actual, expected: expected}
	}
	return false
}

// missing records that a value is missing.
func (d *difference) missing(reason string, expected tree.Node) {
	if d != nil {
		*d = difference{reason: reason, expected: expected}
	}
}

// below prepends a step to the path.
func (d *difference) below(s tree.Step) bool {
	if d != nil {
		d.path = append(tree.Path{s}, d.path...)
	}
	return false
}

// sameScalar compares floats as numbers: -0.0 equals 0.0, and NaN equals
// nothing.
func sameScalar(a, b tree.Value) bool {
	if a.Kind == tree.Float && b.Kind == tree.Float {
		return a.Float() == b.Float()
	}
	return a == b
}

// find looks up a key by comparing, in small maps, as most are looked up only a
// few times and need no index.
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
