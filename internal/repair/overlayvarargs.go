package repair

import (
	"strings"

	star "go.starlark.net/syntax"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/overlay"
	"ytt/internal/syntax"
)

// This file has the words for functions that make matchers of any number of
// values, which match nothing: the values are a tuple.

// ofMany returns what is wrong with a matcher that a function of any number of
// values makes; nil if that is not known.
func ofMany(d *diag.Diagnostic, f *overlay.NoMatch) (found *applied) {
	scope := scopeOf(d)
	if f.By != overlay.ByOther || !f.Annotation.Known() || scope.Syntax == nil {
		return nil
	}
	file, code := scope.Syntax(f.Annotation.File), annotation.WrittenIn(f.Annotation)
	if file == nil || code == nil {
		return nil
	}
	_, by := code.Named("by", 0)
	if by == nil {
		return nil
	}
	star.Walk(by, func(n star.Node) bool {
		call, isCall := n.(*star.CallExpr)
		if !isCall || found != nil {
			return found == nil
		}
		name, isName := call.Fn.(*star.Ident)
		if !isName {
			return true
		}
		in, called := file, name.Name
		if from, original := scope.loadedFrom(file, called); from != nil {
			in, called = from, original
		}
		def, values := manyOf(in, called)
		if def == nil {
			return true
		}
		if len(call.Args) == 0 {
			return true
		}
		if list, isList := call.Args[0].(*star.ListExpr); isList && len(call.Args) == 1 && len(list.List) > 0 {
			inner := code.Span(list).Text()
			found = &applied{code.Span(list), name.Name + " takes any number of values, and no list: write " + name.Name + "(" +
				strings.TrimSpace(inner[1:len(inner)-1]) + ")"}
			return false
		}
		star.Walk(def, func(n star.Node) bool {
			equal, ok := n.(*star.BinaryExpr)
			if !ok || equal.Op != star.EQL || found != nil {
				return found == nil
			}
			if id, ok := equal.Y.(*star.Ident); ok && id.Name == values {
				found = &applied{in.CodeSpan(equal), values + " has all of the values: to match one of them, write " +
					in.CodeText(equal.X) + " in " + values}
			}
			return found == nil
		})
		return found == nil
	})
	return found
}

// manyOf returns the function of a file that has a parameter for any number of
// values, with that parameter; nil for another.
func manyOf(file *syntax.File, name string) (def *star.DefStmt, values string) {
	star.Walk(file.Script().Tree, func(n star.Node) bool {
		if fn, ok := n.(*star.DefStmt); ok && fn.Name.Name == name {
			for _, p := range fn.Params {
				if many, ok := p.(*star.UnaryExpr); ok && many.Op == star.STAR && many.X != nil {
					if id, ok := many.X.(*star.Ident); ok {
						def, values = fn, id.Name
					}
				}
			}
		}
		return true
	})
	return def, values
}
