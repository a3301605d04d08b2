package syntax

import (
	"slices"
	"strings"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/yaml"
)

// This file implements warnings about values that are valid but probably not intended.

// ScalarWarnings warns of what is YAML by accident, of keys that are other values than they look like, and, in a template, of block scalars that hold what looks like code. It is not part of Diags, as broken files have other problems.
func (f *File) ScalarWarnings() diag.List {
	booleans := !f.Version12 && !f.isSchema() // declaring a schema warns of each key
	warnings := append(yaml.Warnings(f.YAML, f.Version12), yaml.KeyWarnings(f.YAML, f.Version12, booleans)...)
	if booleans && !f.hasValues() {
		warnings = append(warnings, yaml.ValueWarnings(f.YAML)...)
	}
	if !f.Templated {
		return warnings
	}
	for i := range f.YAML.Nodes {
		if n := &f.YAML.Nodes[i]; n.Kind == yaml.Scalar && n.Style >= yaml.Literal {
			if d := codeInText(f.YAML.Span(int32(i))); d != nil {
				d.Severity = diag.Warning
				warnings = append(warnings, d)
			}
		}
	}
	return warnings
}

// hasValues reports whether documents of the file hold data values, which may be booleans by their schema.
func (f *File) hasValues() bool {
	return slices.ContainsFunc(f.Annotations, func(a AnnotationRef) bool { return a.Name == annotation.DataValues })
}

func (f *File) isSchema() bool {
	return slices.ContainsFunc(f.Annotations, func(a AnnotationRef) bool { return annotation.Is(a.Name, annotation.SchemaDocument) })
}

func codeInText(span source.Span) *diag.Diagnostic {
	at := strings.Index(span.Text(), "#@ ")
	if at < 0 || isTemplate(span.Text()) {
		return nil
	}
	span.Start += int32(at)
	span.End = lineEnd(span)
	return &diag.Diagnostic{
		Code:    diag.CodeInText,
		Message: "this is part of a text, not code: " + strings.TrimRight(span.Text(), "\r"),
		Span:    span,
		Hints:   []string{"annotate the node with @yaml/text-templated-strings and write (@= … @) for code in texts"},
	}
}

// isTemplate reports whether a text is a template of its own, meant to be run elsewhere: there is code on several lines, or a
// line that stands at the top of templates. Without those, "#@" computes a value in what was thought to be the template.
func isTemplate(text string) bool {
	lines := 0
	for line := range strings.Lines(text) {
		code, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "#@")
		if !ok {
			continue
		}
		if lines++; lines > 1 {
			return true
		}
		name, _, _ := strings.Cut(code, " ")
		group, _, annotated := strings.Cut(name, "/")
		code = strings.TrimLeft(code, " ")
		if annotated && annotation.IsGroup(group) || strings.HasPrefix(code, "load(") || strings.HasPrefix(code, "def ") {
			return true
		}
	}
	return false
}

// lineEnd is the end of the line on which a span begins, or of the span.
func lineEnd(s source.Span) int32 {
	if n := strings.IndexByte(s.Text(), '\n'); n >= 0 {
		return s.Start + int32(n)
	}
	return s.End
}
