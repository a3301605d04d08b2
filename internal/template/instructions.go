package template

import (
	star "go.starlark.net/syntax"

	"ytt/internal/script"
	"ytt/internal/source"
)

// This file implements the syntax of instructions: the statements that stand between the author's code.
//
// Operations that need no value wait for the next one that does, and are performed with it, so what an instruction costs
// is paid once for a stretch of YAML between two computed values. Code that stands between operations ends the wait.

// instruction is the parts of the statement "node frame"[id] = v.
type instruction struct {
	assign star.AssignStmt
	index  star.IndexExpr
	frame  star.Ident
	id     star.Literal
}

// perform puts the instruction into the program that performs the operations which wait up to one, and that one with a value.
func (c *compiler) perform(id int32, v star.Expr) {
	last := &c.p.ops[id]
	last.first = c.waiting
	c.waiting = id + 1
	if len(c.instructions) == 0 {
		c.instructions = make([]instruction, min(int(id)/4+4, 64))
	}
	in := &c.instructions[0]
	c.instructions = c.instructions[1:]
	pos := c.positions.Of(last.span)
	in.frame = star.Ident{NamePos: pos, Name: frameName}
	in.id = star.Literal{Token: star.INT, TokenPos: pos, Value: int64(id)}
	in.index = star.IndexExpr{X: &in.frame, Lbrack: pos, Y: &in.id, Rbrack: pos}
	in.assign = star.AssignStmt{OpPos: pos, Op: star.EQ, LHS: &in.index, RHS: v}
	if n := len(c.pieces); n > 0 && len(c.pieces[n-1].Stmts) > 0 {
		c.pieces[n-1].Stmts = append(c.pieces[n-1].Stmts, &in.assign)
		return
	}
	c.pieces = append(c.pieces, script.Piece{Stmts: []star.Stmt{&in.assign}, At: c.shownAt(c.p.ops[last.first].span)})
}

// shownAt is where problems of the code before a node may be shown. In the scope of text templates that is nowhere: as
// in ytt 0.48, the line of the code is shown.
func (c *compiler) shownAt(node source.Span) source.Span {
	for _, scope := range c.file.TextScopes {
		if scope.File == node.File && scope.Start <= node.Start && node.Start < scope.End {
			return source.Span{}
		}
	}
	return node
}

// flush performs the operations which wait.
func (c *compiler) flush() {
	if n := int32(len(c.p.ops)); c.waiting < n {
		c.perform(n-1, &star.Ident{NamePos: c.positions.Of(c.p.ops[n-1].span), Name: "None"})
	}
}

// position returns a span's start as the interpreter knows positions.
func (p *Program) position(span source.Span) star.Position {
	line, column := span.Position()
	return star.MakePosition(&p.key, int32(line), int32(column))
}

func call(pos star.Position, fn string, args ...star.Expr) *star.CallExpr {
	return &star.CallExpr{Fn: &star.Ident{NamePos: pos, Name: fn}, Lparen: pos, Args: args, Rparen: pos}
}

// finishDef gives a function with nodes or text in its body a frame of its own: it starts by making one, and wherever it
// would return nothing it returns what the frame has built.
func (c *compiler) finishDef(def *star.DefStmt, body []star.Stmt) []star.Stmt {
	pos := def.Def
	frame := func() *star.Ident { return &star.Ident{NamePos: pos, Name: frameName} }
	giveBack(body)
	maker := newTextName
	if c.addsNodes(body) {
		maker = newFrameName
	}
	open := &star.AssignStmt{OpPos: pos, Op: star.EQ, LHS: frame(), RHS: call(pos, maker)}
	done := &star.ReturnStmt{Return: pos, Result: call(pos, finishName, frame())}
	out := make([]star.Stmt, 0, len(body)+2)
	return append(append(append(out, open), body...), done)
}

// addsNodes reports whether instructions in a function's body add nodes; otherwise there are only such for text.
func (c *compiler) addsNodes(body []star.Stmt) bool {
	for _, stmt := range body {
		switch s := stmt.(type) {
		case *star.AssignStmt:
			if index, ok := s.LHS.(*star.IndexExpr); ok && isFrame(index.X) && c.performsNodes(index.Y.(*star.Literal).Value.(int64)) {
				return true
			}
		case *star.IfStmt:
			if c.addsNodes(s.True) || c.addsNodes(s.False) {
				return true
			}
		case *star.ForStmt:
			if c.addsNodes(s.Body) {
				return true
			}
		case *star.WhileStmt:
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

func isFrame(x star.Expr) bool {
	id, ok := x.(*star.Ident)
	return ok && id.Name == frameName
}

// giveBack rewrites the bare returns of a function's body, but not those of functions inside of it.
func giveBack(body []star.Stmt) {
	for _, stmt := range body {
		switch s := stmt.(type) {
		case *star.ReturnStmt:
			if s.Result == nil {
				s.Result = call(s.Return, finishName, &star.Ident{NamePos: s.Return, Name: frameName})
			}
		case *star.IfStmt:
			giveBack(s.True)
			giveBack(s.False)
		case *star.ForStmt:
			giveBack(s.Body)
		case *star.WhileStmt:
			giveBack(s.Body)
		}
	}
}
