package overlay

import "ytt/internal/tree"

// This file implements the comparison of overlay.subset and @overlay/assert: every key of an expected map must be in the
// actual one with a matching value, arrays match item by item and the actual one may go on, scalars are equal.

// difference is the first place where an actual value does not match an expected one.
type difference struct {
	reason   string
	path     tree.Path
	actual   tree.Node // nil where a key or item is missing
	expected tree.Node
}

// matchesAll reports whether an actual value has all that is expected. If not, and d is not nil, it says there why.
func matchesAll(actual, expected tree.Node, d *difference) bool {
	if _, isScalar := expected.(*tree.Scalar); !isScalar && actual == expected {
		return true // however big it is
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

// The methods of a difference record it, unless nobody asked, and return false: there is one.

// set records two values that do not match; the reason is completed with the kind of the actual one.
func (d *difference) set(reason string, actual, expected tree.Node) bool {
	if d != nil {
		*d = difference{reason: reason + tree.KindName(actual), actual: actual, expected: expected}
	}
	return false
}

// missing records a value that is not there.
func (d *difference) missing(reason string, expected tree.Node) {
	if d != nil {
		*d = difference{reason: reason, expected: expected}
	}
}

// below puts a step in front of the path.
func (d *difference) below(s tree.Step) bool {
	if d != nil {
		d.path = append(tree.Path{s}, d.path...)
	}
	return false
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
