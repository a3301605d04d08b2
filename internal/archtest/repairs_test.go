package archtest

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// This file checks that finding problems and saying what to do about them stay apart.

// factual lists the packages that report facts, and say nothing of what to do.
var factual = []string{
	"ytt/internal/annotation",
	"ytt/internal/eval",
	"ytt/internal/overlay",
	"ytt/internal/schema",
	"ytt/internal/script",
	"ytt/internal/stdlib",
	"ytt/internal/syntax",
	"ytt/internal/template",
	"ytt/internal/validate",
	"ytt/internal/value",
	"ytt/internal/yaml",
	"ytt/internal/yaml/compose",
	"ytt/internal/yaml/emit",
	"ytt/internal/yaml/format",
	"ytt/internal/yaml/print",
}

// doubtful lists the files of these packages that warn of what is probably not meant, which is for package lint.
var doubtful = []string{
	"internal/syntax/codebelow.go",
	"internal/syntax/lostcode.go",
	"internal/syntax/typo.go",
	"internal/syntax/warnings.go",
	"internal/yaml/warnings.go",
}

// TestHints checks that packages which report facts write no hints, and that only package repair writes repairs; diag copies them.
func TestHints(t *testing.T) {
	fset, pkgs := load(t)
	for _, p := range pkgs {
		for name, f := range p.files {
			if slices.Contains(doubtful, strings.TrimPrefix(p.ImportPath, module+"/")+"/"+name) {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				for field, at := range fieldsWritten(n) {
					switch {
					case field == "Hints" && slices.Contains(factual, p.ImportPath) && !isCompat(at):
						t.Errorf("%s: report a fact: package repair has the words", fset.Position(at.Pos()))
					case field == "Repairs" && p.ImportPath != "ytt/internal/repair" && p.ImportPath != "ytt/internal/diag":
						t.Errorf("%s: only package repair writes repairs", fset.Position(at.Pos()))
					}
				}
				return true
			})
		}
	}
}

// isCompat reports whether hints are those of ytt 0.48, from a table, or copied from those of an annotation; or none.
func isCompat(written ast.Node) bool {
	var hints ast.Expr
	switch n := written.(type) {
	case *ast.KeyValueExpr:
		hints = n.Value
	case *ast.AssignStmt:
		hints = n.Rhs[0]
	}
	switch hints := hints.(type) {
	case *ast.CallExpr:
		return nameOfType(hints.Fun) == "compatHints"
	case *ast.SelectorExpr:
		return hints.Sel.Name == "Hints"
	case *ast.Ident:
		return hints.Name == "nil"
	}
	return false
}

// fieldsWritten returns the fields that a piece of syntax sets: `x.Hints = …`, `Hints: …`.
func fieldsWritten(n ast.Node) map[string]ast.Node {
	written := map[string]ast.Node{}
	if pair, ok := n.(*ast.KeyValueExpr); ok {
		if key, ok := pair.Key.(*ast.Ident); ok {
			written[key.Name] = n
		}
	}
	for _, changed := range changedBy(n) {
		for inside := true; inside; {
			switch x := changed.(type) {
			case *ast.IndexExpr:
				changed = x.X
			case *ast.SelectorExpr:
				written[x.Sel.Name] = n
				changed = x.X
			default:
				inside = false
			}
		}
	}
	return written
}

// TestFactsHaveRepairs checks that package repair knows every type of fact, so that none is reported in vain.
func TestFactsHaveRepairs(t *testing.T) {
	fset, pkgs := load(t)
	known := map[string]bool{}
	for _, p := range pkgs {
		if p.ImportPath != "ytt/internal/repair" {
			continue
		}
		for _, f := range p.files {
			ast.Inspect(f, func(n ast.Node) bool {
				if clause, ok := n.(*ast.CaseClause); ok {
					for _, of := range clause.List {
						known[nameOfType(of)] = true
					}
				}
				return true
			})
		}
	}
	for _, p := range pkgs {
		room := p.ImportPath[strings.LastIndex(p.ImportPath, "/")+1:]
		for _, f := range p.files {
			for _, d := range f.Decls {
				method, ok := d.(*ast.FuncDecl)
				if !ok || method.Recv == nil || method.Name.Name != "Fact" {
					continue
				}
				if name := room + "." + nameOfType(method.Recv.List[0].Type); !known[name] {
					t.Errorf("%s: repair.Of does not know the fact %s", fset.Position(method.Pos()), name)
				}
			}
		}
	}
}

// nameOfType returns the name of a type, with its package if that is written.
func nameOfType(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return nameOfType(e.X)
	case *ast.SelectorExpr:
		return nameOfType(e.X) + "." + e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}
