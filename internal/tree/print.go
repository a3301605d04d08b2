package tree

// This file implements printing trees as YAML.

import (
	"fmt"
	"slices"

	"ytt/internal/emit"
	"ytt/internal/parallel"
	"ytt/internal/source"
	"ytt/internal/yaml"
)

// PrintOptions limit what is printed, and choose a style for YAML.
type PrintOptions struct {
	// MaxBytes is the most that may be appended; 0 is no limit. Trees share nodes, so that text can be far bigger than
	// what it is printed from.
	MaxBytes int
	// DocStart begins the first document, too, with a line "---".
	DocStart bool
	// Remarks prints the comments and tags that notes hold.
	Remarks bool
	// Faithful prints scalars that come from a text as they stand there, and printable characters as they are.
	Faithful bool
	// Version12 says that whoever reads faithful text does so by YAML 1.2.
	Version12 bool
}

// PrintError says why a tree cannot be printed.
type PrintError struct {
	Message string
	Span    source.Span // of the node that cannot be printed, as far as it stems from a text
	TooBig  bool        // more than PrintOptions.MaxBytes
	Hint    string      // what to do; "" for nothing to say
}

func (e *PrintError) Error() string { return e.Message }

func tooBig(limit int, span source.Span) error {
	return &PrintError{Message: fmt.Sprintf("output is bigger than the limit of %d bytes", limit), Span: span, TooBig: true}
}

// insideStream is the error for a document set in a place where only maps, arrays and scalars may be.
func insideStream(span source.Span) error {
	return &PrintError{Message: "a document set cannot be printed as part of a map, array or document", Span: span}
}

// IsEmpty reports whether a document with this value is left out when documents are printed: null, {} and [] are.
func IsEmpty(n Node) bool {
	switch n := n.(type) {
	case *Scalar:
		return n.Kind == Null
	case *Map:
		return len(n.Entries) == 0
	case *Array:
		return len(n.Items) == 0
	}
	return false
}

// AppendYAML appends documents, those that are not empty, with "---" lines between them.
func AppendYAML(buf []byte, docs []*Document, opts PrintOptions) ([]byte, error) {
	if opts.Remarks || opts.Faithful {
		p := newRemarkPrinter(buf, opts)
		err := p.documents(docs)
		return p.w.Bytes(), err
	}
	p := newYAMLPrinter(buf, opts)
	err := p.documents(docs)
	return p.w.Bytes(), err
}

// YAMLPieces prints what AppendYAML appends, in pieces that are printed side by side. Where one ends depends on the documents only.
func YAMLPieces(docs []*Document, opts PrintOptions) ([][]byte, error) {
	docs = slices.DeleteFunc(slices.Clone(docs), func(d *Document) bool { return IsEmpty(d.Value) })
	texts := make([][]byte, (len(docs)+docsPerPiece-1)/docsPerPiece)
	errs := make([]error, len(texts))
	parallel.Do(len(texts), func(i int) {
		first, end := i*docsPerPiece, min((i+1)*docsPerPiece, len(docs))
		opts := opts
		opts.DocStart = opts.DocStart || i > 0
		texts[i], errs[i] = AppendYAML(make([]byte, 0, written(docs[first:], end-first)), docs[first:end], opts)
	})
	size := 0
	for i, text := range texts {
		if errs[i] != nil {
			return nil, errs[i]
		}
		if size += len(text); opts.MaxBytes > 0 && size > opts.MaxBytes {
			return nil, tooBig(opts.MaxBytes, docs[i*docsPerPiece].Span)
		}
	}
	return texts, nil
}

const (
	docsPerPiece = 32
	maxRoom      = 4 << 20 // bytes for a piece, to begin with
)

// written guesses the size of the text of the first n documents: about that of the text they stem from.
func written(docs []*Document, n int) int {
	size := 0
	for i, d := range docs[:n] {
		at, end := d.Span, 0
		switch {
		case at.File == nil:
			continue
		case i+1 < len(docs) && docs[i+1].Span.File == at.File:
			end = int(docs[i+1].Span.Start) // not behind the document's own start when it repeats
		default:
			end = len(at.File.Text)
		}
		size += max(end-int(at.Start), 0)
	}
	return min(size+size/32, maxRoom)
}

// AppendNodeYAML appends one value as a document, even when it is empty. A Stream is appended like its documents.
func AppendNodeYAML(buf []byte, n Node, opts PrintOptions) ([]byte, error) {
	p := newYAMLPrinter(buf, opts)
	var err error
	if s, ok := n.(*Stream); ok {
		err = p.documents(s.Docs)
	} else {
		err = p.value(n, source.Span{})
	}
	return p.w.Bytes(), err
}

type yamlPrinter struct {
	w        *emit.YAML
	end      int // the greatest length that the text may have
	limit    int
	separate bool // the next document begins with "---"
}

func newYAMLPrinter(buf []byte, opts PrintOptions) *yamlPrinter {
	return &yamlPrinter{w: emit.NewYAML(buf), end: endOf(buf, opts), limit: opts.MaxBytes, separate: opts.DocStart}
}

func (p *yamlPrinter) startDocument() {
	p.w.Document(p.separate)
	p.separate = true
}

// endOf is the greatest length that a text may have which now is buf.
func endOf(buf []byte, opts PrintOptions) int {
	if opts.MaxBytes <= 0 {
		return int(^uint(0) >> 1)
	}
	return len(buf) + opts.MaxBytes
}

func (p *yamlPrinter) documents(docs []*Document) error {
	for _, d := range docs {
		if IsEmpty(d.Value) {
			continue
		}
		p.startDocument()
		if err := p.value(d.Value, d.Span); err != nil {
			return err
		}
	}
	return nil
}

// value writes a node, which stands where span is.
func (p *yamlPrinter) value(n Node, span source.Span) error {
	switch n := n.(type) {
	case *Scalar:
		p.w.Scalar(n.resolved())
	case *Map:
		if len(n.Entries) == 0 {
			p.w.EmptyMap()
			break
		}
		p.w.BeginMap()
		for i := range n.Entries {
			e := &n.Entries[i]
			p.w.Key(e.Key.resolved())
			if err := p.value(e.Value, e.Span); err != nil {
				return err
			}
		}
		p.w.EndMap()
	case *Array:
		if len(n.Items) == 0 {
			p.w.EmptyArray()
			break
		}
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

// resolved is the value as package yaml knows it. The constants of the two kinds are the same.
func (v Value) resolved() yaml.Resolved {
	return yaml.Resolved{Type: yaml.Type(v.Kind), Bits: v.Bits, Text: v.Text}
}
