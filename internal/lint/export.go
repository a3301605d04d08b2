package lint

import (
	star "go.starlark.net/syntax"

	"ytt/internal/schema/view"
	"ytt/internal/source"
	"ytt/internal/syntax"
	"ytt/internal/tree"
)

// This file shows others which values code reads.

// Read is a chain of names in code that reads a data value.
type Read struct {
	Path  tree.Path
	Spans []source.Span // of each step; those of items are where the array is named
	// Soft says that a missing value is no problem: getattr(…, default), hasattr(…).
	Soft bool
	// Named says that the code only gives the value a name, or goes through its items.
	Named bool
	// Tested says that the code only asks whether there is something in the value, or how much.
	Tested bool
}

// Reads returns the data values that the code of a file reads, as far as can be told without running it.
func Reads(f *syntax.File, root *view.Field) []Read {
	var all []Read
	for _, r := range readFile(f, root, nil).reads {
		all = append(all, Read{r.path, r.spans, r.soft, r.named, r.tested()})
	}
	return all
}

// tested reports whether a read only asks whether there is something in the value, or how much.
func (r *read) tested() bool {
	switch p := r.parent().(type) {
	case *star.IfStmt, *star.WhileStmt:
		return true // the condition: other code in it has statements around it
	case *star.CondExpr:
		return p.Cond == r.expr
	case *star.UnaryExpr:
		return p.Op == star.NOT
	case *star.BinaryExpr:
		if p.Op == star.EQL || p.Op == star.NEQ {
			return isNone(p.X) || isNone(p.Y)
		}
	case *star.CallExpr:
		fn, isName := p.Fn.(*star.Ident)
		return isName && len(p.Args) == 1 && (fn.Name == "len" || fn.Name == "bool" || fn.Name == "type")
	}
	return false
}

func isNone(e star.Expr) bool {
	name, isName := e.(*star.Ident)
	return isName && name.Name == "None"
}
