// Package directive says what a "#" comment of a YAML file means: code, a value, an annotation, a remark, or nothing
// that we know (spec 01 §5.2).
//
// It looks at the comment's text only. Which node the comment belongs to is known to package yaml; what an annotation
// does is known to the package that owns it.
package directive

import (
	"strings"

	"ytt/internal/source"
	"ytt/internal/yaml"
)

// Kind is what a comment is for.
type Kind uint8

const (
	Remark     Kind = iota // "#! …" and "#@comment …": for readers of the template
	Code                   // "#@ x = 1" above a node
	Value                  // "a: #@ x": computes the node on its line
	Annotation             // "#@name args"
	Unknown                // "# …": means nothing to us
)

// Directive is a comment, understood.
type Directive struct {
	Kind Kind
	Name string        // of an Annotation
	Body source.Span   // the code, the value's expression, or the annotation's arguments
	Span source.Span   // the whole comment, from its "#"
	More []source.Span // bodies of the comments that continue this one
}

// Parse tells what a comment means. Whether "#@ x" is code or a value depends on where it stands: on the line of its
// node or above it.
func Parse(f *yaml.File, c yaml.Comment) Directive {
	span := source.Span{File: f.Source, Start: c.Start, End: c.Stop}
	text := span.Text()
	d := Directive{Span: span, Body: source.Span{File: f.Source, Start: c.Stop, End: c.Stop}}
	if len(text) < 2 {
		d.Kind = Unknown
		return d
	}
	switch text[1] {
	case '!':
		d.Kind = Remark
		return d
	case '@':
	default:
		d.Kind = Unknown
		return d
	}
	name := text[2:]
	if end := strings.IndexAny(name, " \t"); end >= 0 {
		name = name[:end]
		d.Body.Start = c.Start + 2 + int32(end) + 1
	}
	switch name {
	case "":
		d.Kind = Code
		if c.Inline {
			d.Kind = Value
		}
	case "template/code":
		d.Kind = Code
	case "template/value":
		d.Kind = Value
	case "comment":
		d.Kind = Remark
	default:
		d.Kind, d.Name = Annotation, name
	}
	return d
}
