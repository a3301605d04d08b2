package value

import (
	"fmt"

	"go.starlark.net/starlark"

	"ytt/internal/tree"
)

// This file implements small values that the builder of a template understands, and calls from Go into code.

// Replacement is the result of template.replace: as the value of a node it makes the builder put the elements of
// Value in the node's place.
type Replacement struct {
	Value starlark.Value
}

func (r *Replacement) String() string        { return "template.replacement" }
func (r *Replacement) Type() string          { return "@ytt:template.replacement" }
func (r *Replacement) Freeze()               {}
func (r *Replacement) Truth() starlark.Bool  { return true }
func (r *Replacement) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable type: %s", r.Type()) }

// ConversionError implements Unconvertible: a replacement only makes sense as the value of a node.
func (r *Replacement) ConversionError() string {
	return "the result of template.replace must be the value of a document, map item or array item"
}

// KindOf names a Starlark value's kind as messages about YAML do: what it would be as a node.
func KindOf(v starlark.Value) string {
	if s, ok := scalarOf(v); ok {
		return s.Kind.String()
	}
	switch v := v.(type) {
	case *Fragment:
		return tree.KindName(v.Node)
	case *Struct, *starlark.Dict:
		return "map"
	case *starlark.List, starlark.Tuple, *starlark.Set:
		return "array"
	case starlark.Int:
		return "integer"
	}
	return v.Type()
}

// GoType names a Starlark value's type as some conventional messages do: "starlark.Bool".
func GoType(v starlark.Value) string { return fmt.Sprintf("%T", v) }
