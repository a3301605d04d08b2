package template

import (
	"ytt/internal/diag"
	"ytt/internal/script"
)

// compileStarlark compiles a .star file. It has no operations: what it gives are its globals.
func (c *compiler) compileStarlark() (*Program, diag.List) {
	parsed, diags := script.Star(c.p.File, script.Options{})
	if diags.HasErrors() {
		return c.p, diags
	}
	c.p.nodeless = true
	replaceByStatements(parsed.Stmts, false)
	c.p.loaded = script.LoadInBlocks(parsed)
	program, more := script.Program(parsed, c.p.Source, c.opts.Predeclared)
	c.p.star = program
	return c.p, append(diags, more...)
}
