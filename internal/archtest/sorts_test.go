package archtest

import (
	"go/ast"
	"strings"
	"testing"
)

// TestSorts checks that what sorts structs and interfaces does so by package
// sorts: those of package slices are compiled for each type. All pointers share
// one of them, and so do words and numbers of a size.
func TestSorts(t *testing.T) {
	t.Parallel()
	fset, pkgs := load(t)
	for _, p := range pkgs {
		if isHelper(p.ImportPath) {
			continue
		}
		for _, f := range p.files {
			ast.Inspect(f, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok && sortsByFunc(call) && !comparesWords(call.Args[1]) {
					t.Errorf("%s: use package sorts", fset.Position(call.Pos()))
				}
				return true
			})
		}
	}
}

func sortsByFunc(call *ast.CallExpr) bool {
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) != 2 {
		return false
	}
	pkg, ok := fun.X.(*ast.Ident)
	name := fun.Sel.Name
	return ok && pkg.Name == "slices" && strings.HasPrefix(name, "Sort") && strings.HasSuffix(name, "Func")
}

// comparesWords reports whether a function literal compares pointers, strings
// or numbers.
func comparesWords(e ast.Expr) bool {
	f, ok := e.(*ast.FuncLit)
	if !ok {
		return false
	}
	switch of := f.Type.Params.List[0].Type.(type) {
	case *ast.StarExpr:
		return true
	case *ast.Ident:
		return of.Name == "string" || of.Name == "int" || of.Name == "int32"
	}
	return false
}
