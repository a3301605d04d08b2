package render

import (
	"ytt/internal/eval"
	"ytt/internal/lint"
	"ytt/internal/workspace"
)

// This file shows what stages have found to package lint, which finds what is probably not meant.

// lint warns of what is probably not meant. Files are looked at when they are compiled (eval.Programs).
func (r *Run) lint(found lint.Subject) { r.warn(lint.Look(lint.Always, found, r.maxProblems())) }

// compiled returns a file of the library as it was compiled.
func (l *library) compiled(f *workspace.File) *eval.Compiled {
	return l.run.programs.Compile(f, l.rules.Compile)
}

func resultsOf(files []File) []lint.Result {
	all := make([]lint.Result, len(files))
	for i, f := range files {
		all[i] = lint.Result(f)
	}
	return all
}
