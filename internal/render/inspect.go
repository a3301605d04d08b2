package render

import (
	"fmt"

	"ytt/internal/diag"
	"ytt/internal/schema"
	"ytt/internal/workspace"
)

// This file implements looking at a library inside of another one without running any template: its schema and values
// are those that flags and the documents of the libraries around it give it. What code would give it on top of that, with
// library.get(...).with_data_values(...), is not known then.

// PrepareInside is Prepare for the library that a reference means.
func (r *Run) PrepareInside(root workspace.Library, given Given, ref workspace.Ref) (*Prepared, diag.List) {
	defer r.budget.Guard(r.ctx)()
	l, printed, diags := r.inside(root, given, ref)
	if diags.HasErrors() {
		return &Prepared{Printed: printed}, diags
	}
	more, problems := l.prepare()
	return &Prepared{lib: l, Schema: l.schema, Values: l.values, Printed: append(printed, more...)}, within(ref, append(diags, problems...))
}

// SchemaInside is Schema for the library that a reference means.
func (r *Run) SchemaInside(root workspace.Library, given Given, ref workspace.Ref) (*schema.Schema, diag.List) {
	defer r.budget.Guard(r.ctx)()
	l, _, diags := r.inside(root, given, ref)
	if diags.HasErrors() {
		return nil, diags
	}
	diags = append(diags, l.compile()...)
	if diags.HasErrors() {
		return nil, within(ref, diags)
	}
	_, problems := l.declare(l.early())
	return l.schema, within(ref, append(diags, problems...))
}

func within(ref workspace.Ref, diags diag.List) diag.List {
	return diags.Within(fmt.Sprintf("Inspecting library '%s'", ref))
}

// inside finds a library, and what the libraries around it and the flags give it.
func (r *Run) inside(root workspace.Library, given Given, ref workspace.Ref) (l *library, printed []string, diags diag.List) {
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
