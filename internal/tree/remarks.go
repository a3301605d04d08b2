package tree

// This file implements printing with more than values: comments and tags where notes hold them, and scalars as they were
// written. It is a walk of its own, so that printing as usual does not pay for what is rarely asked for.

import (
	"strings"

	"ytt/internal/source"
	"ytt/internal/yaml"
)

type remarkPrinter struct {
	yamlPrinter
	faithful bool
	resolve  yaml.ResolveOptions
}

func newRemarkPrinter(buf []byte, opts PrintOptions) *remarkPrinter {
	p := &remarkPrinter{yamlPrinter: *newYAMLPrinter(buf, opts), faithful: opts.Faithful}
	p.resolve.Version12 = opts.Version12
	if p.faithful {
		p.w.Wide()
	}
	return p
}

func (p *remarkPrinter) documents(docs []*Document) error {
	for _, d := range docs {
		if IsEmpty(d.Value) {
			continue
		}
		p.startDocument()
		p.above(d.Notes)
		if err := p.value(d.Value, d.Span, d.Notes, ""); err != nil {
			return err
		}
		for _, c := range d.Notes.comments() {
			if c.Place == Below {
				p.w.Comment(c.Text)
			}
		}
	}
	return nil
}

func (n *Notes) comments() []Comment {
	if n == nil {
		return nil
	}
	return n.Comments
}

// above writes the comments above a node.
func (p *remarkPrinter) above(n *Notes) {
	for _, c := range n.comments() {
		if c.Place != Above {
			continue
		}
		p.w.Comment(c.Text)
		if c.Gap {
			p.w.EmptyLine()
		}
	}
}

// behind returns the comments on the line of a node as one.
func behind(n *Notes) string {
	var all []string
	for _, c := range n.comments() {
		if c.Place == Behind {
			all = append(all, c.Text)
		}
	}
	return strings.Join(all, " ")
}

// value writes a node, which stands where span is, with the tag that notes hold and a comment behind it.
func (p *remarkPrinter) value(n Node, span source.Span, notes *Notes, comment string) error {
	tag := ""
	if notes != nil {
		tag = notes.Tag
	}
	switch n := n.(type) {
	case *Map:
		if len(n.Entries) > 0 {
			p.w.Open(tag, comment)
			return p.entries(n)
		}
	case *Array:
		if len(n.Items) > 0 {
			p.w.Open(tag, comment)
			return p.items(n)
		}
	}
	start := p.w.Len()
	if tag != "" {
		p.w.Tag(tag)
	}
	if s, ok := n.(*Scalar); !ok || !p.written(s, tag != "") {
		if err := p.yamlPrinter.value(n, span); err != nil {
			return err
		}
	}
	if comment != "" {
		p.w.Behind(comment, start)
	}
	return nil
}

// written writes a scalar as its author did. What a tag of the author's own makes of a scalar is not known, so its words
// are always kept.
func (p *remarkPrinter) written(s *Scalar, tagged bool) bool {
	return (p.faithful || tagged) && s.Span.Known() && p.w.Written(s.Span.Text(), s.resolved(), p.resolve)
}

func (p *remarkPrinter) entries(m *Map) error {
	p.w.BeginMap()
	for i := range m.Entries {
		e := &m.Entries[i]
		p.above(e.Notes)
		if !p.faithful || !e.Span.Known() || !p.w.WrittenKey(e.Span.Text(), e.Key.resolved(), p.resolve) {
			p.w.Key(e.Key.resolved())
		}
		if err := p.value(e.Value, e.Span, e.Notes, behind(e.Notes)); err != nil {
			return err
		}
	}
	p.w.EndMap()
	if p.w.Len() > p.end {
		return tooBig(p.limit, m.Entries[0].Span)
	}
	return nil
}

func (p *remarkPrinter) items(a *Array) error {
	p.w.BeginArray()
	for i := range a.Items {
		e := &a.Items[i]
		p.above(e.Notes)
		p.w.Item()
		if err := p.value(e.Value, e.Span, e.Notes, behind(e.Notes)); err != nil {
			return err
		}
	}
	p.w.EndArray()
	if p.w.Len() > p.end {
		return tooBig(p.limit, a.Items[0].Span)
	}
	return nil
}
