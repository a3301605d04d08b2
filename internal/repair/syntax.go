package repair

import (
	"strings"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/syntax"
)

// This file has the words for comments and texts that do not mean what they look like.

var syntaxMisuses = [...]string{
	syntax.IndentedSeparator: "remove the white space in front of it",
	syntax.Dangling:          "put it directly above the key or item that it is for, with the same indentation",
	syntax.AboveNoDocument:   "put a line '---' below the annotation",
	syntax.OfDocuments:       "add a line '---' between the annotation and its document",
	syntax.Unopened:          `write '(@' before it, or print it with (@= "@" + ")" @)`,
	syntax.Unclosed:          `close it with '@)'; for the text '(@' itself, write (@= "(" + "@" @)`,
	syntax.OpenedTwice:       "close the code before with '@)'",
}

// comment is about a comment, or a text, at a place.
func comment(f syntax.Misuse, at source.Span) []diag.Repair {
	if f != syntax.NotMarked {
		return say(syntaxMisuses[f])
	}
	name, _, _ := strings.Cut(strings.TrimLeft(at.Text(), "# @"), " ")
	if annotation.Lookup(name) != nil {
		return say("to make it an annotation, start it with '#@': #@" + name)
	}
	return say("start it with '#@' if it is code, with '#!' if it is a remark")
}
