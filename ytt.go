// Package ytt renders YAML configuration: templates with code in comments, data
// values, schemas and overlays.
//
// Render is the whole tool as one call. Its Options correspond to the flags of
// the command line, which is a thin layer over this package:
//
//	result, err := ytt.Render(ctx, ytt.Options{
//		Files:      []string{"config/"},
//		DataValues: []string{"name=demo"},
//		System:     ytt.OS(),
//	})
//
// A Result holds the rendered files and the warnings; YAML and JSON turn its
// documents into text, and Write puts them into a directory. DataValues, Schema
// and Accessible look at what Render would use, without rendering.
//
// Programs that render the same files again and again open a Workspace: its
// files are read and compiled once.
//
//	ws, problems := ytt.Open(ctx, ytt.OS(), ytt.Files{Paths: []string{"config/"}})
//	result, problems := ws.Library("").Render(ctx, ytt.Values{DataValues: []string{"name=demo"}})
//
// The error of these functions is always an *Error and holds every problem that
// was found, each with its place. What was found out until then is returned
// beside it: the warnings, and the lines that code printed.
//
// Programs can render untrusted files in processes of their own: package
// ytt/isolated.
//
// Nothing is read from the environment, and nothing outside the System is
// touched, but for the directory of Write. Runs share nothing unless they share
// a System, whose standard input can be read once.
package ytt

import (
	"context"
	"sync"

	"ytt/internal/diag"
	"ytt/internal/files"
	"ytt/internal/render"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// LanguageVersion is the version of ytt whose language this package implements.
const LanguageVersion = "0.55.2"

// Diagnostic is one problem. Its Code names the kind of problem and never
// changes; Message says in one line what was found, Hints what to do about it.
// Span is the place: Span.File.Name, Span.Line() and Span.Column() (from 1, in
// characters), if Span.Known(). Notes are other places that explain the
// problem, and Frames the calls that led to it.
type Diagnostic = diag.Diagnostic

// Diagnostics is any number of problems, in the order in which a person should
// read them. Its method Text words them.
type Diagnostics = diag.List

// Error is the error of a run that failed: all its problems. errors.Is and
// errors.As find the causes of problems: context.Canceled after the context was
// cancelled, a *LimitError, fs.ErrNotExist for a file that does not exist.
type Error struct{ Problems Diagnostics }

// Error returns the problems as text of several lines, as the command prints
// them.
func (e *Error) Error() string { return e.Problems.Text() }

// Unwrap returns the errors behind those problems that have one.
func (e *Error) Unwrap() []error { return e.Problems.Errs() }

// LimitError is the error behind a problem of a run that needs more than Limits
// allow. Its Option is the field of Limits that says so.
type LimitError = diag.LimitError

// RenderedFile is the result of one input.
type RenderedFile struct {
	Path string // relative, with "/"; "" for what is no file, such as data values
	// Text is the result of a text template, if IsText.
	Text   string
	IsText bool

	docs      []*tree.Document
	style     style
	commented bool // the documents have comments that are to be printed
}

// Result is what a run gives.
type Result struct {
	Files    []RenderedFile // in the order of the inputs
	Warnings Diagnostics
	Printed  []string // lines printed by code

	inputs  []files.Input // all, also those of values and schemas
	system  *System
	writing sync.Mutex // Write may be called concurrently, and adds to Warnings
	style   style
	// failOnWarnings is what the options of the run said.
	failOnWarnings bool
	left           *render.Exit // where the problems of the run left; nil for none
}

// once opens a workspace for one run. The run has to use the context, and to
// call end.
func once(ctx context.Context, opts *Options) (l *Library, within context.Context, end func()) {
	within, end = WithTimeout(ctx, opts.Limits)
	w := locate(within, opts.System, opts.workspace(), opts.Trace)
	return w.Library(opts.Library), within, end
}

// Ended returns the error of a run whose context is done, nil if it is not:
// what Render would return. It is for what is done with results.
func Ended(ctx context.Context) error { return failed(diag.Ended(ctx)) }

// Render renders the inputs once. Cancelling the context ends the run with a
// problem that says so, as it does in DataValues and Schema.
func Render(ctx context.Context, opts Options) (*Result, error) {
	opts.Library = ""
	l, ctx, end := once(ctx, &opts)
	defer end()
	r, errors := l.ask(ctx, opts.values(), rendered(ctx))
	return r, failed(errors)
}

// DataValues returns the data values that Render would use, checked, as a
// Result with one document. Sensitive ones are not shown unless the options say
// so.
func DataValues(ctx context.Context, opts Options) (*Result, error) {
	l, ctx, end := once(ctx, &opts)
	defer end()
	r, errors := l.ask(ctx, opts.values(), dataValues)
	return r, failed(errors)
}

// Accessible returns the paths of the files that would be rendered or can be
// loaded, as a Result with one document, an array.
func Accessible(ctx context.Context, opts Options) (*Result, error) {
	l, ctx, end := once(ctx, &opts)
	defer end()
	w := l.workspace
	var seen problems
	var files []RenderedFile
	if seen.add(w.located) {
		list := &tree.Array{}
		for _, path := range w.Paths() {
			list.Items = append(list.Items, tree.Item{Value: tree.NewScalar(tree.StringValue(path), source.Span{})})
		}
		files = document(&tree.Document{Value: list})
	}
	seen.ended(ctx)
	r, errors := w.finish(files, nil, &seen, Values{Limits: opts.Limits}, w.exit(nil, nil))
	r.style = r.style.ofNames()
	return r, failed(errors)
}
