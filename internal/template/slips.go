package template

import (
	"fmt"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/directive"
)

// This file implements the recognition of annotations that are slips of the hand: code that lacks the space behind its
// "#@", and names with a dot where there is a slash.

// slip returns the problem of an annotation that its author cannot have meant, nil for any other.
func slip(d directive.Directive) *diag.Diagnostic {
	text := d.Span.Text()
	right, looks := "", ""
	switch group, _, dotted := strings.Cut(d.Name, "."); {
	case isKeyword(d.Name), strings.HasPrefix(d.Name, "load("):
		right, looks = "#@ "+strings.TrimPrefix(text, "#@"), "code without a space behind '#@'"
	case dotted && isGroup(group):
		right, looks = strings.Replace(text, ".", "/", 1), "an annotation with a dot in place of its slash"
	default:
		return nil
	}
	return &diag.Diagnostic{
		Code:    diag.MisspeltDirective,
		Message: fmt.Sprintf("the comment on line %s looks like %s: '%s'", d.Span, looks, text),
		Span:    d.Span,
		Hints:   []string{fmt.Sprintf("write '%s'", right)},
	}
}

// isKeyword reports whether a word begins a line of code.
func isKeyword(word string) bool {
	switch word {
	case "def", "end", "if", "elif", "else", "else:", "for", "while", "return", "if/end", "elif/end", "else/end:", "for/end", "def/end":
		return true
	}
	return false
}

// isGroup reports whether a word is what stands in front of the slash of our annotations.
func isGroup(word string) bool {
	switch word {
	case "assert", "data", "library", "output", "overlay", "schema", "template", "yaml":
		return true
	}
	return false
}
