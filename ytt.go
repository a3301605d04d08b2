// Package ytt renders YAML configuration: templates with code in comments, data values, schemas and overlays.
//
// Render is the whole tool as one call. Its Options correspond to the flags of the command line, which is a thin layer
// over this package:
//
//	result, err := ytt.Render(ctx, ytt.Options{
//		Files:      []string{"config/"},
//		DataValues: []string{"name=demo"},
//		System:     ytt.OS(),
//	})
//
// A Result holds the rendered files and the warnings; YAML and JSON turn its documents into text, and Write puts them
// into a directory. Values, Schema and Accessible look at what Render would use, without rendering.
//
// The error of these functions is always an *Error and holds every problem that was found, each with its place. What was
// found out until then is returned beside it: the warnings, and the lines that code printed.
//
// Nothing is read from the environment, and nothing outside the System is touched, but for the directory of Write. Runs
// share nothing unless they share a System, whose standard input can be read once.
package ytt

import (
	"context"

	"ytt/internal/diag"
	"ytt/internal/files"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// LanguageVersion is the version of ytt whose language this package implements.
const LanguageVersion = "0.48.0"

// Diagnostic is one problem. Its Code names the kind of problem and never changes; Message says in one line what was
// found, Hints what to do about it. Span is the place: Span.File.Name, Span.Line() and Span.Column() (from 1, in
// characters), if Span.Known(). Notes are other places that explain the problem, and Frames the calls that led to it.
type Diagnostic = diag.Diagnostic

// Diagnostics is any number of problems, in the order in which a person should read them. Its method Text words them.
type Diagnostics = diag.List

// Error is the error of a run that failed: all its problems.
type Error struct{ Problems Diagnostics }

// Error returns the problems as text of several lines, as the command prints them.
func (e *Error) Error() string { return e.Problems.Text() }

// RenderedFile is the result of one input.
type RenderedFile struct {
	Path string // relative, with "/"; "" for what is no file, such as data values
	// Text is the result of a text template, if IsText.
	Text   string
	IsText bool

	docs  []*tree.Document
	style style
}

// Result is what a run gives.
type Result struct {
	Files    []RenderedFile // in the order of the inputs
	Warnings Diagnostics
	Printed  []string // lines printed by code

	inputs []files.Input
	system *System
	style  style
	// failOnWarnings is what the options of the run said.
	failOnWarnings bool
}

// document returns the files of a result that is one document.
func document(d *tree.Document) []RenderedFile {
	return []RenderedFile{{docs: []*tree.Document{d}}}
}

// Render renders the inputs. Cancelling the context ends the run with a problem that says so, as it does in Values and
// Schema.
func Render(ctx context.Context, opts Options) (*Result, error) {
	opts.Library = ""
	j, prepared, err := prepare(ctx, opts)
	result := &Result{Printed: prepared.Printed}
	if err != nil {
		return j.finish(result, err)
	}
	rendered, problems := prepared.Render()
	result.Printed = rendered.Printed
	if err := j.check(problems); err != nil {
		return j.finish(result, err)
	}
	for _, f := range rendered.Files {
		file := RenderedFile{Path: f.Path, Text: f.Text, IsText: f.Docs == nil}
		if f.Docs != nil {
			file.docs = f.Docs.Docs
		}
		result.Files = append(result.Files, file)
	}
	return j.finish(result, failed(checkDestinations(result.Files)))
}

// Values returns the data values that Render would use, checked, as a Result with one document. Sensitive ones are not
// shown unless the options say so.
func Values(ctx context.Context, opts Options) (*Result, error) {
	j, prepared, err := prepare(ctx, opts)
	result := &Result{Printed: prepared.Printed}
	if err != nil {
		return j.finish(result, err)
	}
	values := *prepared.Values
	if !opts.ShowSensitive {
		values.Value = prepared.Schema.Redact(values.Value)
	}
	result.Files = document(&values)
	return j.finish(result, nil)
}

// Accessible returns the paths of the files that would be rendered or can be loaded, as a Result with one document, an
// array.
func Accessible(ctx context.Context, opts Options) (*Result, error) {
	j, err := locate(ctx, opts)
	result := &Result{}
	if err == nil {
		list := &tree.Array{}
		for _, f := range j.root.FilesInOrder() {
			list.Items = append(list.Items, tree.Item{Value: tree.NewScalar(tree.StringValue(f.Path), source.Span{})})
		}
		result.Files = document(&tree.Document{Value: list})
	}
	return j.finish(result, err)
}
