package schema

import (
	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/tree"
	"ytt/internal/validate"
)

// This file implements the guide that leads the runner of rules along the declarations.

// Validate checks final values against the rules of their declarations, and those that stand on the values
// themselves. Rules that are code run on the thread.
func (s *Schema) Validate(thread *starlark.Thread, doc *tree.Document) diag.List {
	return validate.Run(thread, doc, guide{s.Root})
}

// guide is a declaration as package validate sees it.
type guide struct{ *Decl }

// Rules implements validate.Guide: a value of the wrong type is not validated, as that would only repeat its violation
// in other words.
func (g guide) Rules(n tree.Node) *validate.Rules {
	if g.Decl.Rules == nil || !g.Type.Accepts(n) {
		return nil
	}
	return g.Decl.Rules
}

// Entry implements validate.Guide.
func (g guide) Entry(i int, key tree.Value) validate.Guide {
	m := g.Type.Map
	if m == nil {
		return nil
	}
	k := m.find(i, key)
	if k < 0 {
		return nil
	}
	return guide{&m.Keys[k].Decl}
}

// Item implements validate.Guide.
func (g guide) Item() validate.Guide {
	if g.Type.Array == nil {
		return nil
	}
	return guide{&g.Type.Array.Item}
}
