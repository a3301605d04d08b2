package render

import (
	"fmt"

	"ytt/internal/diag"
	"ytt/internal/workspace"
)

// This file implements looking at a library inside of another one without running any template: its schema and values
// are those that flags and the documents of the libraries around it give it. What code would give it on top of that, with
// library.get(...).with_data_values(...), is not known then.

// within says of problems which library is looked at, unless it is the root library.
func within(ref workspace.Ref, diags diag.List) diag.List {
	if len(ref) == 0 {
		return diags
	}
	return diags.Within(fmt.Sprintf("Inspecting library '%s'", ref))
}

// reach finds the library that a reference means, and what the libraries around it and the flags give it. An empty
// reference means the root library.
func (r *Run) reach(root workspace.Library, given Given, ref workspace.Ref) (l *library, printed []string, diags diag.List) {
	r.root = root.Root
	l = &library{run: r, root: root, rules: r.opts.Rules, trace: r.opts.Trace}
	l.schemaFiles, l.inbox.values, l.inbox.deliveries = given.schemas, given.Values, given.Deliveries
	for _, piece := range ref {
		lines, problems := l.prepare()
		printed, diags = append(printed, lines...), append(diags, problems...)
		if diags.HasErrors() {
			return nil, printed, diags
		}
		if piece.Path == "" {
			problem := &diag.Diagnostic{
				Code:    diag.LibraryRef,
				Message: fmt.Sprintf("Expected a path in the library reference '%s', not just an alias", ref),
				Hints:   []string{"write @path or @path~alias"},
			}
			return nil, printed, append(diags, problem)
		}
		dir, problem := l.root.Find(l.root.Root, piece.Path)
		if problem != nil {
			return nil, printed, append(diags, problem)
		}
		l = &library{run: r, root: dir, rules: l.rules, inbox: into(l.deliveries, piece.Path, piece.Alias, l.used)}
	}
	return l, printed, diags
}
