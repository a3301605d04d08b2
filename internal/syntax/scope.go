package syntax

import (
	star "go.starlark.net/syntax"

	"ytt/internal/source"
)

// This file implements scopes: which names the code at an offset can use, and where they are bound.

// ScopeKind is the construct that a scope belongs to.
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
	Span     source.Span // nowhere if it is in a restated string
	Parent   *Scope      // nil for that of the file
	Bindings []Binding   // the first of every name, in order

	index map[string]int // into Bindings, once there are many
}

// region is a range of the file and its scope. Inner regions follow outer ones, so the last one that contains an offset applies.
type region struct {
	start, end int32
	scope      *Scope
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
	if s.index != nil {
		i, ok := s.index[name]
		if !ok {
			return Binding{}, false
		}
		return s.Bindings[i], true
	}
	for _, b := range s.Bindings {
		if b.Name == name {
			return b, true
		}
	}
	return Binding{}, false
}

// manyBindings is the number of bindings from which they are not looked through one by one.
const manyBindings = 16

// add adds the binding of a name that has none.
func (s *Scope) add(b Binding) {
	s.Bindings = append(s.Bindings, b)
	switch n := len(s.Bindings); {
	case n == manyBindings:
		s.index = make(map[string]int, 2*n)
		for i := range s.Bindings {
			s.index[s.Bindings[i].Name] = i
		}
	case n > manyBindings:
		s.index[b.Name] = n - 1
	}
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

// ScopeAt returns the scope of code at an offset.
func (f *File) ScopeAt(offset int32) *Scope {
	s := f.Script()
	scope := s.Top
	for _, r := range s.regions {
		if r.start <= offset && offset < r.end {
			scope = r.scope
		}
	}
	return scope
}

// findScopes fills in the scopes of the code.
func (f *File) findScopes(s *Script) {
	s.Top = &Scope{Kind: FileScope, Span: source.Span{File: f.Source, End: int32(len(f.Source.Text))}}
	w := scopeWalk{f, s}
	for _, stmt := range s.Tree.Stmts {
		w.walk(s.Top, stmt)
	}
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

// enter adds a scope inside of another.
func (w scopeWalk) enter(s *Scope, kind ScopeKind, n star.Node) *Scope {
	inner := &Scope{Kind: kind, Parent: s}
	w.region(inner, n)
	if start, end, ok := w.f.span(w.script, n); ok {
		inner.Span = source.Span{File: w.f.Source, Start: start, End: end}
	}
	return inner
}

// region adds the range of a tree to a scope.
func (w scopeWalk) region(s *Scope, n star.Node) {
	if start, end, ok := w.f.span(w.script, n); ok {
		w.script.regions = append(w.script.regions, region{start, end, s})
	}
}

// outside walks a tree in the region of an inner scope that is evaluated outside of it.
func (w scopeWalk) outside(s *Scope, n star.Node) {
	w.region(s, n)
	w.walk(s, n)
}

// parameters binds the parameters of a function. Their defaults are evaluated outside of it.
func (w scopeWalk) parameters(outer, inner *Scope, params []star.Expr) {
	for _, p := range params {
		switch p := p.(type) {
		case *star.BinaryExpr: // name=default
			w.bind(inner, p.X, Parameter)
			w.outside(outer, p.Y)
		case *star.UnaryExpr: // *args, **kwargs, *
			if p.X != nil {
				w.bind(inner, p.X, Parameter)
			}
		default:
			w.bind(inner, p, Parameter)
		}
	}
}

// comprehension binds the variables of a comprehension. The operand of its first clause is evaluated outside of it.
func (w scopeWalk) comprehension(s *Scope, n *star.Comprehension) {
	inner := w.enter(s, ComprehensionScope, n)
	for i, clause := range n.Clauses {
		switch c := clause.(type) {
		case *star.ForClause:
			if i == 0 {
				w.outside(s, c.X)
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
		s.add(b)
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
