package analysis

import (
	star "go.starlark.net/syntax"

	"ytt/internal/source"
	"ytt/internal/syntax"
)

// This file finds the names in code, and which of them mean the same.

// Name is an occurrence of a name in code.
type Name struct {
	Text string
	Span source.Span
	// Scope binds the name, with Binding; nil for names of the language and for unknown ones. Occurrences of one text with
	// one Scope mean the same.
	Scope   *syntax.Scope
	Binding syntax.Binding
	// Write says that the occurrence gives the name its value.
	Write bool
	// Called says that it is called as a function.
	Called bool
}

// Names returns all names in the code of a file, in order of the code. Those of fields, behind a dot, and of arguments are not
// among them.
func (f *File) Names() []Name { return f.names() }

// findNames finds the names in the code of a tree.
func findNames(f *syntax.File) []Name {
	w := nameWalk{file: f}
	for _, stmt := range f.Script().Tree.Stmts {
		w.walk(stmt)
	}
	return w.found
}

type nameWalk struct {
	file  *syntax.File
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
	span, ok := w.file.SpanOf(n)
	if !ok || n.Name == "" || span.Start == span.End {
		return
	}
	name := Name{Text: n.Name, Span: span, Write: write, Called: called}
	for s := w.file.ScopeAt(span.Start); s != nil; s = s.Parent {
		if b, bound := s.Binding(n.Name); bound {
			name.Scope, name.Binding = s, b
			break
		}
	}
	w.found = append(w.found, name)
}

// NameAt returns the name at an offset, or right in front of it.
func (f *File) NameAt(offset int32) (Name, bool) {
	for _, n := range f.Names() {
		if n.Span.Start <= offset && offset <= n.Span.End {
			return n, true
		}
	}
	return Name{}, false
}

// Same returns the occurrences in the file that mean what a name means.
func (f *File) Same(n Name) (all []Name) {
	for _, other := range f.Names() {
		if other.Text == n.Text && other.Scope == n.Scope {
			all = append(all, other)
		}
	}
	return all
}
