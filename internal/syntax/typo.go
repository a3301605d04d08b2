package syntax

import (
	"fmt"
	"strings"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/script"
)

// This file implements checks of single annotations: typos (code that lacks the space behind its "#@", names with a dot in place of
// the slash), names that nothing reads, repetitions; and of comments that lack the "@". Comments are full of sentences that begin
// like code ("# if you need it:", "# for example:", "# data/values.yml is …"), so a first word is not enough for a warning.

// typo returns the problem of an annotation that is meant as code or misspelt, nil for any other. Code that ytt 0.48 would ignore
// changes the result (a block without its "end"), so it is an error; a misspelt name is a warning.
func typo(d Directive, inline bool) *diag.Diagnostic {
	text := d.Span.Text()
	name, _, _ := strings.Cut(d.Name, "(")
	group, _, dotted := strings.Cut(name, ".")
	slashed := strings.Replace(d.Name, ".", "/", 1)
	switch {
	case script.BeginsCode(d.Name), name == "load" && d.Body.Text() != "":
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
	problem := annotation.Ineffective(name, d.Span, nil)
	problem.Hints = []string{fmt.Sprintf("write '%s'", right)}
	return problem
}

// warnOfTab warns of the first annotation with a tab behind its name, which ytt 0.48 takes for a part of the name.
func (r *reader) warnOfTab(d *Directive) {
	text := d.Span.Text()
	if end := len("#@") + len(d.Name); r.tab || end >= len(text) || text[end] != '\t' || annotation.Lookup(d.Name) == nil {
		return
	}
	r.tab = true
	r.warn(&diag.Diagnostic{
		Code:    diag.NewerAnnotation,
		Message: fmt.Sprintf("ytt 0.48 ignores @%s here: it takes the tab behind it for a part of the name", d.Name),
		Span:    d.Span,
		Hints:   []string{"put a space in place of the tab, or nothing"},
	})
}

// checkAnnotation warns of an annotation that nothing reads, and of one that stands on its node already.
func (r *reader) checkAnnotation(d *Directive, before []Directive) {
	r.warnOfTab(d)
	if fact, unread := annotation.Unread(d.Name); unread && !r.opts.IgnoreAnnotations {
		r.warn(annotation.Ineffective(d.Name, d.Span, fact))
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

// isDocumentMark reports whether package render checks the annotation's repetition, as it selects documents.
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

// forgotten reports whether an unknown comment looks as if its author forgot the "@": "# if x == 1:", "#load(…)",
// "#overlay/match", or put a space in front of it: "# @overlay/match".
func forgotten(text string) bool {
	text = strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(text, "#")), "@")
	word, rest := text, ""
	if end := strings.IndexAny(text, " \t"); end >= 0 {
		word, rest = text[:end], strings.TrimSpace(text[end:])
	}
	body, isBlock := strings.CutSuffix(rest, ":")
	switch word {
	case "end", "else:":
		return rest == ""
	case "if", "elif", "while", "if/end", "elif/end":
		return isBlock && isExpression(body)
	case "for", "for/end":
		names, list, found := strings.Cut(body, " in ")
		return isBlock && found && isNames(names) && isExpression(list)
	case "def":
		return isBlock && isCall(body)
	}
	return strings.HasPrefix(text, "load(") || isAnnotation(word)
}

// isAnnotation reports whether a word is the name of an annotation. Those of schemas need not exist, but have no dots and
// no second slash.
func isAnnotation(word string) bool {
	if name, ok := strings.CutPrefix(word, annotation.SchemaPrefix); ok {
		return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-") == ""
	}
	return strings.Contains(word, "/") && (annotation.Lookup(word) != nil || word == "template/code" || word == "template/value")
}

// isExpression reports whether a text is very likely an expression: it has operators or is a name of one letter, and has no two adjacent
// words.
func isExpression(text string) bool {
	signs := false
	wasWord := false
	for field := range strings.FieldsSeq(withoutStrings(text)) {
		switch field {
		case "and", "or", "not", "in", "if", "else":
			wasWord = false
			continue
		}
		if wasWord && (isWord(field[0]) || field[0] == '(') {
			return false
		}
		wasWord = isWord(field[len(field)-1]) || field[len(field)-1] == ')'
		signs = signs || strings.ContainsAny(field[:len(field)-1], "._([") && isWord(field[0]) || strings.ContainsAny(field, "=<>+%\"'[")
	}
	return signs || len(text) == 1 && isWord(text[0])
}

// withoutStrings empties the strings in a text, which may hold words.
func withoutStrings(text string) string {
	parts := strings.Split(text, `"`)
	for i := 1; i < len(parts); i += 2 {
		parts[i] = ""
	}
	return strings.Join(parts, `"`)
}

// isNames reports whether a text is names with commas between them.
func isNames(text string) bool {
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name == "" || !isName(name) {
			return false
		}
	}
	return true
}

// isCall reports whether a text begins with a name and an opening bracket, and ends with a closing one.
func isCall(text string) bool {
	name, _, found := strings.Cut(text, "(")
	return found && isName(name) && strings.HasSuffix(text, ")")
}

func isName(text string) bool {
	for i := range len(text) {
		if !isWord(text[i]) {
			return false
		}
	}
	return text != ""
}

// isWord recognises the bytes of names.
func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}
