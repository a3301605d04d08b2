// Package ytt renders YAML configuration: templates with code in comments, data values, schemas and overlays.
//
// Render is the whole tool as one call. Its Options correspond to the flags of the command line, which itself uses
// nothing but this package:
//
//	result, err := ytt.Render(ctx, ytt.Options{
//		Files:      []string{"config/"},
//		DataValues: []string{"name=demo"},
//		System:     ytt.OS(),
//	})
//
// An error is always an *Error and holds every problem that was found, each with its place. A Result holds the
// rendered files and the warnings; YAML and JSON turn its documents into text.
//
// Nothing is read from the environment, and nothing outside the System is touched.
package ytt

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/files"
	"ytt/internal/render"
	"ytt/internal/schema"
	"ytt/internal/tree"
	"ytt/internal/workspace"
)

// LanguageVersion is the version of ytt whose language this package implements.
const LanguageVersion = "0.48.0"

// System is the outside world: files, standard input, the network.
type System = files.System

// OS is the machine the process runs on.
func OS() *System { return files.OS() }

// In returns a System that has the files of a file system, the text of stdin (nil for none), and no network.
func In(fsys fs.FS, stdin io.Reader) *System {
	return &System{FS: files.Wrap(fsys), Stdin: stdin}
}

// Diagnostic is one problem.
type Diagnostic = diag.Diagnostic

// Diagnostics is any number of problems, in the order in which a person should read them.
type Diagnostics = diag.List

// Error is the error of a run that failed: all its problems.
type Error struct{ Problems Diagnostics }

func (e *Error) Error() string { return e.Problems.Text() }

// File is an input that is given as text.
type File struct {
	Path string // relative; it decides the type of the file and its place among the libraries
	Data string
}

// Options are what a run is made of. The zero value renders nothing.
type Options struct {
	// System is where Files and the values files are read from; nil means that there are no files to be read.
	System *System
	// Inputs are files given as text. If there are any, Files is ignored.
	Inputs []File
	// Files are paths of files and directories, URLs, "-" for standard input; each may be preceded by "name=".
	Files []string
	// FileMarks are marks such as "config/**/*:exclude=true".
	FileMarks []string
	// AllowSymlinkDestinations are places outside of the given directories that symbolic links may lead to.
	AllowSymlinkDestinations []string
	AllowAllSymlinks         bool
	// SkipHidden leaves out what begins with a dot inside of directories.
	SkipHidden bool

	// DataValues are "key=text", DataValuesYAML "key=yaml", DataValueFiles "key=path".
	DataValues     []string
	DataValuesYAML []string
	DataValueFiles []string
	// DataValuesEnv and DataValuesEnvYAML are prefixes of the variables in Environ, "NAME=value" each.
	DataValuesEnv     []string
	DataValuesEnvYAML []string
	Environ           []string
	// DataValuesFiles are plain YAML files, directories of such, URLs or "-".
	DataValuesFiles []string
	// DataValuesSchemaFiles are the same with YAML that belongs to the schema, plain or annotated.
	DataValuesSchemaFiles []string
	// Library is a reference such as "@app~blue". If it is set, Values and the functions that return schemas are about that
	// library, with what flags and files address to it; no template is run.
	Library string
	// ShowSensitive makes Values show what the schema calls sensitive.
	ShowSensitive bool

	// Strict rejects scalars that people commonly read differently from YAML's rules.
	Strict bool
	// Version12 reads scalars by YAML 1.2.
	Version12 bool
	// StrictComments rejects "# …" in templates; IgnoreUnknownComments does not even warn about those that look like code.
	StrictComments        bool
	IgnoreUnknownComments bool
	// ImplicitMapKeyOverrides lets a repeated key in a template replace the earlier one.
	ImplicitMapKeyOverrides bool
	// SkipValidations leaves the rules of the schema unchecked; types are checked all the same.
	SkipValidations bool
	// IgnoreUnknownAnnotations lets @schema/… annotations pass that do not exist.
	IgnoreUnknownAnnotations bool

	// EmitComments prints ordinary comments ("# …") with the nodes that they stand at.
	EmitComments bool
	// PreserveTags keeps tags that are not YAML's own, such as !Ref.
	PreserveTags bool
	// OutputStyle is how scalars are printed.
	OutputStyle OutputStyle
	// DocStart begins the first document of a printed stream, too, with a line "---".
	DocStart bool
	// JSONIndent is the width of one level in printed JSON; 0 is for JSON without any white space.
	JSONIndent int

	// TracePrints makes print in code say where it is called, and show what is in structs and YAML fragments.
	TracePrints bool

	// Limits bound what code may use; zero means the defaults.
	Limits Limits

	// Trace, if set, is told of stages and files when they are done, by name, with the time it took and a few words.
	// Files are worked on side by side, so it may be called from several goroutines.
	Trace Trace
}

// OutputStyle is how scalars are printed.
type OutputStyle uint8

const (
	// UsualStyle prints every value in the one way that the convention has for it.
	UsualStyle OutputStyle = iota
	// FaithfulStyle prints what comes from a text unchanged as it stands there: 1.0, "quoted", literal blocks.
	FaithfulStyle
)

// Trace is told what was done, how long it took, and a few words about it.
type Trace = eval.Trace

// Limits bound what code may use.
type Limits = eval.Limits

// RenderedFile is the result of one input.
type RenderedFile struct {
	Path string
	// Text is the result of a text template, if IsText.
	Text   string
	IsText bool
	docs   *tree.Stream
	style  *style
}

// Result is what a run gives.
type Result struct {
	Files    []RenderedFile // in the order of the inputs
	Warnings Diagnostics
	Printed  []string // lines printed by code

	inputs []files.Input
	system *System
	style  *style // nil for the usual one
}

// job is a run on its way.
type job struct {
	opts   Options
	inputs []files.Input
	root   workspace.Library
	run    *render.Run
	given  render.Given
	// warnings of everything but the run
	warnings Diagnostics
}

// Render renders the inputs.
func Render(ctx context.Context, opts Options) (*Result, error) {
	opts.Library = ""
	j, prepared, err := prepare(ctx, opts)
	result := &Result{}
	if prepared != nil {
		result.Printed = prepared.Printed
	}
	if err != nil {
		return j.partial(result), err
	}
	rendered, problems := prepared.Render()
	if rendered != nil {
		result.Printed = rendered.Printed
	}
	if err := j.check(problems); err != nil {
		return j.partial(result), err
	}
	style := styleOf(&opts)
	for _, f := range rendered.Files {
		result.Files = append(result.Files, RenderedFile{Path: f.Path, Text: f.Text, IsText: f.Docs == nil, docs: f.Docs, style: style})
	}
	return j.partial(result), failed(checkDestinations(result.Files))
}

// Values returns the data values that Render would use, checked, as a Result with one document. Sensitive ones are not
// shown unless the options say so.
func Values(ctx context.Context, opts Options) (*Result, error) {
	j, prepared, err := prepare(ctx, opts)
	result := &Result{}
	if prepared != nil {
		result.Printed = prepared.Printed
	}
	if err != nil {
		return j.partial(result), err
	}
	values := *prepared.Values
	if !opts.ShowSensitive {
		values.Value = prepared.Schema.Redact(values.Value)
	}
	result.Files = []RenderedFile{{docs: &tree.Stream{Docs: []*tree.Document{&values}}}}
	return j.partial(result), nil
}

// prepare finds out the schema and values that the options are about.
func (j *job) prepare() (*render.Prepared, Diagnostics) {
	if j.opts.Library == "" {
		return j.run.Prepare(j.root, j.given)
	}
	ref, problem := workspace.ParseRef(j.opts.Library)
	if problem != nil {
		return nil, Diagnostics{problem}
	}
	return j.run.PrepareInside(j.root, j.given, ref)
}

// schema finds out the schema that the options are about.
func (j *job) schema() (*schema.Schema, Diagnostics) {
	if j.opts.Library == "" {
		return j.run.Schema(j.root, j.given)
	}
	ref, problem := workspace.ParseRef(j.opts.Library)
	if problem != nil {
		return nil, Diagnostics{problem}
	}
	return j.run.SchemaInside(j.root, j.given, ref)
}

// Accessible returns the paths of the files that would be rendered or can be loaded.
func Accessible(ctx context.Context, opts Options) ([]string, error) {
	j, err := locate(ctx, opts)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, f := range j.root.FilesInOrder() {
		paths = append(paths, f.Path)
	}
	return paths, nil
}

func failed(problems Diagnostics) error {
	if !problems.HasErrors() {
		return nil
	}
	return &Error{Problems: problems}
}

// check returns the errors among problems as one error, and keeps the warnings.
func (j *job) check(problems Diagnostics) error {
	if err := failed(problems); err != nil {
		return err
	}
	j.warnings = append(j.warnings, problems...)
	return nil
}

// partial adds what the run found out so far besides its results.
func (j *job) partial(r *Result) *Result {
	r.inputs, r.system, r.style = j.inputs, j.opts.System, styleOf(&j.opts)
	r.Warnings = slices.Clone(j.warnings)
	if j.run == nil {
		return r
	}
	for _, w := range j.run.Warnings() {
		if !slices.Contains(r.Warnings, w) {
			r.Warnings = append(r.Warnings, w)
		}
	}
	return r
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
		end := opts.Trace.Start("collect")
		j.inputs, problems = files.Collect(ctx, opts.System, opts.Files, j.fileOptions())
		end(fmt.Sprintf("%d inputs", len(j.inputs)))
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

// start locates the inputs and reads the values that are given beside them.
func start(ctx context.Context, opts Options) (*job, error) {
	j, err := locate(ctx, opts)
	if err != nil {
		return j, err
	}
	end := opts.Trace.Start("read values")
	given, problems := j.readGiven(ctx)
	end(fmt.Sprintf("%d values, %d for libraries", len(given.Values), len(given.Deliveries)))
	j.given = given
	if err := j.check(problems); err != nil {
		return j, err
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
			},
			ImplicitMapKeyOverrides:  opts.ImplicitMapKeyOverrides,
			SkipValidations:          opts.SkipValidations,
			IgnoreUnknownAnnotations: opts.IgnoreUnknownAnnotations,
		},
		Limits:  opts.Limits,
		Version: LanguageVersion,
		Trace:   opts.Trace,

		TracePrints: opts.TracePrints,
	})
	return j, nil
}

func prepare(ctx context.Context, opts Options) (*job, *render.Prepared, error) {
	j, err := start(ctx, opts)
	if err != nil {
		return j, nil, err
	}
	prepared, problems := j.prepare()
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

// ResultOf returns a result with one document.
func ResultOf(value tree.Node) *Result {
	doc := &tree.Document{Value: value}
	return &Result{Files: []RenderedFile{{docs: &tree.Stream{Docs: []*tree.Document{doc}}}}}
}
