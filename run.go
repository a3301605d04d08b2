package ytt

import (
	"context"
	"slices"

	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/files"
	"ytt/internal/render"
	"ytt/internal/workspace"
)

// This file implements what all runs have in common: finding the inputs, reading the values beside them, and collecting
// the problems.

// job is a run on its way.
type job struct {
	opts   Options
	inputs []files.Input
	root   workspace.Library
	run    *render.Run
	given  render.Given
	ref    workspace.Ref // of the library that the run is about; empty for the root library
	// warnings of everything but the run
	warnings Diagnostics
}

func failed(problems Diagnostics) error {
	if !problems.HasErrors() {
		return nil
	}
	return &Error{Problems: problems.Gathered()}
}

// check returns the errors among problems as one error, and keeps the warnings.
func (j *job) check(problems Diagnostics) error {
	if err := failed(problems); err != nil {
		return err
	}
	j.warnings = append(j.warnings, problems...)
	return nil
}

// finish adds to a result what the run found out so far besides it, and returns both with the error that the run ended
// with, or that of its warnings if they are to be errors.
func (j *job) finish(r *Result, err error) (*Result, error) {
	r.inputs, r.system, r.style = j.inputs, j.opts.System, styleOf(&j.opts)
	for i := range r.Files {
		r.Files[i].style = r.style
	}
	r.Warnings = j.allWarnings().Gathered()
	r.failOnWarnings = j.opts.FailOnWarnings
	if err == nil && j.opts.FailOnWarnings && len(r.Warnings) > 0 {
		err, r.Warnings, r.Files = failed(r.Warnings.AsErrors()), nil, nil
	}
	return r, err
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

// locate finds the inputs and what they mean.
func locate(ctx context.Context, opts Options) (*job, error) {
	j := &job{opts: opts}
	var problems Diagnostics
	if len(opts.Inputs) > 0 {
		for _, f := range opts.Inputs {
			j.inputs = append(j.inputs, files.FromText(f.Path, f.Data))
		}
	} else if len(opts.Files) > 0 {
		end := eval.Trace(opts.Trace).Start("collect")
		j.inputs, problems = files.Collect(ctx, opts.System, opts.Files, j.fileOptions())
		end("%d inputs", len(j.inputs))
	}
	if err := j.check(problems); err != nil {
		return j, err
	}
	marks, problems := workspace.ParseMarks(opts.FileMarks)
	if err := j.check(problems); err != nil {
		return j, err
	}
	j.root, problems = workspace.Build(j.inputs, workspace.Options{Marks: marks})
	return j, j.check(problems)
}

func (j *job) fileOptions() files.Options {
	return files.Options{
		AllowLinks:    j.opts.AllowSymlinkDestinations,
		AllowAllLinks: j.opts.AllowAllSymlinks,
		SkipHidden:    j.opts.SkipHidden,
	}
}

// start locates the inputs, reads the values that are given beside them, and makes ready to run.
func start(ctx context.Context, opts Options) (*job, error) {
	j, err := locate(ctx, opts)
	if err != nil {
		return j, err
	}
	end := eval.Trace(opts.Trace).Start("read values")
	given, problems := j.readGiven(ctx)
	end("%d values, %d for libraries", len(given.Values), len(given.Deliveries))
	j.given = given
	if err := j.check(problems); err != nil {
		return j, err
	}
	if opts.Library != "" {
		ref, problem := workspace.ParseRef(opts.Library)
		if problem != nil {
			return j, failed(Diagnostics{problem})
		}
		j.ref = ref
	}
	j.run = render.NewRun(ctx, render.Options{
		Rules: render.Rules{
			Compile: eval.CompileOptions{
				Strict:         opts.Strict,
				Version12:      opts.Version12,
				StrictComments: opts.StrictComments,
				IgnoreComments: opts.IgnoreUnknownComments,
				KeepComments:   opts.EmitComments,
				KeepTags:       opts.PreserveTags,

				IgnoreAnnotations: opts.IgnoreUnknownAnnotations,
			},
			ImplicitMapKeyOverrides:  opts.ImplicitMapKeyOverrides,
			SkipValidations:          opts.SkipValidations,
			IgnoreUnknownAnnotations: opts.IgnoreUnknownAnnotations,
		},
		Limits:      eval.Limits(opts.Limits),
		Version:     LanguageVersion,
		Trace:       opts.Trace,
		TracePrints: opts.TracePrints,
	})
	return j, nil
}

// prepare finds out the schema and values that the options are about. On errors it returns what code printed so far.
func prepare(ctx context.Context, opts Options) (*job, *render.Prepared, error) {
	j, err := start(ctx, opts)
	if err != nil {
		return j, &render.Prepared{}, err
	}
	prepared, problems := j.run.Prepare(j.root, j.given, j.ref)
	return j, prepared, j.check(problems)
}

// readGiven reads the values of flags and of the environment, in the order of their precedence.
func (j *job) readGiven(ctx context.Context) (render.Given, Diagnostics) {
	o := &j.opts
	r := &render.Reader{Strict: o.Strict, Version12: o.Version12}
	collect := func(place string) ([]files.Input, diag.List) {
		return files.CollectValues(ctx, o.System, place, j.fileOptions())
	}
	for _, arg := range o.DataValuesSchemaFiles {
		r.Schemas(arg, collect)
	}
	for _, arg := range o.DataValuesFiles {
		r.Files(arg, collect)
	}
	for _, arg := range o.DataValuesEnv {
		r.Environment(arg, o.Environ, false)
	}
	for _, arg := range o.DataValuesEnvYAML {
		r.Environment(arg, o.Environ, true)
	}
	for _, arg := range o.DataValues {
		r.Text(arg)
	}
	for _, arg := range o.DataValuesYAML {
		r.YAML(arg)
	}
	for _, arg := range o.DataValueFiles {
		r.File(arg, func(place string) (string, diag.List) {
			return files.ReadValue(ctx, o.System, place, j.fileOptions())
		})
	}
	return r.Given()
}
