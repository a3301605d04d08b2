package meaning

import (
	star "go.starlark.net/syntax"

	"ytt/internal/source"
)

// This file finds the names in code, and which of them mean the same.

// Name is an occurrence of a name in code.
type Name struct {
	Text string
	Span source.Span
	// Scope binds the name, with Binding; nil for names of the language and for
	// unknown ones. Occurrences of one text with one Scope mean the same.
	Scope   *Scope
	Binding Binding
	// Write says that the occurrence gives the name its value.
	Write bool
	// Called says that it is called as a function.
	Called bool
}

// All returns all occurrences of names in the code of the file, in order of the
// code. Those of fields, behind a dot, and of arguments are not among them.
func (n *Names) All() []Name {
	w := nameWalk{names: n}
	for _, stmt := range n.File.Script().Tree.Stmts {
		w.walk(stmt)
	}
	return w.found
}

type nameWalk struct {
	names *Names
	found []Name
}

func (w *nameWalk) walk(n star.Node) {
	star.Walk(n, func(n star.Node) bool {
		switch n := n.(type) {
		case *star.Ident:
			w.add(n, false, false)
		case *star.DotExpr:
			w.walk(n.X)
			return false
		case *star.CallExpr:
			w.call(n)
			return false
		case *star.LoadStmt:
			for _, to := range n.To {
				w.add(to, true, false)
			}
			return false
		case *star.AssignStmt:
			w.target(n.LHS)
			w.walk(n.RHS)
			return false
		case *star.ForStmt:
			w.target(n.Vars)
			w.walk(n.X)
			w.all(n.Body)
			return false
		case *star.ForClause:
			w.target(n.Vars)
			w.walk(n.X)
			return false
		case *star.DefStmt:
			w.add(n.Name, true, false)
			w.parameters(n.Params)
			w.all(n.Body)
			return false
		case *star.LambdaExpr:
			w.parameters(n.Params)
			w.walk(n.Body)
			return false
		}
		return true
	})
}

func (w *nameWalk) all(stmts []star.Stmt) {
	for _, stmt := range stmts {
		w.walk(stmt)
	}
}

// call visits a call. The names of arguments are those of parameters.
func (w *nameWalk) call(n *star.CallExpr) {
	if fn, isName := n.Fn.(*star.Ident); isName {
		w.add(fn, false, true)
	} else {
		w.walk(n.Fn)
	}
	for _, arg := range n.Args {
		if b, isBinary := arg.(*star.BinaryExpr); isBinary && b.Op == star.EQ {
			w.walk(b.Y)
		} else {
			w.walk(arg)
		}
	}
}

func (w *nameWalk) parameters(params []star.Expr) {
	for _, p := range params {
		switch p := p.(type) {
		case *star.BinaryExpr:
			w.target(p.X)
			w.walk(p.Y)
		case *star.UnaryExpr:
			if p.X != nil {
				w.target(p.X)
			}
		default:
			w.target(p)
		}
	}
}

// target visits what an assignment is made to.
func (w *nameWalk) target(e star.Expr) {
	switch e := e.(type) {
	case *star.Ident:
		w.add(e, true, false)
	case *star.ParenExpr:
		w.target(e.X)
	case *star.TupleExpr:
		for _, x := range e.List {
			w.target(x)
		}
	case *star.ListExpr:
		for _, x := range e.List {
			w.target(x)
		}
	default:
		w.walk(e)
	}
}

func (w *nameWalk) add(n *star.Ident, write, called bool) {
	span, ok := w.names.File.SpanOf(n)
	if !ok || n.Name == "" || span.Start == span.End {
		return
	}
	name := Name{Text: n.Name, Span: span, Write: write, Called: called}
	name.Scope, name.Binding = w.names.ScopeAt(span.Start).Binder(n.Name)
	w.found = append(w.found, name)
}
