package template

import (
	star "go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/script"
)

// This file warns of results that get lost: a library never changes, so what is given to it in a line of its own is given to nobody.
//
//	#@ db.with_data_values({"replicas": 3})

// lostResults warns of calls in lines of their own that do nothing but return something.
func (c *compiler) lostResults(file *star.File) {
	star.Walk(file, func(n star.Node) bool {
		stmt, ok := n.(*star.ExprStmt)
		if !ok {
			return true
		}
		call, ok := stmt.X.(*star.CallExpr)
		if !ok {
			return true
		}
		of, ok := call.Fn.(*star.DotExpr)
		if !ok || of.Name.Name != "with_data_values" && of.Name.Name != "with_data_values_schema" {
			return true
		}
		name := "library"
		if id, isName := of.X.(*star.Ident); isName {
			name = id.Name
		}
		c.diags = append(c.diags, &diag.Diagnostic{
			Code: diag.LostResult, Severity: diag.Warning, Span: script.SpanAt(c.p.File, of.Name.NamePos),
			Message: "the result of " + of.Name.Name + " is not used: a library never changes",
			Hints:   []string{"keep the library that is returned: " + name + " = " + name + "." + of.Name.Name + "(…)"},
		})
		return true
	})
}
