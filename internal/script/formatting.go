package script

import (
	"go.starlark.net/syntax"
)

// This file implements a detour for string formatting. In this language "%s" % 1.0 is "1", upstream it is "1.0", and
// neither the operator nor the method of a string can be exchanged. So their uses are rewritten to calls of functions
// that the host predeclares under names that nobody can write:
//
//	x % y           FormatString(x) % y
//	x.format(y)     FormatMethod(x, y)
//
// FormatString is left out where no string or no number can be involved, as in "%s" % "text".
const (
	FormatString = "format string" // returns its argument, or for a string a value whose % is the language's
	FormatMethod = "format method" // calls the method format of its first argument with the others
)

// detour rewrites a file where the host has a say: formatting, and growth (growth.go).
func detour(f *syntax.File, formats, growth bool) {
	if !formats && !growth {
		return
	}
	syntax.Walk(f, func(n syntax.Node) bool {
		if formats {
			detourFormatting(n)
		}
		if growth {
			boundGrowth(n)
		}
		return true
	})
}

func detourFormatting(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.BinaryExpr:
		if n.Op == syntax.PERCENT && mayFormat(n.X, n.Y) {
			n.X = callOf(FormatString, n.OpPos, n.X)
		}
	case *syntax.AssignStmt:
		if n.Op == syntax.PERCENT_EQ && mayFormat(n.LHS, n.RHS) {
			detourAssignment(n)
		}
	case *syntax.CallExpr:
		if dot, ok := n.Fn.(*syntax.DotExpr); ok && dot.Name.Name == "format" {
			n.Fn = &syntax.Ident{NamePos: dot.NamePos, Name: FormatMethod}
			n.Args = append([]syntax.Expr{dot.X}, n.Args...)
		}
	}
}

// mayFormat reports whether x % y may put a number into a string.
func mayFormat(x, y syntax.Expr) bool {
	if lit, ok := x.(*syntax.Literal); ok && lit.Token != syntax.STRING {
		return false
	}
	lit, ok := y.(*syntax.Literal)
	return !ok || lit.Token != syntax.STRING
}

// detourAssignment rewrites "x %= y" to "x = x % y". It leaves alone targets whose evaluation could have effects.
func detourAssignment(n *syntax.AssignStmt) {
	again := repeated(n.LHS)
	if again == nil {
		return
	}
	n.RHS = &syntax.BinaryExpr{X: again, OpPos: n.OpPos, Op: syntax.PERCENT, Y: n.RHS}
	n.Op = syntax.EQ
}

// repeated returns a copy of an expression that may be evaluated twice: a name, or a part of one such as a.b or a[0]; nil
// for others.
func repeated(x syntax.Expr) syntax.Expr {
	switch x := x.(type) {
	case *syntax.Ident:
		return &syntax.Ident{NamePos: x.NamePos, Name: x.Name}
	case *syntax.Literal:
		return x
	case *syntax.DotExpr:
		if of := repeated(x.X); of != nil {
			return &syntax.DotExpr{X: of, Dot: x.Dot, NamePos: x.NamePos, Name: x.Name}
		}
	case *syntax.IndexExpr:
		of, index := repeated(x.X), repeated(x.Y)
		if of != nil && index != nil {
			return &syntax.IndexExpr{X: of, Lbrack: x.Lbrack, Y: index, Rbrack: x.Rbrack}
		}
	}
	return nil
}

func callOf(name string, pos syntax.Position, arg syntax.Expr) *syntax.CallExpr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: pos, Name: name}, Lparen: pos, Args: []syntax.Expr{arg}, Rparen: pos}
}
