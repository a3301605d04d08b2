package template

import (
	"go.starlark.net/syntax"

	"ytt/internal/script"
	"ytt/internal/source"
)

// This file implements the syntax of instructions: the statements that stand between the author's code.
//
// Operations that need no value wait for the next one that does, and are performed with it, so what an instruction costs
// is paid once for a stretch of YAML between two computed values. Code that stands between operations ends the wait.

// instruction is the parts of the statement "node frame"[id] = v.
type instruction struct {
	assign syntax.AssignStmt
	index  syntax.IndexExpr
	frame  syntax.Ident
	id     syntax.Literal
}

// perform puts the instruction into the program that performs the operations which wait up to one, and that one with a value.
func (c *compiler) perform(id int32, v syntax.Expr) {
	last := &c.p.ops[id]
	last.first = c.waiting
	c.waiting = id + 1
	if len(c.instructions) == 0 {
		c.instructions = make([]instruction, min(int(id)/4+4, 64))
	}
	in := &c.instructions[0]
	c.instructions = c.instructions[1:]
	pos := c.positions.Of(last.span)
	in.frame = syntax.Ident{NamePos: pos, Name: frameName}
	in.id = syntax.Literal{Token: syntax.INT, TokenPos: pos, Value: int64(id)}
	in.index = syntax.IndexExpr{X: &in.frame, Lbrack: pos, Y: &in.id, Rbrack: pos}
	in.assign = syntax.AssignStmt{OpPos: pos, Op: syntax.EQ, LHS: &in.index, RHS: v}
	if n := len(c.pieces); n > 0 && len(c.pieces[n-1].Stmts) > 0 {
		c.pieces[n-1].Stmts = append(c.pieces[n-1].Stmts, &in.assign)
		return
	}
	c.pieces = append(c.pieces, script.Piece{Stmts: []syntax.Stmt{&in.assign}, At: c.shownAt(c.p.ops[last.first].span)})
}

// shownAt is where problems of the code before a node may be shown. In the scope of text templates that is nowhere, by
// convention: the code's own line is shown.
func (c *compiler) shownAt(node source.Span) source.Span {
	for _, scope := range c.textScopes {
		if scope.File == node.File && scope.Start <= node.Start && node.Start < scope.End {
			return source.Span{}
		}
	}
	return node
}

// flush performs the operations which wait.
func (c *compiler) flush() {
	if n := int32(len(c.p.ops)); c.waiting < n {
		c.perform(n-1, &syntax.Ident{NamePos: c.positions.Of(c.p.ops[n-1].span), Name: "None"})
	}
}

// position returns a span's start as the interpreter knows positions.
func (p *Program) position(span source.Span) syntax.Position {
	line, column := span.Position()
	return syntax.MakePosition(&p.key, int32(line), int32(column))
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
			if index, ok := s.LHS.(*syntax.IndexExpr); ok && isFrame(index.X) && c.performsNodes(index.Y.(*syntax.Literal).Value.(int64)) {
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

// performsNodes reports whether the instruction for an operation adds nodes.
func (c *compiler) performsNodes(id int64) bool {
	for i := int64(c.p.ops[id].first); i <= id; i++ {
		if c.p.ops[i].addsNodes() {
			return true
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
