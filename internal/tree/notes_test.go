package tree_test

import (
	"testing"

	"ytt/internal/tree"
)

// Notes are removed wherever they stand, from new nodes only, and what has none is shared.
func TestWithNotes(t *testing.T) {
	note := &tree.Notes{Tag: "!Ref"}
	scalar := tree.NewNull()
	bare := &tree.Array{Items: []tree.Item{{Value: scalar}}}
	noted := &tree.Array{Items: []tree.Item{{Value: scalar, Notes: note}, {Value: bare}}}
	stream := &tree.Stream{Docs: []*tree.Document{
		{Value: &tree.Map{Entries: []tree.Entry{{Key: tree.StringValue("a"), Value: noted}, {Key: tree.StringValue("b"), Value: bare}}}},
		{Value: bare},
	}}
	none := func(tree.Node, *tree.Notes) *tree.Notes { return nil }
	got := tree.WithNotes(stream, none).(*tree.Stream)
	entries := got.Docs[0].Value.(*tree.Map).Entries
	items := entries[0].Value.(*tree.Array).Items
	if items[0].Notes != nil || noted.Items[0].Notes != note {
		t.Error("a note is still there, or the original has lost it")
	}
	if items[1].Value != bare || entries[1].Value != bare || got.Docs[1] != stream.Docs[1] {
		t.Error("what has no notes is not shared")
	}
	if tree.WithNotes(got, none) != got {
		t.Error("a tree without notes is copied")
	}
}

// Trees that share nodes are walked in time.
func TestWithNotesOfShared(t *testing.T) {
	var n tree.Node = &tree.Array{Items: []tree.Item{{Value: tree.NewNull(), Notes: &tree.Notes{Tag: "!Ref"}}}}
	for range 200 {
		n = &tree.Array{Items: []tree.Item{{Value: n}, {Value: n}}}
	}
	got := tree.WithNotes(n, func(tree.Node, *tree.Notes) *tree.Notes { return nil })
	for range 200 {
		got = got.(*tree.Array).Items[1].Value
	}
	if got.(*tree.Array).Items[0].Notes != nil {
		t.Error("the note is still there")
	}
}
