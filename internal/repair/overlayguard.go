package repair

import (
	"slices"
	"strings"

	star "go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/overlay"
	"ytt/internal/source"
	"ytt/internal/syntax"
)

// This file writes the condition of a matcher's function again so that it asks
// for keys before it uses them:
//
//	left["metadata"]["namespace"] == "a"
//	"metadata" in left and "namespace" in left["metadata"] and left["metadata"]["namespace"] == "a"

// guard returns the repair of a function that uses a key which a node lacks;
// nil if its condition is not on one line.
func guard(d *diag.Diagnostic, f *overlay.Call) []diag.Repair {
	scope := scopeOf(d)
	if scope.Syntax == nil || len(d.Frames) == 0 || !d.Frames[0].Span.Known() {
		return nil
	}
	at := d.Frames[0].Span
	file := scope.Syntax(at.File)
	if file == nil {
		return nil
	}
	index, ok := file.Operation(at.Position()).(*star.IndexExpr)
	if !ok || file.CodeText(index.Y) != f.Key {
		return nil
	}
	condition := conditionAround(file, index)
	if condition == nil {
		return nil
	}
	guards := guardsOf(file, deepest(condition, index))
	whole, span := file.CodeText(condition), file.CodeSpan(condition)
	if len(guards) == 0 || whole == "" || !span.Known() {
		return nil
	}
	edits := []source.Edit{{At: span, Text: strings.Join(guards, " and ") + " and " + whole}}
	if isLoose(condition) {
		edits[0].Text = strings.Join(guards, " and ") + " and (" + whole + ")"
	}
	return []diag.Repair{{Say: "the function is asked about each node, and this one has no " + f.Key +
		": ask for it first, " + edits[0].Text, Title: "Ask for the keys first", Edits: edits}}
}

// conditionAround returns what the innermost function around an expression
// gives back there, nil if that is not known.
func conditionAround(file *syntax.File, index *star.IndexExpr) (condition star.Expr) {
	contains := func(n star.Node) (found bool) {
		star.Walk(n, func(inside star.Node) bool {
			found = found || inside == star.Node(index)
			return !found
		})
		return found
	}
	star.Walk(file.Script().Tree, func(n star.Node) bool {
		switch n := n.(type) {
		case *star.LambdaExpr:
			if contains(n.Body) {
				condition = n.Body
			}
		case *star.ReturnStmt:
			if n.Result != nil && contains(n.Result) {
				condition = n.Result
			}
		}
		return true
	})
	return condition
}

// deepest returns the longest chain of keys that begins with those of an
// expression: left["a"]["b"] for left["a"].
func deepest(condition star.Expr, index *star.IndexExpr) *star.IndexExpr {
	longest := index
	star.Walk(condition, func(n star.Node) bool {
		if outer, ok := n.(*star.IndexExpr); ok && outer.X == star.Expr(longest) {
			longest = outer
		}
		return true
	})
	if longest != index {
		return deepest(condition, longest)
	}
	return longest
}

// guardsOf asks for the keys of a chain, the outermost first.
func guardsOf(file *syntax.File, chain *star.IndexExpr) (guards []string) {
	for x := star.Expr(chain); ; {
		index, ok := x.(*star.IndexExpr)
		if !ok {
			break
		}
		key, isKey := index.Y.(*star.Literal)
		of := file.CodeText(index.X)
		if !isKey || key.Token != star.STRING || of == "" {
			return nil
		}
		guards = append(guards, file.CodeText(key)+" in "+of)
		x = index.X
	}
	slices.Reverse(guards)
	return guards
}

// isLoose reports whether "and" binds stronger than what an expression is made
// of.
func isLoose(x star.Expr) bool {
	switch x := x.(type) {
	case *star.BinaryExpr:
		return x.Op == star.OR
	case *star.CondExpr, *star.LambdaExpr:
		return true
	}
	return false
}
