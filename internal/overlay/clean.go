package overlay

import (
	"strings"

	"ytt/internal/tree"
)

// This file implements the removal of the annotations of overlays, which have no meaning in a result. Trees without any
// are returned as they are.

func isOurs(a *tree.Annotation) bool { return strings.HasPrefix(a.Name, "overlay/") }

// withoutAnnotations returns a value without annotations of overlays.
func withoutAnnotations(n tree.Node) tree.Node {
	var c cleaner
	return c.node(n)
}

// cleaner walks one tree. Trees share nodes: [x, x] with x = [y, y] and so on is small, but endless to walk. So a walk
// that goes on for long starts to remember where it has been.
type cleaner struct {
	visited int
	seen    map[tree.Node]tree.Node
}

// rememberFrom is the number of maps and arrays after which a walk remembers.
const rememberFrom = 100_000

func (c *cleaner) node(n tree.Node) tree.Node {
	if _, ok := n.(*tree.Scalar); ok {
		return n
	}
	c.visited++
	if c.visited < rememberFrom {
		return c.collection(n)
	}
	if cleaned, ok := c.seen[n]; ok {
		return cleaned
	}
	if c.seen == nil {
		c.seen = make(map[tree.Node]tree.Node)
	}
	cleaned := c.collection(n)
	c.seen[n] = cleaned
	return cleaned
}

func (c *cleaner) collection(n tree.Node) tree.Node {
	switch n := n.(type) {
	case *tree.Map:
		return c.mapping(n)
	case *tree.Array:
		return c.array(n)
	case *tree.Stream:
		return c.stream(n)
	}
	panic("overlay: unknown node")
}

func (c *cleaner) mapping(m *tree.Map) *tree.Map {
	var entries []tree.Entry // a copy, from the first change on
	for i := range m.Entries {
		e := &m.Entries[i]
		v, notes := c.node(e.Value), cleanedNotes(e.Notes)
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

func (c *cleaner) array(a *tree.Array) *tree.Array {
	var items []tree.Item
	for i := range a.Items {
		e := &a.Items[i]
		v, notes := c.node(e.Value), cleanedNotes(e.Notes)
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

func (c *cleaner) stream(s *tree.Stream) *tree.Stream {
	var docs []*tree.Document
	for i, doc := range s.Docs {
		v, notes := c.node(doc.Value), cleanedNotes(doc.Notes)
		if v == doc.Value && notes == doc.Notes {
			continue
		}
		if docs == nil {
			docs = append([]*tree.Document(nil), s.Docs...)
		}
		docs[i] = &tree.Document{Value: v, Span: doc.Span, Notes: notes}
	}
	if docs == nil {
		return s
	}
	return &tree.Stream{Docs: docs}
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
	case ours == len(n.Annotations) && len(n.Comments) == 0 && n.Tag == "":
		return nil
	}
	kept := make([]tree.Annotation, 0, len(n.Annotations)-ours)
	for i := range n.Annotations {
		if !isOurs(&n.Annotations[i]) {
			kept = append(kept, n.Annotations[i])
		}
	}
	return &tree.Notes{Annotations: kept, Comments: n.Comments, Tag: n.Tag}
}

// tagged returns notes with the tag of other ones: that of the value that takes the place of theirs.
func tagged(n, other *tree.Notes) *tree.Notes {
	tag := ""
	if other != nil {
		tag = other.Tag
	}
	switch {
	case n == nil && tag == "":
		return nil
	case n == nil:
		return &tree.Notes{Tag: tag}
	case n.Tag == tag:
		return n
	}
	with := *n
	with.Tag = tag
	return &with
}
