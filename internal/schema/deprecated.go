package schema

import (
	"fmt"

	"ytt/internal/diag"
	"ytt/internal/overlay"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements the warnings about deprecated values that were given, be
// it only in part.

// deprecations warns of deprecated values that were given, once for each
// declaration.
func (s *Schema) deprecations(doc *tree.Document, origins *overlay.Origins) diag.List {
	if !s.deprecates {
		return nil
	}
	w := deprecationWalk{place: doc.Span, warned: map[*Decl]bool{}}
	w.node(s.Root, origins.Cursor(), doc.Value, doc.Span)
	return w.warnings
}

type deprecationWalk struct {
	place    source.Span // of the document
	path     tree.Path
	secret   int // how many declarations on the way are sensitive
	warned   map[*Decl]bool
	warnings diag.List
}

func (w *deprecationWalk) node(d *Decl, at overlay.Cursor, n tree.Node, span source.Span) {
	deprecated := d.Docs != nil && d.Docs.Deprecated != nil
	if d.Type.Any && !deprecated || !at.Touched() {
		return
	}
	if d.Sensitive {
		w.secret++
		defer func() { w.secret-- }()
	}
	if deprecated && !w.warned[d] {
		w.warned[d] = true
		w.warn(d, given(d, at, n, span))
	}
	switch n := n.(type) {
	case *tree.Map:
		if d.Type.Map == nil {
			return
		}
		w.path = append(w.path, tree.Step{})
		k := -1
		for i := range n.Entries {
			e := &n.Entries[i]
			step := tree.StepTo(e)
			w.path[len(w.path)-1] = step
			if k = d.Type.Map.find(k+1, e.Key); k >= 0 {
				w.node(&d.Type.Map.Keys[k].Decl, at.Below(step), e.Value, e.Span)
			}
		}
		w.path = w.path[:len(w.path)-1]
	case *tree.Array:
		if d.Type.Array == nil {
			return
		}
		w.path = append(w.path, tree.Step{})
		for i := range n.Items {
			step := tree.Step{Index: i, Item: true}
			w.path[len(w.path)-1] = step
			w.node(&d.Type.Array.Item, at.Below(step), n.Items[i].Value, n.Items[i].Span)
		}
		w.path = w.path[:len(w.path)-1]
	}
}

func (w *deprecationWalk) warn(d *Decl, at source.Span) {
	if !at.Known() {
		at = w.place // of the code that made the value
	}
	message := fmt.Sprintf("data value %q is deprecated", w.path.String())
	message += " (supplied at " + at.Location() + ", declared at " + d.Span.Location() + ")"
	w.warnings = append(w.warnings, &diag.Diagnostic{
		Code: diag.DeprecatedValue, Severity: diag.Warning, Message: message, Fact: Said(*d.Docs.Deprecated),
		Span: at, Path: w.path.String(), Sensitive: w.secret > 0 || d.Hides(),
	})
}

// given returns the place of what was given: the node's own or, when only
// something below was, that of the first such.
func given(d *Decl, at overlay.Cursor, n tree.Node, span source.Span) source.Span {
	m, isMap := n.(*tree.Map)
	if at.Given() || !isMap || d.Type.Map == nil {
		return span
	}
	for i := range m.Entries {
		e := &m.Entries[i]
		below := at.Below(tree.Step{Key: e.Key})
		if !below.Touched() {
			continue
		}
		k := d.Type.Map.find(i, e.Key)
		if k < 0 {
			return e.Span
		}
		return given(&d.Type.Map.Keys[k].Decl, below, e.Value, e.Span)
	}
	return span
}
