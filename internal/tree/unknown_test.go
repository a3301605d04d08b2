package tree_test

import (
	"testing"

	"ytt/internal/tree"
)

// TestUnknown looks for what is not known in maps and arrays, at any depth.
func TestUnknown(t *testing.T) {
	entry := func(n tree.Node) tree.Node {
		return &tree.Map{Entries: []tree.Entry{{Key: tree.StringValue("a"), Value: tree.NewNull()},
			{Key: tree.StringValue("b"), Value: n}}}
	}
	item := func(n tree.Node) tree.Node {
		return &tree.Array{Items: []tree.Item{{Value: tree.NewNull()}, {Value: n}}}
	}
	for i, c := range []struct {
		n                tree.Node
		unknown, entries bool
	}{
		{tree.Unknown, true, false},
		{tree.UnknownEntries, true, false},
		{tree.NewNull(), false, false},
		{&tree.Scalar{}, false, false},
		{&tree.Map{}, false, false},
		{&tree.Array{}, false, false},
		{entry(tree.NewNull()), false, false},
		{entry(tree.Unknown), true, false},
		{entry(tree.UnknownEntries), true, true},
		{entry(entry(tree.UnknownEntries)), true, false},
		{item(tree.NewNull()), false, false},
		{item(tree.Unknown), true, false},
		{item(entry(item(tree.Unknown))), true, false},
		{entry(item(entry(tree.NewNull()))), false, false},
	} {
		if got := tree.HasUnknown(c.n); got != c.unknown {
			t.Errorf("%d: it has something unknown: %v", i, got)
		}
		if got := tree.HasUnknownEntries(c.n); got != c.entries {
			t.Errorf("%d: it has unknown entries: %v", i, got)
		}
	}
	if !tree.BoolValue(true).Bool() || tree.BoolValue(false).Bool() {
		t.Error("booleans are turned around")
	}
}
