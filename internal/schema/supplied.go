package schema

import (
	"fmt"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements what depends on whether a value was supplied or is a default: warnings about deprecated values.
//
// Defaults are shared, never copied, until something in them changes; so a value was supplied if it is another node than
// the default. A deprecated map that differs from its default only somewhere below was supplied there.

// deprecations warns of deprecated values that were supplied, once for each declaration.
func (s *Schema) deprecations(doc *tree.Document) diag.List {
	if !s.deprecates {
		return nil
	}
	w := deprecationWalk{warned: map[*Decl]bool{}}
	w.node(s.Root, s.Root.Default, doc.Value, doc.Span)
	return w.warnings
}

type deprecationWalk struct {
	path     tree.Path
	warned   map[*Decl]bool
	warnings diag.List
}

// node looks at a value; base is what stands in its place when nothing is supplied, nil for nothing.
func (w *deprecationWalk) node(d *Decl, base, n tree.Node, span source.Span) {
	if n == base || n == d.Default || d.Type.Any && (d.Docs == nil || d.Docs.Deprecated == nil) {
		return
	}
	if d.Docs != nil && d.Docs.Deprecated != nil && !w.warned[d] {
		w.warned[d] = true
		w.warn(d, n, supplied(d, base, n, span))
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
			w.path[len(w.path)-1] = tree.Step{Key: e.Key}
			if k = d.Type.Map.find(k+1, e.Key); k >= 0 {
				w.node(&d.Type.Map.Keys[k].Decl, below(base, e.Key), e.Value, e.Span)
			}
		}
		w.path = w.path[:len(w.path)-1]
	case *tree.Array:
		if d.Type.Array == nil {
			return
		}
		were, _ := base.(*tree.Array)
		w.path = append(w.path, tree.Step{})
		for i := range n.Items {
			w.path[len(w.path)-1] = tree.Step{Index: i, Item: true}
			var was tree.Node
			if were != nil && i < len(were.Items) {
				was = were.Items[i].Value
			}
			w.node(&d.Type.Array.Item, was, n.Items[i].Value, n.Items[i].Span)
		}
		w.path = w.path[:len(w.path)-1]
	}
}

func (w *deprecationWalk) warn(d *Decl, n tree.Node, at source.Span) {
	message := fmt.Sprintf("data value %q is deprecated", w.path.String())
	var hints []string
	if notice := *d.Docs.Deprecated; notice != "" {
		hints = []string{notice}
	}
	message += " (supplied at " + at.String() + ", declared at " + d.Span.String() + ")"
	w.warnings = append(w.warnings, &diag.Diagnostic{
		Code: diag.DeprecatedValue, Severity: diag.Warning, Message: message, Hints: hints,
		Span: at, Path: w.path.String(), Sensitive: d.Sensitive,
	})
}

// supplied returns the place of what was supplied: the node's own, or, for a default that was changed below, that of
// the first change.
func supplied(d *Decl, base, n tree.Node, span source.Span) source.Span {
	m, isMap := n.(*tree.Map)
	if span != d.Span || !isMap || d.Type.Map == nil {
		return span
	}
	for i := range m.Entries {
		e := &m.Entries[i]
		k := d.Type.Map.find(i, e.Key)
		if k < 0 {
			return e.Span
		}
		below, child := below(base, e.Key), &d.Type.Map.Keys[k].Decl
		if e.Value != below && e.Value != child.Default {
			return supplied(child, below, e.Value, e.Span)
		}
	}
	return span
}

// below returns the value of a key of a map, nil if there is none.
func below(n tree.Node, key tree.Value) tree.Node {
	if m, ok := n.(*tree.Map); ok {
		v, _ := m.Get(key)
		return v
	}
	return nil
}
