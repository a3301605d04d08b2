package template

import (
	"fmt"
	"slices"
	"strings"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/directive"
	"ytt/internal/source"
	"ytt/internal/yaml"
)

// This file implements warnings: what is allowed, but is hardly what its author wants.

// warn adds a warning.
func (c *compiler) warn(d *diag.Diagnostic) {
	d.Severity = diag.Warning
	c.diags = append(c.diags, d)
}

// checkAnnotation warns of an annotation that nothing reads, and of one that stands on its node already.
func (c *compiler) checkAnnotation(d *directive.Directive, before []directive.Directive) {
	if hint, unread := annotation.Unread(d.Name); unread && !c.opts.IgnoreAnnotations {
		c.warn(annotation.Ineffective(d.Name, d.Span, hint))
	}
	if annotation.IsSchema(d.Name) || isDocumentMark(d.Name) {
		return
	}
	for k := range before {
		if b := &before[k]; b.Kind == directive.Annotation && b.Name == d.Name {
			c.warn(annotation.Repeated(d.Name, d.Span, b.Span))
			return
		}
	}
}

// isDocumentMark reports whether annotations of that name are counted by whoever sorts documents.
func isDocumentMark(name string) bool {
	return name == "data/values" || annotation.Is(name, annotation.SchemaDocument)
}

// warnOfDetached warns of the first comment of a plain file that is an annotation but for the space in front of its "@".
// That file would be a template without the space; other comments that look like code may be anything there.
func (c *compiler) warnOfDetached(unknown []directive.Directive) {
	for _, d := range unknown {
		if strings.HasPrefix(d.Span.Text(), "# @") && directive.Forgotten(d.Span.Text()) && !c.opts.IgnoreComments && !c.opts.StrictComments {
			c.unknownComment(d)
			return
		}
	}
}

// warnOfScalars warns of what is YAML by accident, of the first key of the file that is a truth value by surprise, and, in a template, of block
// scalars that hold what looks like code.
func (c *compiler) warnOfScalars() {
	c.diags = append(c.diags, yaml.Warnings(c.f)...)
	told := c.opts.Version12 || c.f.Version12 || c.isSchema() // which tells of each of its keys
	for i := range c.f.Nodes {
		n := &c.f.Nodes[i]
		switch {
		case n.Kind == yaml.Entry && !told && n.Style == yaml.Plain && len(n.Text) <= 3 && len(n.Text) > 0:
			told = c.warnOfBooleanKey(int32(i))
		case n.Kind == yaml.Scalar && c.templated && n.Style >= yaml.Literal:
			c.warnOfCodeInText(int32(i))
		}
	}
}

func (c *compiler) isSchema() bool {
	return slices.ContainsFunc(c.p.Marks, func(m Mark) bool { return annotation.Is(m.Name, annotation.SchemaDocument) })
}

func (c *compiler) warnOfBooleanKey(i int32) bool {
	n := &c.f.Nodes[i]
	switch strings.ToLower(n.Text) {
	case "y", "n", "yes", "no", "on", "off":
	default:
		return false
	}
	r, err := yaml.Resolve(n.Text, n.Style, c.f.Props[i].Tag, c.resolve())
	if err != nil || r.Type != yaml.Bool {
		return false
	}
	c.warn(&diag.Diagnostic{
		Code:    diag.BooleanKey,
		Message: fmt.Sprintf("the key %s is read as %t, as YAML 1.1 has it", n.Text, r.Bits != 0),
		Span:    c.f.Span(i),
		Hints:   []string{"put it in quotes if it is a text, or read YAML 1.2 with --yaml-version 1.2"},
	})
	return true
}

func (c *compiler) warnOfCodeInText(i int32) {
	span := c.f.Span(i)
	at := strings.Index(span.Text(), "#@ ")
	if at < 0 || isTemplate(span.Text()) {
		return
	}
	span.Start += int32(at)
	span.End = lineEnd(span)
	c.diags = append(c.diags, &diag.Diagnostic{
		Code:     diag.CodeInText,
		Severity: diag.Warning,
		Message:  "this is part of a text, not code: " + strings.TrimRight(span.Text(), "\r"),
		Span:     span,
		Hints:    []string{"annotate the node with @yaml/text-templated-strings and write (@= … @) for code in texts"},
	})
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
