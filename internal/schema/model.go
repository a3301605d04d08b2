package schema

import (
	"slices"
	"strings"

	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/validate"
)

// This file implements the model: what a schema document says, without how it says it.

// Schema is what all values of a document must be. It does not change, and is shared between goroutines.
type Schema struct {
	Root *Decl
	none bool
}

// None returns the schema of values that have none: everything is allowed.
func None() *Schema {
	return &Schema{Root: &Decl{Type: Type{Any: true}, Default: tree.NewNull()}, none: true}
}

// IsNone reports whether values are free because nobody declared any.
func (s *Schema) IsNone() bool { return s.none }

// Defaults returns the values when none are given. The tree is shared by all callers.
func (s *Schema) Defaults() tree.Node { return s.Root.Default }

// At returns the declaration of the value at a path of keys, nil when nothing is declared there: below any, say.
func (s *Schema) At(path []string) *Decl {
	d := s.Root
	for _, key := range path {
		if d.Type.Map == nil {
			return nil
		}
		i := d.Type.Map.find(0, tree.StringValue(key))
		if i < 0 {
			return nil
		}
		d = &d.Type.Map.Keys[i].Decl
	}
	return d
}

// Decl declares one node: the document, a map entry, or the items of an array.
type Decl struct {
	Type Type
	// Span is of the node that declares: its "---", key or "-".
	Span source.Span
	// Default is the complete value of a node that is not given. Array items have one, too: null or what the item says.
	Default tree.Node
	Rules   *validate.Rules // nil for none
	Docs    *Docs           // nil for none
}

// Docs is what people are told about a node.
type Docs struct {
	Title      string
	Desc       string
	Deprecated *string // the notice, maybe empty; nil for nodes that are fine to use
	Examples   []Example
}

// Example is a value that a node might have, as its author wrote it.
type Example struct {
	Desc  string
	Value tree.Node
}

// Type is a set of values. Several scalar types, one map type and one array type can be in it together.
type Type struct {
	Any     bool // all values; the rest is empty
	Scalars Kinds
	// Nullable says that null is among the Scalars because of @schema/nullable. Messages do not mention it then.
	Nullable bool
	Map      *Map   // nil for no maps
	Array    *Array // nil for no arrays
}

// Map is a type of maps: those with some of the keys.
type Map struct {
	Keys []Key
	// literal is the map that declares; its entries are parallel to Keys, so that it serves as their index.
	literal *tree.Map
}

// Key is a key of a Map.
type Key struct {
	Name tree.Value
	Decl
}

// Array is a type of arrays: those whose items are all of one type.
type Array struct {
	Item Decl
}

// find returns the position of a key, or -1. Given maps mostly have their keys in the declared order: guess is where
// to look first.
func (m *Map) find(guess int, key tree.Value) int {
	if guess < len(m.Keys) && m.Keys[guess].Name == key {
		return guess
	}
	return m.literal.Find(key)
}

// Kinds is a set of scalar kinds.
type Kinds uint8

// kindsOf returns the kinds of scalar that are accepted where one of kind k is declared. Integers pass as floats, and
// the width of an integer does not matter.
func kindsOf(k tree.Kind) Kinds {
	switch k {
	case tree.Int, tree.Uint:
		return 1 << tree.Int
	}
	return 1 << k
}

// Declares reports whether a kind is in the set by name: integers are not in the set of floats.
func (s Kinds) Declares(k tree.Kind) bool { return s&kindsOf(k) != 0 }

// Accept reports whether a scalar of kind k fits.
func (s Kinds) Accept(k tree.Kind) bool {
	return s.Declares(k) || kindsOf(k) == kindsOf(tree.Int) && s.Declares(tree.Float)
}

// Accepts reports whether a node is of the type, leaving aside what is below it.
func (t *Type) Accepts(n tree.Node) bool {
	if t.Any {
		return true
	}
	switch n := n.(type) {
	case *tree.Scalar:
		return t.Scalars.Accept(n.Kind)
	case *tree.Map:
		return t.Map != nil
	case *tree.Array:
		return t.Array != nil
	}
	return false
}

// Words names the type as messages do: "string", "null, float or integer".
func (t *Type) Words() string {
	if t.Any {
		return "any"
	}
	var names []string
	for k := tree.Bool; k <= tree.String; k++ {
		if k != tree.Uint && t.Scalars.Declares(k) {
			names = append(names, k.String())
		}
	}
	if t.Map != nil {
		names = append(names, "map")
	}
	if t.Array != nil {
		names = append(names, "array")
	}
	slices.Sort(names)
	if t.Scalars.Declares(tree.Null) && (!t.Nullable || len(names) == 0) {
		names = append([]string{"null"}, names...)
	}
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
