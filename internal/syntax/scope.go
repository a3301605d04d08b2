package syntax

import (
	star "go.starlark.net/syntax"

	"ytt/internal/source"
)

// This file implements scopes: which names the code at an offset can use, and where they are bound.

// ScopeKind is what a scope belongs to.
type ScopeKind uint8

const (
	FileScope ScopeKind = iota
	FunctionScope
	LambdaScope
	ComprehensionScope
)

// Scope is a region of a file with names of its own.
type Scope struct {
	Kind     ScopeKind
	Span     source.Span
	Parent   *Scope // nil for that of the file
	Children []*Scope
	Bindings []Binding // the first of every name, in order
}

// BindingKind is how a name is bound.
type BindingKind uint8

const (
	Assigned BindingKind = iota
	Parameter
	LoopVariable
	Function
	Loaded
)

// Binding is a name that code binds.
type Binding struct {
	Name string
	Kind BindingKind
	Span source.Span // of the name; nowhere if it is in a restated string
}

// Binding returns the binding of a name in the scope itself.
func (s *Scope) Binding(name string) (Binding, bool) {
	for _, b := range s.Bindings {
		if b.Name == name {
			return b, true
		}
	}
	return Binding{}, false
}

// Lookup returns the binding that a name means in the scope: its own, or one of a scope around it.
func (s *Scope) Lookup(name string) (Binding, bool) {
	for ; s != nil; s = s.Parent {
		if b, ok := s.Binding(name); ok {
			return b, true
		}
	}
	return Binding{}, false
}

// ScopeAt returns the innermost scope at an offset.
func (f *File) ScopeAt(offset int32) *Scope {
	s := f.Script().Top
	for {
		inner := s.childAt(offset)
		if inner == nil {
			return s
		}
		s = inner
	}
}

func (s *Scope) childAt(offset int32) *Scope {
	for _, c := range s.Children {
		if c.Span.Start <= offset && offset < c.Span.End {
			return c
		}
	}
	return nil
}

// scopes returns the scope of the file with those inside of it.
func (f *File) scopes(s *Script) *Scope {
	w := scopeWalk{f, s}
	top := &Scope{Kind: FileScope, Span: source.Span{File: f.Source, End: int32(len(f.Source.Text))}}
	for _, stmt := range s.Tree.Stmts {
		w.walk(top, stmt)
	}
	return top
}

type scopeWalk struct {
	f      *File
	script *Script
}

// walk adds the bindings of a tree to the scope that it stands in.
func (w scopeWalk) walk(s *Scope, n star.Node) {
	star.Walk(n, func(n star.Node) bool {
		switch n := n.(type) {
		case *star.AssignStmt:
			w.bind(s, n.LHS, Assigned)
		case *star.ForStmt:
			w.bind(s, n.Vars, LoopVariable)
		case *star.LoadStmt:
			for _, name := range n.To {
				w.bind(s, name, Loaded)
			}
			return false
		case *star.DefStmt:
			w.bind(s, n.Name, Function)
			inner := w.enter(s, FunctionScope, n)
			w.parameters(s, inner, n.Params)
			for _, stmt := range n.Body {
				w.walk(inner, stmt)
			}
			return false
		case *star.LambdaExpr:
			inner := w.enter(s, LambdaScope, n)
			w.parameters(s, inner, n.Params)
			w.walk(inner, n.Body)
			return false
		case *star.Comprehension:
			w.comprehension(s, n)
			return false
		}
		return true
	})
}

// enter adds a scope to the one around it. One without a position in the file is no child: no offset is in it.
func (w scopeWalk) enter(s *Scope, kind ScopeKind, n star.Node) *Scope {
	inner := &Scope{Kind: kind, Parent: s}
	if start, end, ok := w.f.span(w.script, n); ok {
		inner.Span = source.Span{File: w.f.Source, Start: start, End: end}
		s.Children = append(s.Children, inner)
	}
	return inner
}

// parameters binds the parameters of a function. Their defaults are evaluated outside of it.
func (w scopeWalk) parameters(outer, inner *Scope, params []star.Expr) {
	for _, p := range params {
		switch p := p.(type) {
		case *star.BinaryExpr: // name=default
			w.bind(inner, p.X, Parameter)
			w.walk(outer, p.Y)
		case *star.UnaryExpr: // *args, **kwargs, *
			if p.X != nil {
				w.bind(inner, p.X, Parameter)
			}
		default:
			w.bind(inner, p, Parameter)
		}
	}
}

// comprehension binds the variables of a comprehension. What the first clause goes through is evaluated outside of it.
func (w scopeWalk) comprehension(s *Scope, n *star.Comprehension) {
	inner := w.enter(s, ComprehensionScope, n)
	for i, clause := range n.Clauses {
		switch c := clause.(type) {
		case *star.ForClause:
			if i == 0 {
				w.walk(s, c.X)
			} else {
				w.walk(inner, c.X)
			}
			w.bind(inner, c.Vars, LoopVariable)
		case *star.IfClause:
			w.walk(inner, c.Cond)
		}
	}
	w.walk(inner, n.Body)
}

// bind binds the names in the target of an assignment.
func (w scopeWalk) bind(s *Scope, target star.Expr, kind BindingKind) {
	switch t := target.(type) {
	case *star.Ident:
		if _, bound := s.Binding(t.Name); bound || t.Name == "" {
			return
		}
		b := Binding{Name: t.Name, Kind: kind}
		if start, end, ok := w.f.span(w.script, t); ok {
			b.Span = source.Span{File: w.f.Source, Start: start, End: end}
		}
		s.Bindings = append(s.Bindings, b)
	case *star.ParenExpr:
		w.bind(s, t.X, kind)
	case *star.TupleExpr:
		for _, x := range t.List {
			w.bind(s, x, kind)
		}
	case *star.ListExpr:
		for _, x := range t.List {
			w.bind(s, x, kind)
		}
	}
}
