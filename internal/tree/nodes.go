// Package tree holds evaluated documents: what YAML means, after code has run. Where package yaml keeps what was
// written, a tree knows types, has aliases and merge keys resolved, and has no comments, but every entry knows where
// it came from (its Span) and carries the annotations that stood on it.
//
// The types to know are Node (a Map, Array, Scalar or Stream) and Document. Trees do not change after they have been
// built, so they are shared freely: between files, runs and goroutines. Whoever wants another tree builds one
// that shares the untouched parts. A series of changes to one tree (a hundred overlays, three hundred flags) would
// copy the same big maps again and again; such a series owns an Edit, and nodes made under it may be changed by it
// until it ends (see edit.go). That is the only way in which a finished node changes, and nobody else can see it.
package tree

import (
	"strconv"
	"sync/atomic"

	"ytt/internal/annotation"
	"ytt/internal/source"
)

// Node is a value: *Map, *Array, *Scalar or *Stream. A Go nil is not a Node; null is a Scalar.
type Node interface{ node() }

func (*Map) node()    {}
func (*Array) node()  {}
func (*Scalar) node() {}
func (*Stream) node() {}

// Map is an ordered mapping with unique keys.
type Map struct {
	Entries []Entry
	edit    *Edit
	index   atomic.Pointer[map[Value]int] // positions by key, if there are many: built on first look-up
}

// Entry is one key and value of a Map. 72 bytes.
type Entry struct {
	Key   Value
	Value Node
	Span  source.Span // of the key; or of what computed the entry
	Notes *Notes      // nil for none
}

// Array is a sequence.
type Array struct {
	Items []Item
	edit  *Edit
}

// Item is one element of an Array.
type Item struct {
	Value Node
	Span  source.Span // of the "-"; or of what computed the item
	Notes *Notes
}

// Scalar is a string, number, boolean or null, with the place where it was written.
type Scalar struct {
	Value
	Span source.Span // of the scalar's own text; nowhere when computed
}

// Document is one document of a Stream.
type Document struct {
	Value Node
	Span  source.Span // of the "---"; or of what computed the document
	Notes *Notes
}

// Stream is a series of documents: a file's result, or a fragment made by a function that holds documents.
type Stream struct {
	Docs []*Document
}

// Kind is the type of a Value.
type Kind uint8

const (
	Null Kind = iota
	Bool
	Int   // within int64
	Uint  // above int64, within uint64
	Float // float64
	String
)

// Value is the value of a scalar. It is comparable, and is itself the key of a map. 32 bytes.
type Value struct {
	Kind Kind
	Bits uint64 // Bool: 0 or 1; Int, Uint: the number; Float: math.Float64bits
	Text string // String
}

// Notes are what stood on a node besides its value.
type Notes struct {
	Annotations []Annotation // in source order
	Comments    []Comment    // to be printed with the node, in source order; only if somebody asked for them
	Tag         string       // of the value: "!Ref"; only if somebody asked for it
}

// Comment is an ordinary comment, "# …".
type Comment struct {
	Text  string // from its "#"
	Place CommentPlace
	Gap   bool // an empty line follows
}

// CommentPlace is where a comment stands in relation to its node.
type CommentPlace uint8

const (
	Above CommentPlace = iota
	Behind
	Below // at the end of a document
)

// Annotation is an evaluated annotation.
type Annotation = annotation.Call

// Find returns the last annotation with a name, the one that counts, or nil. A nil receiver has none.
func (n *Notes) Find(name string) *Annotation {
	if n == nil {
		return nil
	}
	for i := len(n.Annotations) - 1; i >= 0; i-- {
		if n.Annotations[i].Name == name {
			return &n.Annotations[i]
		}
	}
	return nil
}

// Has reports whether there is an annotation with the name.
func (n *Notes) Has(name string) bool { return n.Find(name) != nil }

// KindName is a node's kind as messages name it: map, array, string, integer, float, boolean, null, document set.
func KindName(n Node) string {
	switch n := n.(type) {
	case *Map:
		return "map"
	case *Array:
		return "array"
	case *Stream:
		return "document set"
	case *Scalar:
		return n.Kind.String()
	}
	panic("tree: unknown node")
}

func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case Bool:
		return "boolean"
	case Int, Uint:
		return "integer"
	case Float:
		return "float"
	case String:
		return "string"
	}
	panic("tree: unknown kind " + strconv.Itoa(int(k)))
}
