package meaning

import (
	star "go.starlark.net/syntax"

	"ytt/internal/syntax"
)

// This file finds functions by their places.

// Definition returns the statement of a file that defines a function of a name at a position; nil if it is not there.
func Definition(f *syntax.File, at star.Position, name string) (found *star.DefStmt) {
	for _, stmt := range f.Script().Tree.Stmts {
		star.Walk(stmt, func(n star.Node) bool {
			if def, ok := n.(*star.DefStmt); ok && def.Name.Name == name && def.Def.Line == at.Line && def.Def.Filename() == f.Source.Key() {
				found = def
			}
			return found == nil
		})
	}
	return found
}
