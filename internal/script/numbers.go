package script

import (
	"slices"

	"go.starlark.net/syntax"
)

// This file finds expressions that cannot be strings, so that "i % 2" needs no rewriting.

// nonStrings are the names of a file that never hold a string.
type nonStrings struct {
	bound bindings
	names map[string]bool
}

// bindings is all that code binds to each name; nil for what may be anything.
type bindings map[string][]syntax.Expr

// maxRounds bounds the search: of names that depend on each other in a longer chain, none counts.
const maxRounds = 10

// findNonStrings looks at all that a file binds to each name. It does not tell scopes apart: a name that may be a string
// in one function counts as one everywhere.
func findNonStrings(f *syntax.File) *nonStrings {
	s := &nonStrings{bound: findBindings(f), names: map[string]bool{}}
	s.bound.narrow(s.names, s.has)
	return s
}

func findBindings(f *syntax.File) bindings {
	b := bindings{}
	syntax.Walk(f, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.AssignStmt:
			// "n *= x" may make n a string. No other operator does, for an n that is none.
			if n.Op == syntax.EQ || n.Op == syntax.STAR_EQ {
				b.bind(n.LHS, n.RHS)
			}
		case *syntax.ForStmt:
			b.loop(n.Vars, n.X)
		case *syntax.ForClause:
			b.loop(n.Vars, n.X)
		case *syntax.DefStmt:
			b.bind(n.Name, nil)
			b.params(n.Params)
		case *syntax.LambdaExpr:
			b.params(n.Params)
		case *syntax.LoadStmt:
			for _, name := range n.To {
				b.bind(name, nil)
			}
		}
		return true
	})
	return b
}

// bind records an assignment. Unpacked elements may be anything.
func (b bindings) bind(target, x syntax.Expr) {
	switch t := target.(type) {
	case *syntax.Ident:
		b[t.Name] = append(b[t.Name], x)
	case *syntax.ParenExpr:
		b.bind(t.X, x)
	case *syntax.TupleExpr:
		for _, elem := range t.List {
			b.bind(elem, nil)
		}
	case *syntax.ListExpr:
		for _, elem := range t.List {
			b.bind(elem, nil)
		}
	}
}

// loop records the variables of a loop: only the elements of range(…) are known.
func (b bindings) loop(vars, over syntax.Expr) {
	if call, ok := over.(*syntax.CallExpr); ok {
		if fn, ok := call.Fn.(*syntax.Ident); ok && fn.Name == "range" {
			b.bind(vars, over)
			return
		}
	}
	b.bind(vars, nil)
}

func (b bindings) params(params []syntax.Expr) {
	for _, p := range params {
		switch p := p.(type) {
		case *syntax.Ident:
			b.bind(p, nil)
		case *syntax.BinaryExpr: // x=default
			b.bind(p.X, nil)
		case *syntax.UnaryExpr: // *args, **kwargs
			b.bind(p.X, nil)
		}
	}
}

// narrow leaves those names to which only expressions are bound that have a property. What has it depends on the names: it begins with
// all of them.
func (b bindings) narrow(names map[string]bool, has func(syntax.Expr) bool) {
	for name := range b {
		names[name] = true
	}
	lacks := func(x syntax.Expr) bool { return x == nil || !has(x) }
	for range maxRounds {
		before := len(names)
		for name := range names {
			if slices.ContainsFunc(b[name], lacks) {
				delete(names, name)
			}
		}
		if len(names) == before {
			return
		}
	}
	clear(names)
}

// has reports whether an expression cannot be a string.
func (s *nonStrings) has(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Literal:
		return x.Token != syntax.STRING
	case *syntax.Ident:
		return s.names[x.Name]
	case *syntax.ParenExpr:
		return s.has(x.X)
	case *syntax.CondExpr:
		return s.has(x.True) && s.has(x.False)
	case *syntax.ListExpr, *syntax.DictExpr, *syntax.TupleExpr, *syntax.Comprehension, *syntax.LambdaExpr, *syntax.UnaryExpr:
		return true
	case *syntax.BinaryExpr:
		switch x.Op {
		case syntax.AND, syntax.OR, syntax.STAR:
			return s.has(x.X) && s.has(x.Y)
		case syntax.PLUS:
			return s.has(x.X) || s.has(x.Y)
		case syntax.PERCENT:
			return s.has(x.X)
		case syntax.CIRCUMFLEX:
			if isHostOperator(x) {
				return s.has(x.Y)
			}
		}
		return true
	case *syntax.CallExpr:
		fn, ok := x.Fn.(*syntax.Ident)
		if !ok || s.bound[fn.Name] != nil {
			return false
		}
		switch fn.Name {
		case "bool", "float", "hash", "int", "len", "ord", "range":
			return true
		}
	}
	return false
}

// smallNumbers are the names of a file that only hold numbers of which a program cannot make large ones within its steps: those that are
// written down, lengths, and what is counted with them.
type smallNumbers struct {
	bound  bindings
	ranges map[syntax.Expr]bool // over which loops run; to loop variables these are bound
	names  map[string]bool
}

func findSmallNumbers(f *syntax.File) *smallNumbers {
	s := &smallNumbers{bound: findBindings(f), ranges: map[syntax.Expr]bool{}, names: map[string]bool{}}
	syntax.Walk(f, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ForStmt:
			s.ranges[n.X] = true
		case *syntax.ForClause:
			s.ranges[n.X] = true
		}
		if n, ok := n.(*syntax.AssignStmt); ok && n.Op != syntax.EQ {
			x := n.RHS
			if n.Op != syntax.PLUS_EQ && n.Op != syntax.MINUS_EQ || !s.isCounted(x) {
				x = nil
			}
			s.bound.bind(n.LHS, x)
		}
		return true
	})
	s.bound.narrow(s.names, s.has)
	return s
}

// isCounted reports whether a number is written down, or a length.
func (s *smallNumbers) isCounted(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Literal:
		switch x.Value.(type) {
		case int64, float64:
			return true
		}
	case *syntax.ParenExpr:
		return s.isCounted(x.X)
	case *syntax.UnaryExpr:
		return (x.Op == syntax.MINUS || x.Op == syntax.PLUS) && s.isCounted(x.X)
	case *syntax.CallExpr:
		fn, ok := x.Fn.(*syntax.Ident)
		if !ok || s.bound[fn.Name] != nil {
			return false
		}
		switch fn.Name {
		case "float", "hash", "len", "ord":
			return true
		case "range": // stands for its elements
			return s.ranges[x]
		}
	}
	return false
}

// has reports whether an expression is a small number.
func (s *smallNumbers) has(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Ident:
		return s.names[x.Name]
	case *syntax.ParenExpr:
		return s.has(x.X)
	case *syntax.CondExpr:
		return s.has(x.True) && s.has(x.False)
	case *syntax.UnaryExpr:
		return (x.Op == syntax.MINUS || x.Op == syntax.PLUS) && s.has(x.X)
	case *syntax.BinaryExpr:
		switch x.Op {
		case syntax.PLUS, syntax.MINUS: // not of two names, which would double as a = a + b; b = a
			return s.isCounted(x.X) && s.has(x.Y) || s.has(x.X) && s.isCounted(x.Y)
		case syntax.SLASHSLASH, syntax.PERCENT:
			return s.has(x.X) && s.has(x.Y)
		}
		if isHostOperator(x) {
			return s.has(x.Y)
		}
	}
	return s.isCounted(x)
}
