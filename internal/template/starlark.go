package template

import (
	"ytt/internal/diag"
	"ytt/internal/script"
	"ytt/internal/source"
)

// Starlark compiles a .star file. It has no operations: what it gives are its globals.
func Starlark(file *source.File, opts Options) (*Program, diag.List) {
	p := newProgram(file)
	parsed, diags := script.Star(file, script.Options{})
	if diags.HasErrors() {
		return p, diags
	}
	p.nodeless = true
	replaceByStatements(parsed.Stmts, false)
	p.loaded = script.LoadInBlocks(parsed)
	star, more := script.Program(parsed, p.Source, opts.Predeclared)
	p.star = star
	return p, append(diags, more...)
}
