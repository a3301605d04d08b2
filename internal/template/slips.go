package template

import (
	"fmt"
	"strings"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/directive"
)

// This file implements the recognition of annotations that are slips of the hand: code that lacks the space behind its
// "#@", and names with a dot where there is a slash.

// slip returns the problem of an annotation that its author cannot have meant, nil for any other. A block without its "end"
// gives other results than it shows, so that is an error, and so is what cannot be read as an annotation. Any other does nothing, as
// in the convention.
func slip(d directive.Directive, inline bool) *diag.Diagnostic {
	text := d.Span.Text()
	name, _, _ := strings.Cut(d.Name, "(")
	group, _, dotted := strings.Cut(name, ".")
	slashed := strings.Replace(d.Name, ".", "/", 1)
	switch {
	case isKeyword(d.Name), name == "load" && d.Body.Text() != "":
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

// isKeyword reports whether a word begins a line of code.
func isKeyword(word string) bool {
	switch word {
	case "def", "end", "if", "elif", "else", "else:", "for", "while", "return", "if/end", "elif/end", "else/end:", "for/end", "def/end":
		return true
	}
	return false
}
