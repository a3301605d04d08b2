package render

import (
	"ytt/internal/inputs"
	"ytt/internal/overlay"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements the provenance of data values.

// Source is one of the places that gave a data value.
type Source struct {
	inputs.Source
	// Span is the place: the key, "-" or "---" that holds the value in a file or in the schema; the whole text of a flag or
	// variable. It is unknown for a value that code made. The text of a sensitive value is in it.
	Span source.Span
	// Value is what was given there; nil for a default.
	Value tree.Node
	// Computed says that a function of the layer made the value from what was there.
	Computed bool
}

// Sources returns where the value at a path comes from, in the order of merging: first its default, if it has one; the
// last is the one that counts. Sources before one that removed the value, or that replaced something around it by what does
// not have it, are left out; so is what items of an array were before the array was replaced. The result is empty when
// there is no such value, or just the map that all values are in.
func (p *Prepared) Sources(path tree.Path) []Source {
	value, span := nodeAt(p.Values, path)
	if value == nil {
		return nil
	}
	var all []Source
	given := p.values.origins.At(path)
	if !p.Schema.IsNone() {
		fromBase := len(given) > 0 && given[0].Layer == overlay.Base
		d := p.Schema.Lookup(path)
		switch {
		case d != nil && d.Required:
		case d != nil && (fromBase || p.Schema.HasDefault(path)):
			all = append(all, Source{Source: inputs.Source{Kind: inputs.Default}, Span: d.Span})
		case fromBase || len(given) == 0: // below a default that the schema does not look into
			all = append(all, Source{Source: inputs.Source{Kind: inputs.Default}, Span: span})
		}
	}
	for _, g := range given {
		if g.Layer == overlay.Base {
			continue
		}
		all = append(all, Source{Source: p.values.layers[g.Layer].Source, Span: g.Span, Value: g.Value, Computed: g.Computed})
	}
	return all
}

// nodeAt returns the value at a path and the place of the node that holds it; nil for none.
func nodeAt(doc *tree.Document, path tree.Path) (tree.Node, source.Span) {
	n, span := doc.Value, doc.Span
	for _, step := range path {
		switch m := n.(type) {
		case *tree.Map:
			i := m.Find(step.Key)
			if step.Item || i < 0 {
				return nil, span
			}
			n, span = m.Entries[i].Value, m.Entries[i].Span
		case *tree.Array:
			if !step.Item || step.Index < 0 || step.Index >= len(m.Items) {
				return nil, span
			}
			n, span = m.Items[step.Index].Value, m.Items[step.Index].Span
		default:
			return nil, span
		}
	}
	return n, span
}

// WithOrigins returns values of the library, its own or redacted ones, with a comment behind each line that says where the
// value on it comes from. Lines of maps and arrays that hold more lines have none.
func (p *Prepared) WithOrigins(values tree.Node, word func(Source) string) *tree.Document {
	w := originComments{p: p, word: word}
	doc := &tree.Document{Value: w.node(values), Span: p.Values.Span}
	if isEmpty(values) {
		doc.Metadata = w.comment()
	}
	return doc
}

type originComments struct {
	p    *Prepared
	word func(Source) string
	path tree.Path
}

// node returns a value with comments on what it holds.
func (w *originComments) node(n tree.Node) tree.Node {
	switch n := n.(type) {
	case *tree.Map:
		out := &tree.Map{Entries: make([]tree.Entry, len(n.Entries))}
		for i, e := range n.Entries {
			e.Value, e.Metadata = w.below(tree.Step{Key: e.Key}, e.Value)
			out.Entries[i] = e
		}
		return out
	case *tree.Array:
		out := &tree.Array{Items: make([]tree.Item, len(n.Items))}
		for i, item := range n.Items {
			item.Value, item.Metadata = w.below(tree.Step{Index: i, Item: true}, item.Value)
			out.Items[i] = item
		}
		return out
	}
	return n
}

func (w *originComments) below(step tree.Step, n tree.Node) (tree.Node, *tree.Metadata) {
	w.path = append(w.path, step)
	defer func() { w.path = w.path[:len(w.path)-1] }()
	if _, scalar := n.(*tree.Scalar); !scalar && !isEmpty(n) {
		return w.node(n), nil
	}
	return n, w.comment()
}

// comment returns the comment for the value at the path, nil for none.
func (w *originComments) comment() *tree.Metadata {
	all := w.p.Sources(w.path)
	if len(all) == 0 {
		return nil
	}
	text := "# " + w.word(all[len(all)-1])
	return &tree.Metadata{Comments: []tree.Comment{{Text: text, Position: tree.LineComment}}}
}
