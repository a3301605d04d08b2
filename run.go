package ytt

import (
	"context"
	"slices"

	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/files"
	"ytt/internal/inputs"
	"ytt/internal/render"
	"ytt/internal/schema"
	"ytt/internal/workspace"
)

// This file implements what all runs have in common: reading the values that are given, and collecting the problems.

// job is a run on its way. After an error the steps that follow do nothing.
type job struct {
	workspace *Workspace
	values    Values
	run       *render.Run
	given     inputs.Inputs
	ref       workspace.Ref // of the library that the run is about; empty for the root library
	printed   []string
	errors    Diagnostics
	warnings  Diagnostics // of everything but the run
}

func failed(problems Diagnostics) error {
	if !problems.HasErrors() {
		return nil
	}
	return &Error{Problems: problems.Gathered()}
}

// check takes note of problems, and reports whether the run can go on.
func (j *job) check(problems Diagnostics) bool {
	if problems.HasErrors() {
		j.errors = problems
	} else {
		j.warnings = append(j.warnings, problems...)
	}
	return !j.failed()
}

func (j *job) failed() bool { return len(j.errors) > 0 }

// finish adds to a result what the run found out besides it. Warnings become errors if that is asked for.
func (j *job) finish(r *Result) *Result {
	w := j.workspace
	r.inputs, r.system, r.style = w.inputs, w.system, styleOf(&w.files.Rules)
	r.Printed = j.printed
	for i := range r.Files {
		r.Files[i].style = r.style
	}
	r.Warnings = j.allWarnings().Gathered()
	r.failOnWarnings = j.values.FailOnWarnings
	if !j.failed() && j.values.FailOnWarnings && len(r.Warnings) > 0 {
		j.errors, r.Warnings, r.Files = r.Warnings.AsErrors(), nil, nil
	}
	return r
}

// allWarnings returns the warnings of the run and of everything but the run.
func (j *job) allWarnings() Diagnostics {
	all := slices.Clone(j.warnings)
	if j.run == nil {
		return all
	}
	known := map[*Diagnostic]bool{}
	for _, w := range all {
		known[w] = true
	}
	for _, w := range j.run.Warnings() {
		if !known[w] {
			all = append(all, w)
		}
	}
	return all
}

// start reads the values, and makes ready to run.
func (l *Library) start(ctx context.Context, v Values) *job {
	w := l.workspace
	j := &job{workspace: w, values: v}
	if !j.check(w.located) {
		return j
	}
	end := eval.Trace(v.Trace).Start("read values")
	given, problems := w.readGiven(ctx, &v)
	end("%d values, %d for libraries", len(given.Values), len(given.Scoped))
	j.given = given
	if !j.check(problems) {
		return j
	}
	if l.ref != "" {
		ref, problem := workspace.ParseRef(l.ref)
		if problem != nil {
			j.check(Diagnostics{problem})
			return j
		}
		j.ref = ref
	}
	j.run = render.NewRun(ctx, w.files.runOptions(w, v))
	return j
}

// prepare finds out the schema and values; nil after an error.
func (j *job) prepare() *render.Prepared {
	if j.failed() {
		return nil
	}
	prepared, problems := j.run.Prepare(j.workspace.root, j.given, j.ref)
	j.printed = prepared.Printed
	if !j.check(problems) {
		return nil
	}
	return prepared
}

// render renders.
func (j *job) render() *Result {
	result := &Result{}
	prepared := j.prepare()
	if prepared == nil {
		return result
	}
	rendered, problems := prepared.Render()
	j.printed = rendered.Printed
	if !j.check(problems) {
		return result
	}
	for _, f := range rendered.Files {
		file := RenderedFile{Path: f.Path, Text: f.Text, IsText: f.Docs == nil}
		if f.Docs != nil {
			file.docs = f.Docs.Docs
		}
		result.Files = append(result.Files, file)
	}
	j.check(checkDestinations(result.Files))
	return result
}

// dataValues finds out the data values.
func (j *job) dataValues() *Result {
	prepared := j.prepare()
	if prepared == nil {
		return &Result{}
	}
	values := *prepared.Values
	if !j.values.ShowSensitive {
		values.Value = prepared.Schema.Redact(values.Value)
	}
	return &Result{Files: document(&values)}
}

// schema finds out the schema. After an error it is that of nothing declared.
func (j *job) schema() *SchemaView {
	v := &SchemaView{model: schema.None()}
	if !j.failed() {
		model, lines, problems := j.run.Schema(j.workspace.root, j.given, j.ref)
		j.printed = lines
		if j.check(problems) {
			v.model = model
		}
	}
	v.run = j.finish(&Result{})
	v.Printed, v.Warnings = v.run.Printed, v.run.Warnings
	return v
}

// readGiven reads the values of flags and of the environment, in the order of their precedence.
func (w *Workspace) readGiven(ctx context.Context, v *Values) (inputs.Inputs, Diagnostics) {
	r := &inputs.Reader{Strict: w.files.Rules.Strict, Version12: w.files.Rules.Version12}
	collect := func(place string) ([]files.Input, diag.List) {
		return files.CollectValues(ctx, w.system, place, w.files.options())
	}
	for _, arg := range v.DataValuesSchemaFiles {
		r.Schemas(arg, collect)
	}
	for _, arg := range v.DataValuesFiles {
		r.Files(arg, collect)
	}
	for _, arg := range v.DataValuesEnv {
		r.Environment(arg, v.Environ, false)
	}
	for _, arg := range v.DataValuesEnvYAML {
		r.Environment(arg, v.Environ, true)
	}
	for _, arg := range v.DataValues {
		r.Text(arg)
	}
	for _, arg := range v.DataValuesYAML {
		r.YAML(arg)
	}
	for _, arg := range v.DataValueFiles {
		r.File(arg, func(place string) (string, diag.List) {
			return files.ReadValue(ctx, w.system, place, w.files.options())
		})
	}
	return r.Inputs()
}
