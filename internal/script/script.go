// Package script is the Starlark dialect of templates: Starlark in which blocks close with "end" and indentation means
// nothing.
//
// Code comes in pieces, in the order of the text: stretches of code as people wrote it (comments of a YAML file, the
// insides of "(@ @)" of a text, a whole .star file) between statements that a template compiler made ready. Assemble
// joins them to one *syntax.File, which Program compiles. Expr and Call parse the two smaller shapes of code in
// templates: values and the arguments of annotations.
//
// Code is parsed where it stands. A light lexer (lexer.go) cuts it into logical lines; each is handed to the upstream
// parser together with the line and column at which it begins, so that every position in the syntax tree and in
// every message is one of the user's file (portion.go). A header such as "if x:" is parsed with an empty body, which
// the statements up to its "end" then replace (assemble.go). Nothing is ever printed to be parsed again.
//
// What upstream has to say of syntax, names and running code becomes diagnostics here (program.go, problem.go), with
// advice from one table (hints.go).
//
// The package runs nothing, and knows nothing of YAML nor of what ready-made statements do.
package script

import (
	"strings"

	"go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/source"
)

// Dialect returns the switches of the language.
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
	// Stmts are ready-made statements. Names in them that contain a space cannot clash with names that people write.
	Stmts []syntax.Stmt

	// Sugar says that the code begins with "if/end" or one of its like (see BeginsWithSugar), which stand for the
	// bare keyword. An End piece must close the block.
	Sugar bool
	End   bool // an implied "end"

	// At is where Stmts or End stem from. Problems of the code before them may be shown there.
	At source.Span
}

// Options adapts Assemble; the zero value is useful.
type Options struct {
	// FinishDef, if set, is called when a def is closed whose own body (if, for and while blocks included, nested
	// defs not) holds ready-made statements. The result becomes the body.
	FinishDef func(def *syntax.DefStmt, body []syntax.Stmt) []syntax.Stmt
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
