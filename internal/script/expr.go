package script

import (
	"strings"

	"go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/source"
)

// This file implements the two smaller shapes of code: a value, "a: #@ expr", and the arguments of an annotation,
// "#@name args". Both are parsed as if they stood between parentheses, so they may go on over several lines, and
// messages speak of the closing ')'.

// Expr parses a value. Commas make a tuple, and nothing at all is the empty tuple. Lines are joined as if all but the
// last left a bracket open, as one does that Continuation finds.
func Expr(lines ...source.Span) (syntax.Expr, diag.List) {
	e, diags := parenthesized("", lines)
	if paren, ok := e.(*syntax.ParenExpr); ok {
		e = paren.X
	}
	return e, diags
}

// Call parses the arguments of a call of fn.
func Call(fn syntax.Expr, lines ...source.Span) (*syntax.CallExpr, diag.List) {
	e, diags := parenthesized("f", lines)
	call, ok := e.(*syntax.CallExpr)
	if !ok {
		return nil, diags
	}
	call.Fn = fn
	return call, diags
}

// parenthesized parses the lines between callee + "(" and ")". The columns of what is put in front are those to the
// left of the first line.
func parenthesized(callee string, lines []source.Span) (syntax.Expr, diag.List) {
	var p portion
	if len(lines) == 0 {
		lines = []source.Span{{File: source.New("", "")}}
	}
	p.file = lines[0].File
	p.openBracket('(')
	p.floor = 1
	for _, s := range lines {
		p.feed(s)
	}
	if p.empty() {
		p.first = token{lines[0].Start, lines[0].Start}
		p.last = p.first
	}
	if d := p.parenthesizedProblem(); d != nil {
		return nil, diag.List{d}
	}
	line, col := lineCol(p.file, p.first.start)
	text := append([]byte(callee), '(')
	shift := int32(len(text))
	text = append(p.appendText(text, p.first.start), ')')
	portion := syntax.FilePortion{Content: text, FirstLine: line, FirstCol: col - shift}
	e, err := Dialect().ParseExpr(p.file.Key(), portion, 0)
	if err != nil {
		return nil, diag.List{p.syntaxError(*asSyntaxError(err), nil)}
	}
	return e, nil
}

// parenthesizedProblem returns the first problem that the parser would not see.
func (p *portion) parenthesizedProblem() *diag.Diagnostic {
	if p.firstWord && p.text(p.first) == "end" {
		return p.endProblem(p.first)
	}
	if d := p.faultProblem(); d != nil {
		return d
	}
	// A remark may follow, but not more code: nobody would see that it is not run.
	if p.comment != (token{}) && p.quote == 0 && strings.HasPrefix(p.file.Text[p.comment.start:], "#@") {
		return &diag.Diagnostic{
			Code:    diag.ScriptSyntax,
			Message: "got identifier, want ')'",
			Span:    p.span(p.comment),
			Notes:   []diag.Note{{Message: "only one '#@' can stand on a line; remarks may follow it after '#'"}},
			Detail:  diag.Script{},
		}
	}
	return nil
}
