package script

import (
	"go.starlark.net/syntax"
)

// This file implements a check on what is added to itself, or multiplied by itself. A string, list or number that doubles
// in a loop outgrows every machine within sixty rounds, and the last rounds are single steps of the interpreter that
// nothing can interrupt. So where one name stands on both sides,
//
//	s + s           BoundSize(s) + s
//	s += s          s += BoundSize(s)
//
// the host is asked first. Other ways to grow are slower, or limited by upstream, or are left to the watch over memory.

// BoundSize returns its argument, or fails when twice of it would be too big.
const BoundSize = "bound size"

// boundGrowth rewrites "x + x", "x * x", "x += x" and "x *= x".
func boundGrowth(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.BinaryExpr:
		if (n.Op == syntax.PLUS || n.Op == syntax.STAR) && sameName(n.X, n.Y) {
			n.X = callOf(BoundSize, n.OpPos, n.X)
		}
	case *syntax.AssignStmt:
		if (n.Op == syntax.PLUS_EQ || n.Op == syntax.STAR_EQ) && sameName(n.LHS, n.RHS) {
			n.RHS = callOf(BoundSize, n.OpPos, n.RHS)
		}
	}
}

// sameName reports whether two expressions are the same name.
func sameName(x, y syntax.Expr) bool {
	a, ok := x.(*syntax.Ident)
	if !ok {
		return false
	}
	b, ok := y.(*syntax.Ident)
	return ok && a.Name == b.Name
}
