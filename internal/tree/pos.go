package tree

// This file implements the view of a tree that shows where everything comes from:
//
//	          a.yml:1 | [doc]
//	          a.yml:1 |   name: app
//	     values.yml:7 |   ports:
//	          a.yml:3 |     [0] 80

import (
	"bytes"
	"strconv"

	"ytt/internal/emit"
	"ytt/internal/source"
)

// AppendPositions appends the documents, those that are not empty, with the place of each node before it.
func AppendPositions(buf []byte, docs []*Document, opts PrintOptions) ([]byte, error) {
	p := &posPrinter{buf: buf, end: endOf(buf, opts), limit: opts.MaxBytes}
	for _, d := range docs {
		if IsEmpty(d.Value) {
			continue
		}
		p.place(d.Span)
		p.buf = append(p.buf, "[doc]"...)
		if err := p.document(d); err != nil {
			return p.buf, err
		}
	}
	return p.buf, nil
}

// posMargin is how much wider the field of places is than the first place in it.
const posMargin = 10

type posPrinter struct {
	buf   []byte
	width int // of the field of places; grows with them
	end   int // the greatest length that the text may have
	limit int
}

// place begins a line with a place, or without one when the span is nowhere.
func (p *posPrinter) place(s source.Span) {
	if s.Known() {
		p.field(s.String())
	}
}

// field begins a line with a text in the field of places.
func (p *posPrinter) field(text string) {
	if p.width == 0 && text != "" {
		p.width = len(text) + posMargin
	}
	p.width = max(p.width, len(text))
	p.indent(p.width - len(text))
	p.buf = append(append(p.buf, text...), " | "...)
}

func (p *posPrinter) indent(n int) {
	for range n {
		p.buf = append(p.buf, ' ')
	}
}

// document prints the value of a document, behind "[doc]". A scalar gets a line of its own.
func (p *posPrinter) document(d *Document) error {
	s, ok := d.Value.(*Scalar)
	if !ok {
		return p.value(d.Value, d.Span, 2)
	}
	p.buf = append(p.buf, '\n')
	p.ownLine(emit.AppendScalar(nil, s.resolved(), 2), 2)
	return nil
}

func (p *posPrinter) ownLine(text []byte, indent int) {
	p.field("")
	p.indent(indent)
	p.buf = append(append(p.buf, bytes.TrimSuffix(text, []byte("\n"))...), '\n')
}

// value prints a node behind what leads to it, which stands where span is. Lines below that are indented.
func (p *posPrinter) value(n Node, span source.Span, indent int) error {
	switch n := n.(type) {
	case *Scalar:
		text := emit.AppendScalar(nil, n.resolved(), 2)
		if bytes.IndexByte(text, '\n') < 0 {
			p.buf = append(append(append(p.buf, ' '), text...), '\n')
			break
		}
		p.buf = append(p.buf, '\n')
		p.ownLine(text, indent)
	case *Map:
		p.buf = append(p.buf, '\n')
		for i := range n.Entries {
			e := &n.Entries[i]
			p.place(e.Span)
			p.indent(indent)
			p.buf = append(append(p.buf, e.Key.String()...), ':')
			if err := p.value(e.Value, e.Span, indent+2); err != nil {
				return err
			}
		}
	case *Array:
		p.buf = append(p.buf, '\n')
		for i := range n.Items {
			p.place(n.Items[i].Span)
			p.indent(indent)
			p.buf = append(strconv.AppendInt(append(p.buf, '['), int64(i), 10), ']')
			if err := p.value(n.Items[i].Value, n.Items[i].Span, indent+2); err != nil {
				return err
			}
		}
	case *Stream:
		return insideStream(span)
	default:
		panic("tree: unknown node")
	}
	if len(p.buf) > p.end {
		return tooBig(p.limit, span)
	}
	return nil
}
