package syntax

import (
	"fmt"
	"strings"

	"ytt/internal/annotation"
	"ytt/internal/diag"
)

// This file implements checks of single annotations: typos (code that lacks the space behind its "#@", names with a dot in place of
// the slash), names that nothing reads, repetitions.

// typo returns the problem of an annotation that is meant as code or misspelt, nil for any other. Code that ytt 0.48 would ignore
// changes the result (a block without its "end"), so it is an error; a misspelt name is a warning.
func typo(d Directive, inline bool) *diag.Diagnostic {
	text := d.Span.Text()
	name, _, _ := strings.Cut(d.Name, "(")
	group, _, dotted := strings.Cut(name, ".")
	slashed := strings.Replace(d.Name, ".", "/", 1)
	switch {
	case IsKeyword(d.Name), name == "load" && d.Body.Text() != "":
		return &diag.Diagnostic{
			Code:    diag.MisspeltDirective,
			Message: fmt.Sprintf("the comment on line %s looks like code without a space behind '#@': '%s'", d.Span, text),
			Span:    d.Span,
			Hints:   []string{fmt.Sprintf("write '#@ %s'", strings.TrimPrefix(text, "#@"))},
		}
	case name == "load" && name != d.Name:
	case !dotted || !annotation.IsGroup(group):
		return nil
	}
	right := "#@ " + strings.TrimPrefix(text, "#@")
	if !inline && annotation.Known(slashed) {
		right = strings.Replace(text, ".", "/", 1)
	}
	return annotation.Ineffective(name, d.Span, fmt.Sprintf("write '%s'", right))
}

// checkAnnotation warns of an annotation that nothing reads, and of one that stands on its node already.
func (r *reader) checkAnnotation(d *Directive, before []Directive) {
	if hint, unread := annotation.Unread(d.Name); unread && !r.opts.IgnoreAnnotations {
		r.warn(annotation.Ineffective(d.Name, d.Span, hint))
	}
	if annotation.IsSchema(d.Name) || isDocumentMark(d.Name) {
		return
	}
	for k := range before {
		if b := &before[k]; b.Kind == Annotation && b.Name == d.Name {
			r.warn(annotation.Repeated(d.Name, d.Span, b.Span))
			return
		}
	}
}

// isDocumentMark reports whether annotations of that name are counted by whoever sorts documents.
func isDocumentMark(name string) bool {
	return name == annotation.DataValues || annotation.Is(name, annotation.SchemaDocument)
}

// warnOfDetached warns of the first comment of a plain file that is an annotation but for the space in front of its "@".
// That file would be a template without the space; other comments that look like code may be anything there.
func (r *reader) warnOfDetached(unknown []Directive) {
	for _, d := range unknown {
		if strings.HasPrefix(d.Span.Text(), "# @") && forgotten(d.Span.Text()) && !r.opts.IgnoreComments && !r.opts.StrictComments {
			r.unknownComment(d)
			return
		}
	}
}

// IsKeyword reports whether a word begins a line of code.
func IsKeyword(word string) bool {
	switch word {
	case "def", "end", "if", "elif", "else", "else:", "for", "while", "return", "if/end", "elif/end", "else/end:", "for/end", "def/end":
		return true
	}
	return false
}
