package render

import (
	"slices"

	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/inputs"
	"ytt/internal/schema"
	"ytt/internal/workspace"
)

// This file implements checking many sets of values against one schema: the stages up to it run once.

// Checker is a library whose schema is known, and its own values. It does not change, and is safe for concurrent use.
type Checker struct {
	Schema *schema.Schema

	lib     *library
	session *session
	own     []inputs.Layer // of the files of the library
}

// Checked is what there is to say about a set of values.
type Checked struct {
	Problems diag.List // warnings among them
	Printed  []string  // by code
}

// Partial says that values are some of several layers: what is missing is no problem.
type Partial bool

// Checker prepares the library that a reference means for checks, and returns what its code printed.
func (r *Run) Checker(root workspace.Library, in inputs.Inputs, ref workspace.Ref) (*Checker, []string, diag.List) {
	defer r.budget.Guard(r.ctx)()
	l, printed, diags := r.find(root, in, ref)
	if diags.HasErrors() {
		return nil, printed, diags
	}
	files, problems := l.compile()
	if diags = append(append(diags, problems...), files.misplaced...); diags.HasErrors() {
		return nil, printed, within(ref, diags)
	}
	session := l.earlySession()
	declared, problems := l.declareSchema(session, files.schemas)
	printed = append(printed, declared.printed...)
	if diags = append(diags, problems...); diags.HasErrors() {
		return nil, printed, within(ref, diags)
	}
	own, problems := evaluateAnnotated(session, files.values, valuesAnnotation)
	c := &Checker{Schema: declared.schema, lib: l, session: session, own: own.own}
	return c, append(printed, own.printed...), within(ref, append(diags, problems...))
}

// Check checks the values of the library with more on top: in front of the values of flags, or behind them.
func (c *Checker) Check(more []inputs.Layer, before bool, partial Partial) (checked Checked) {
	l := c.lib
	defer l.run.budget.Guard(l.run.ctx)()
	given := slices.Concat(l.given.values, l.given.called, l.given.after)
	at := len(given)
	if before {
		at = len(given) - countFlags(given)
	}
	var log eval.Log
	found := values{layers: slices.Concat(c.own, given[:at], more, given[at:])}
	var diags diag.List
	found.doc, found.origins, diags = mergeLayers(c.session, &log, found.layers, c.Schema)
	if !diags.HasErrors() && !c.Schema.IsNone() {
		found.checked = checkValues(c.session, &log, found, c.Schema)
		diags = append(append(diags, found.checked.Violations...), found.checked.Warnings...)
		printed, problems := l.validate(c.session, c.Schema, found)
		diags = append(diags, problems...)
		checked.Printed = append(log.Take(), printed...)
	}
	if partial {
		diags = slices.DeleteFunc(diags, func(d *diag.Diagnostic) bool {
			return d.Code == diag.ViolationRequired || d.Code == diag.ViolationKeyCount
		})
	}
	checked.Problems = diags
	return checked
}

// countFlags returns how many layers at the end are given by flags and variables rather than in files.
func countFlags(layers []inputs.Layer) (n int) {
	for i := len(layers) - 1; i >= 0 && layers[i].Source.Kind != inputs.File; i-- {
		n++
	}
	return n
}
