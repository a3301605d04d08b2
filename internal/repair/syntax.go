package repair

import (
	"strings"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/lint"
	"ytt/internal/source"
	"ytt/internal/syntax"
)

// This file has the words for comments and texts that do not mean what they look like.

var syntaxMisuses = [...]string{
	syntax.IndentedSeparator: "remove the white space in front of it",
	syntax.OfDocuments:       "add a line '---' between the annotation and its document",
	syntax.Unopened:          `write '(@' before it, or print it with (@= "@" + ")" @)`,
	syntax.Unclosed:          `close it with '@)'; for the text '(@' itself, write (@= "(" + "@" @)`,
	syntax.OpenedTwice:       "close the code before with '@)'",
}

var lintMisuses = [...]string{
	lint.Dangling:        "put it directly above the key or item that it is for, with the same indentation",
	lint.AboveNoDocument: "put a line '---' below the annotation",
	lint.BrokenDefault:   "change the default or the rule; for a value that must be given, write #@schema/required",
	lint.SecretTruthWord: "for a text, put it in quotes; for a boolean, write true or false",
}

// text is about code at a place that is not read as such, or that is no code.
func text(f syntax.Misuse, at source.Span) []diag.Repair {
	if f == syntax.NoSpace {
		return sayf("write '#@ %s'", strings.TrimPrefix(at.Text(), "#@"))
	}
	return say(syntaxMisuses[f])
}

// doubt is about what is probably not meant, at a place.
func doubt(f lint.Misuse, at source.Span) []diag.Repair {
	if f != lint.NotMarked {
		return say(lintMisuses[f])
	}
	name, _, _ := strings.Cut(strings.TrimLeft(at.Text(), "# @"), " ")
	if annotation.Lookup(name) != nil {
		return say("to make it an annotation, start it with '#@': #@" + name)
	}
	return say("start it with '#@' if it is code, with '#!' if it is a remark")
}
