package tree

import (
	"slices"

	"go.starlark.net/starlark"

	"ytt/internal/source"
)

// Metadata are the annotations, comments and tag of a node. Comments and Tag
// are kept only if the options of the run require them.
type Metadata struct {
	Annotations []Annotation // in source order
	Comments    []Comment    // to be printed with the node, in source order
	Tag         string       // of the value: "!Ref"
}

// Comment is an ordinary comment: "# text".
type Comment struct {
	Text     string // from its "#" to the end of the line
	Position CommentPosition
	Gap      bool // an empty line follows
}

// CommentPosition is the position of a comment relative to its node.
type CommentPosition uint8

const (
	HeadComment CommentPosition = iota // above the node
	LineComment                        // at the end of the node's line
	FootComment                        // at the end of a document
)

// Annotation is an evaluated annotation, "#@overlay/match by=…".
type Annotation struct {
	Name   string // "overlay/match"
	Args   starlark.Tuple
	Kwargs []starlark.Tuple // pairs: name (String), value
	Span   source.Span      // of the comment
}

// HasKeyword reports whether a keyword argument is given.
func (a *Annotation) HasKeyword(name string) bool {
	for _, kv := range a.Kwargs {
		if given, _ := starlark.AsString(kv[0]); given == name {
			return true
		}
	}
	return false
}

// Find returns the last annotation with a name, which overrides those before
// it; nil if there is none, or no metadata.
func (m *Metadata) Find(name string) *Annotation {
	if m == nil {
		return nil
	}
	for i := len(m.Annotations) - 1; i >= 0; i-- {
		if m.Annotations[i].Name == name {
			return &m.Annotations[i]
		}
	}
	return nil
}

// Has reports whether there is an annotation with the name.
func (m *Metadata) Has(name string) bool { return m.Find(name) != nil }

// WithMetadata returns a copy of n in which change has replaced the metadata of
// every entry, item and document; either side may be nil. It is called with the
// old value of the node, too. The result shares unchanged nodes with n.
func WithMetadata(n Node, change func(value Node, metadata *Metadata) *Metadata) Node {
	r := metadataMapper{change: change}
	return r.node(n)
}

// metadataMapper walks one tree. Aliases share nodes, so that a walk may visit
// exponentially many ([x, x] with x = [y, y] and so on). After rememberFrom
// visits it remembers the results for nodes; before that, remembering would
// cost more than it saves.
type metadataMapper struct {
	change  func(Node, *Metadata) *Metadata
	visited int
	seen    map[Node]Node
}

// rememberFrom is a number of maps and arrays.
const rememberFrom = 100_000

func (r *metadataMapper) node(n Node) Node {
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

func (r *metadataMapper) collection(n Node) Node {
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

func (r *metadataMapper) entries(m *Map) *Map {
	var entries []Entry // a copy, from the first change on
	for i := range m.Entries {
		e := &m.Entries[i]
		v, metadata := r.node(e.Value), r.change(e.Value, e.Metadata)
		if v == e.Value && metadata == e.Metadata {
			continue
		}
		if entries == nil {
			entries = slices.Clone(m.Entries)
		}
		entries[i].Value, entries[i].Metadata = v, metadata
	}
	if entries == nil {
		return m
	}
	return &Map{Entries: entries}
}

func (r *metadataMapper) items(a *Array) *Array {
	var items []Item
	for i := range a.Items {
		e := &a.Items[i]
		v, metadata := r.node(e.Value), r.change(e.Value, e.Metadata)
		if v == e.Value && metadata == e.Metadata {
			continue
		}
		if items == nil {
			items = slices.Clone(a.Items)
		}
		items[i].Value, items[i].Metadata = v, metadata
	}
	if items == nil {
		return a
	}
	return &Array{Items: items}
}

func (r *metadataMapper) docs(s *Stream) *Stream {
	var docs []*Document
	for i, doc := range s.Docs {
		v, metadata := r.node(doc.Value), r.change(doc.Value, doc.Metadata)
		if v == doc.Value && metadata == doc.Metadata {
			continue
		}
		if docs == nil {
			docs = slices.Clone(s.Docs)
		}
		docs[i] = &Document{Value: v, Span: doc.Span, Metadata: metadata}
	}
	if docs == nil {
		return s
	}
	return &Stream{Docs: docs}
}
