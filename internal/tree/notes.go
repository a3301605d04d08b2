package tree

import "slices"

// This file implements giving the nodes of a finished tree other notes.

// WithNotes returns a value whose entries, items and documents have the notes that change makes of theirs, which may be
// nil; it is told the value that they stand on, too. What does not change is shared with n, which stays as it is.
func WithNotes(n Node, change func(value Node, notes *Notes) *Notes) Node {
	r := renoter{change: change}
	return r.node(n)
}

// renoter walks one tree. Trees share nodes: [x, x] with x = [y, y] and so on is small, but endless to walk. So a walk
// that goes on for long starts to remember where it has been.
type renoter struct {
	change  func(Node, *Notes) *Notes
	visited int
	seen    map[Node]Node
}

// rememberFrom is the number of maps and arrays after which a walk remembers.
const rememberFrom = 100_000

func (r *renoter) node(n Node) Node {
	if _, ok := n.(*Scalar); ok {
		return n
	}
	r.visited++
	if r.visited < rememberFrom {
		return r.collection(n)
	}
	if changed, ok := r.seen[n]; ok {
		return changed
	}
	if r.seen == nil {
		r.seen = make(map[Node]Node)
	}
	changed := r.collection(n)
	r.seen[n] = changed
	return changed
}

func (r *renoter) collection(n Node) Node {
	switch n := n.(type) {
	case *Map:
		return r.entries(n)
	case *Array:
		return r.items(n)
	case *Stream:
		return r.docs(n)
	}
	panic("tree: unknown node")
}

func (r *renoter) entries(m *Map) *Map {
	var entries []Entry // a copy, from the first change on
	for i := range m.Entries {
		e := &m.Entries[i]
		v, notes := r.node(e.Value), r.change(e.Value, e.Notes)
		if v == e.Value && notes == e.Notes {
			continue
		}
		if entries == nil {
			entries = slices.Clone(m.Entries)
		}
		entries[i].Value, entries[i].Notes = v, notes
	}
	if entries == nil {
		return m
	}
	return &Map{Entries: entries}
}

func (r *renoter) items(a *Array) *Array {
	var items []Item
	for i := range a.Items {
		e := &a.Items[i]
		v, notes := r.node(e.Value), r.change(e.Value, e.Notes)
		if v == e.Value && notes == e.Notes {
			continue
		}
		if items == nil {
			items = slices.Clone(a.Items)
		}
		items[i].Value, items[i].Notes = v, notes
	}
	if items == nil {
		return a
	}
	return &Array{Items: items}
}

func (r *renoter) docs(s *Stream) *Stream {
	var docs []*Document
	for i, doc := range s.Docs {
		v, notes := r.node(doc.Value), r.change(doc.Value, doc.Notes)
		if v == doc.Value && notes == doc.Notes {
			continue
		}
		if docs == nil {
			docs = slices.Clone(s.Docs)
		}
		docs[i] = &Document{Value: v, Span: doc.Span, Notes: notes}
	}
	if docs == nil {
		return s
	}
	return &Stream{Docs: docs}
}
