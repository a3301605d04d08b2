package tree

// This file implements printing trees as JSON. The entries of a map come out sorted by key.

import (
	"fmt"
	"slices"
	"strings"

	"ytt/internal/emit"
	"ytt/internal/source"
)

// JSONOptions choose a layout and limit what is printed.
type JSONOptions struct {
	PrintOptions
	Layout emit.JSONOptions
	Lines  bool // end each document with a line break
	// KeepOrder prints the entries of maps in their order, not sorted by key.
	KeepOrder bool
}

// AppendJSON appends documents, those that are not empty, with nothing between them unless Lines is set.
func AppendJSON(buf []byte, docs []*Document, opts JSONOptions) ([]byte, error) {
	p := newJSONPrinter(buf, opts)
	for _, d := range docs {
		if IsEmpty(d.Value) {
			continue
		}
		if err := p.value(d.Value, d.Span); err != nil {
			return p.w.Bytes(), err
		}
		if opts.Lines {
			p.w.EndLine()
		}
	}
	return p.w.Bytes(), nil
}

// AppendNodeJSON appends one value, which is no Stream.
func AppendNodeJSON(buf []byte, n Node, opts JSONOptions) ([]byte, error) {
	p := newJSONPrinter(buf, opts)
	err := p.value(n, source.Span{})
	return p.w.Bytes(), err
}

type jsonPrinter struct {
	w      *emit.JSON
	end    int // the greatest length that the text may have
	limit  int
	sorted []*Entry // the entries of the open maps, those of the innermost last
	// keepOrder says that they are not sorted.
	keepOrder bool
}

func newJSONPrinter(buf []byte, opts JSONOptions) *jsonPrinter {
	return &jsonPrinter{w: emit.NewJSON(buf, opts.Layout), end: endOf(buf, opts.PrintOptions), limit: opts.MaxBytes, keepOrder: opts.KeepOrder}
}

// value writes a node, which stands where span is.
func (p *jsonPrinter) value(n Node, span source.Span) error {
	switch n := n.(type) {
	case *Scalar:
		if err := p.w.Scalar(n.resolved()); err != nil {
			return &PrintError{Message: fmt.Sprintf("%s cannot be printed: %v", n.Value, err), Span: firstKnown(n.Span, span)}
		}
	case *Map:
		if err := p.entries(n); err != nil {
			return err
		}
	case *Array:
		p.w.BeginArray()
		for i := range n.Items {
			p.w.Item()
			if err := p.value(n.Items[i].Value, n.Items[i].Span); err != nil {
				return err
			}
		}
		p.w.EndArray()
	case *Stream:
		return insideStream(span)
	default:
		panic("tree: unknown node")
	}
	if p.w.Len() > p.end {
		return tooBig(p.limit, span)
	}
	return nil
}

func (p *jsonPrinter) entries(m *Map) error {
	first := len(p.sorted)
	for i := range m.Entries {
		e := &m.Entries[i]
		if e.Key.Kind != String {
			return &PrintError{Message: fmt.Sprintf("keys in JSON are strings, but '%s' is of type %s", e.Key, e.Key.Kind), Span: e.Span, Hint: "put the key in quotes"}
		}
		p.sorted = append(p.sorted, e)
	}
	if !p.keepOrder {
		slices.SortFunc(p.sorted[first:], func(a, b *Entry) int { return strings.Compare(a.Key.Text, b.Key.Text) })
	}
	p.w.BeginMap()
	for i := range m.Entries {
		e := p.sorted[first+i]
		p.w.Key(e.Key.Text)
		if err := p.value(e.Value, e.Span); err != nil {
			return err
		}
	}
	p.w.EndMap()
	p.sorted = p.sorted[:first]
	return nil
}

// firstKnown returns the first span that is somewhere.
func firstKnown(spans ...source.Span) source.Span {
	for _, s := range spans {
		if s.Known() {
			return s
		}
	}
	return source.Span{}
}
