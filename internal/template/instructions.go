package template

import (
	"go.starlark.net/syntax"

	"ytt/internal/source"
)

// This file implements the syntax of instructions: the statements that stand between the author's code.

// instruction is the parts of the statement "node frame"[id] = v, in one allocation.
type instruction struct {
	assign syntax.AssignStmt
	index  syntax.IndexExpr
	frame  syntax.Ident
	id     syntax.Literal
	none   syntax.Ident
	stmts  [1]syntax.Stmt
}

// perform is the statement that runs an operation with a value. v nil means None.
func (c *compiler) perform(id int32, v syntax.Expr, span source.Span) []syntax.Stmt {
	pos := c.position(span)
	in := &instruction{
		frame: syntax.Ident{NamePos: pos, Name: frameName},
		id:    syntax.Literal{Token: syntax.INT, TokenPos: pos, Value: int64(id)},
	}
	if v == nil {
		in.none = syntax.Ident{NamePos: pos, Name: "None"}
		v = &in.none
	}
	in.index = syntax.IndexExpr{X: &in.frame, Lbrack: pos, Y: &in.id, Rbrack: pos}
	in.assign = syntax.AssignStmt{OpPos: pos, Op: syntax.EQ, LHS: &in.index, RHS: v}
	in.stmts[0] = &in.assign
	return in.stmts[:]
}

// position returns a span's start as the interpreter knows positions.
func (c *compiler) position(span source.Span) syntax.Position {
	return syntax.MakePosition(&c.fileKey, int32(span.Line()), int32(span.Column()))
}

func call(pos syntax.Position, fn string, args ...syntax.Expr) *syntax.CallExpr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: pos, Name: fn}, Lparen: pos, Args: args, Rparen: pos}
}

// finishDef gives a function with nodes or text in its body a frame of its own: it starts by making one, and wherever it
// would return nothing it returns what the frame has built.
func (c *compiler) finishDef(def *syntax.DefStmt, body []syntax.Stmt) []syntax.Stmt {
	pos := def.Def
	frame := func() *syntax.Ident { return &syntax.Ident{NamePos: pos, Name: frameName} }
	giveBack(body)
	maker := newTextName
	if c.addsNodes(body) {
		maker = newFrameName
	}
	open := &syntax.AssignStmt{OpPos: pos, Op: syntax.EQ, LHS: frame(), RHS: call(pos, maker)}
	done := &syntax.ReturnStmt{Return: pos, Result: call(pos, finishName, frame())}
	out := make([]syntax.Stmt, 0, len(body)+2)
	return append(append(append(out, open), body...), done)
}

// addsNodes reports whether instructions in a function's body add nodes; otherwise there are only such for text.
func (c *compiler) addsNodes(body []syntax.Stmt) bool {
	for _, stmt := range body {
		switch s := stmt.(type) {
		case *syntax.AssignStmt:
			if index, ok := s.LHS.(*syntax.IndexExpr); ok && isFrame(index.X) && c.p.ops[index.Y.(*syntax.Literal).Value.(int64)].addsNodes() {
				return true
			}
		case *syntax.IfStmt:
			if c.addsNodes(s.True) || c.addsNodes(s.False) {
				return true
			}
		case *syntax.ForStmt:
			if c.addsNodes(s.Body) {
				return true
			}
		case *syntax.WhileStmt:
			if c.addsNodes(s.Body) {
				return true
			}
		}
	}
	return false
}

func isFrame(x syntax.Expr) bool {
	id, ok := x.(*syntax.Ident)
	return ok && id.Name == frameName
}

// giveBack rewrites the bare returns of a function's body, but not those of functions inside of it.
func giveBack(body []syntax.Stmt) {
	for _, stmt := range body {
		switch s := stmt.(type) {
		case *syntax.ReturnStmt:
			if s.Result == nil {
				s.Result = call(s.Return, finishName, &syntax.Ident{NamePos: s.Return, Name: frameName})
			}
		case *syntax.IfStmt:
			giveBack(s.True)
			giveBack(s.False)
		case *syntax.ForStmt:
			giveBack(s.Body)
		case *syntax.WhileStmt:
			giveBack(s.Body)
		}
	}
}
