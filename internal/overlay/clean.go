package overlay

import (
	"strings"

	"ytt/internal/tree"
)

// This file implements the removal of the annotations of overlays, which have no meaning in a result. Trees without any
// are returned as they are.

func isOurs(a *tree.Annotation) bool { return strings.HasPrefix(a.Name, "overlay/") }

func withoutAnnotations(n tree.Node) tree.Node {
	switch n := n.(type) {
	case *tree.Map:
		return cleanMap(n)
	case *tree.Array:
		return cleanArray(n)
	case *tree.Stream:
		return cleanStream(n)
	}
	return n
}

func cleanMap(m *tree.Map) tree.Node {
	var entries []tree.Entry // a copy, from the first change on
	for i := range m.Entries {
		e := &m.Entries[i]
		v, notes := withoutAnnotations(e.Value), cleanedNotes(e.Notes)
		if v == e.Value && notes == e.Notes {
			continue
		}
		if entries == nil {
			entries = append([]tree.Entry(nil), m.Entries...)
		}
		entries[i].Value, entries[i].Notes = v, notes
	}
	if entries == nil {
		return m
	}
	return &tree.Map{Entries: entries}
}

func cleanArray(a *tree.Array) tree.Node {
	var items []tree.Item
	for i := range a.Items {
		e := &a.Items[i]
		v, notes := withoutAnnotations(e.Value), cleanedNotes(e.Notes)
		if v == e.Value && notes == e.Notes {
			continue
		}
		if items == nil {
			items = append([]tree.Item(nil), a.Items...)
		}
		items[i].Value, items[i].Notes = v, notes
	}
	if items == nil {
		return a
	}
	return &tree.Array{Items: items}
}

func cleanStream(s *tree.Stream) tree.Node {
	var docs []*tree.Document
	for i, doc := range s.Docs {
		c := cleanItem(tree.Item(*doc))
		if c.Value == doc.Value && c.Notes == doc.Notes {
			continue
		}
		if docs == nil {
			docs = append([]*tree.Document(nil), s.Docs...)
		}
		cleaned := tree.Document(c)
		docs[i] = &cleaned
	}
	if docs == nil {
		return s
	}
	return &tree.Stream{Docs: docs}
}

func cleanItem(e tree.Item) tree.Item {
	return tree.Item{Value: withoutAnnotations(e.Value), Span: e.Span, Notes: cleanedNotes(e.Notes)}
}

func cleanedNotes(n *tree.Notes) *tree.Notes {
	if n == nil {
		return nil
	}
	ours := 0
	for i := range n.Annotations {
		if isOurs(&n.Annotations[i]) {
			ours++
		}
	}
	switch {
	case ours == 0:
		return n
	case ours == len(n.Annotations) && len(n.Comments) == 0:
		return nil
	}
	kept := make([]tree.Annotation, 0, len(n.Annotations)-ours)
	for i := range n.Annotations {
		if !isOurs(&n.Annotations[i]) {
			kept = append(kept, n.Annotations[i])
		}
	}
	return &tree.Notes{Annotations: kept, Comments: n.Comments}
}
