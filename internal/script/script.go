// Package script is the Starlark dialect of templates: Starlark in which blocks close with "end" and indentation means
// nothing.
//
// Code comes in pieces, in the order of the text: code of users (comments of a YAML file, the insides of "(@ @)" of a text,
// a whole .star file) and, between it, statements made by a template compiler. Assemble joins them to one *syntax.File,
// which Program compiles. A Parser parses the two smaller forms of code in templates: values and the arguments of
// annotations.
//
// Code is parsed in place, in these steps:
//
//	scan.go      cuts it into logical lines
//	line.go      gives each line to the upstream parser (go.starlark.net/syntax), with the line and column at which it
//	spelling.go  begins, so that all positions in the tree and in messages are those of the user's file
//	blocks.go    parses headers such as "if x:" with an empty body, and puts the statements up to the "end" into it
//	expr.go      does the same for values and arguments; plain.go and constant.go are faster for the simple ones
//	rewrite.go   replaces operators, methods and loads that work differently in this language; numbers.go finds operands
//	             that need no replacing
//	program.go   resolves names, and compiles the tree
//
// Errors of the parser, of the resolver and of running code become diagnostics (problem.go), with advice from one table
// (hints.go). upstream.go is the only reader of upstream's texts.
//
// The package runs no code, and does not depend on YAML nor on the meaning of ready-made statements.
package script

import (
	"strings"

	"go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/source"
)

// Dialect returns the options of the language.
func Dialect() *syntax.FileOptions {
	return &syntax.FileOptions{
		Set:             true,
		While:           true,
		TopLevelControl: true,
		GlobalReassign:  true,
		Recursion:       true,
	}
}

// Piece is a part of a program. Exactly one of Lines, Stmts and End is set.
type Piece struct {
	// Lines is code: the spans after the comment markers, "x = [1," for "#@ x = [1,". A span may hold several lines.
	// Brackets, triple-quoted strings and a final backslash join a line to the next, also across adjacent pieces.
	// The lines of a string lose the white space at their start; behind a backslash only one space after the marker.
	Lines []source.Span
	// Stmts are ready-made statements. Names in them that contain a space cannot clash with names of users.
	Stmts []syntax.Stmt

	// Sugar says that the code begins with "if/end" or one of its like (see BeginsWithSugar), which stand for the
	// bare keyword. An End piece must close the block.
	Sugar bool
	End   bool // an implied "end"

	// At is the position of the node that Stmts or End stem from. Problems of the code before may be shown there.
	At source.Span
}

// Options changes how Assemble works; the zero value is ready.
type Options struct {
	// FinishDef, if set, is called when a def is closed whose own body (if, for and while blocks included, nested
	// defs not) holds ready-made statements. The result becomes the body.
	FinishDef func(def *syntax.DefStmt, body []syntax.Stmt) []syntax.Stmt
	// Closed, if set, is called with every block and the "end" that closes it, or what stands for one. The end is nowhere if the
	// file ends first.
	Closed func(block syntax.Stmt, end source.Span)
}

// Star parses a .star file.
func Star(file *source.File, opts Options) (*syntax.File, diag.List) {
	all := source.Span{File: file, Start: file.Start(), End: int32(len(file.Text))}
	return Assemble(file, []Piece{{Lines: []source.Span{all}}}, opts)
}

// BeginsWithSugar reports whether code begins with "if/end", "elif/end", "else/end", "for/end", "while/end" or
// "def/end": a header whose block ends with the node that it stands above.
func BeginsWithSugar(code string) bool {
	keyword, rest, found := strings.Cut(strings.TrimLeft(code, " \t"), "/end")
	if !found || rest != "" && isWordByte(rest[0]) {
		return false
	}
	switch keyword {
	case "if", "elif", "else", "for", "while", "def":
		return true
	}
	return false
}
