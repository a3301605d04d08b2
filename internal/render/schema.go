package render

import (
	"cmp"
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/inputs"
	"ytt/internal/overlay"
	"ytt/internal/schema"
	"ytt/internal/tree"
	"ytt/internal/workspace"
)

// This file implements the schema stage: which documents make up the schema of the data values, in what order they are
// merged, and what the result declares.
//
// Schema documents come from the library's own files, where they are annotated; then from files that were given
// as schema, which need no annotation; then from whoever uses the library.

// declared is what the schema stage found.
type declared struct {
	schema    *schema.Schema
	addressed []*inputs.Scoped // to libraries inside
	printed   []string
}

// declareSchema computes the schema from the library's schema files and what it was given.
func (l *library) declareSchema(session *session, files []*workspace.File) (found declared, diags diag.List) {
	more := len(l.given.schemas)+len(l.given.schemaFiles) > 0
	context := inOrder("Overlaying data values schema", files, "additional data value schema", more)
	own, diags := evaluateAnnotated(session, files, schemaAnnotation)
	extra, problems := l.evaluateSchemaFiles(session)
	found.addressed, found.printed = append(own.addressed, extra.addressed...), append(own.printed, extra.printed...)
	if diags = append(diags, problems...); diags.HasErrors() {
		return found, append(diags, l.mistakesOf(session, own)...).Within(context)
	}
	layers := slices.Concat(own.own, extra.own, l.given.schemas)
	if len(layers) == 0 {
		found.schema = schema.None()
		return found, nil
	}
	var log eval.Log
	thread := session.Thread("schema", &log)
	merger := overlay.NewMerger(thread, layers[0].Doc)
	for _, layer := range layers[1:] {
		diags = append(diags, merger.Apply(layer.Doc, overlay.Options{
			Plain: layer.Plain, KeepMetadata: true, MissingOK: layer.MissingOK, Frames: session.Frames,
		})...)
	}
	if !diags.HasErrors() {
		var problems diag.List
		found.schema, problems = schema.Declare(merger.Result(), schema.Options{
			Thread:                   thread,
			IgnoreUnknownAnnotations: l.rules.IgnoreUnknownAnnotations,
		})
		diags = append(diags, l.run.withoutWarnings(problems)...)
	}
	found.printed = append(found.printed, log.Take()...)
	return found, diags.Within(context)
}

// mistakesOf returns the mistakes in a schema of which code has failed. Documents merged onto others may depend on what is
// missing, so that it must be one.
func (l *library) mistakesOf(session *session, found annotatedDocuments) (mistakes diag.List) {
	if len(found.partial) != 1 || len(found.own) != 1 {
		return nil
	}
	var log eval.Log
	_, mistakes = schema.Declare(found.own[0].Doc, schema.Options{
		Thread:                   session.Thread("schema", &log),
		IgnoreUnknownAnnotations: l.rules.IgnoreUnknownAnnotations,
	})
	return l.run.withoutWarnings(found.problems(mistakes))
}

// evaluateSchemaFiles evaluates the files that were given as schema, perhaps to a library inside.
func (l *library) evaluateSchemaFiles(session *session) (found annotatedDocuments, diags diag.List) {
	for _, s := range l.given.schemaFiles {
		s.File.Dir = l.root.Root // what it loads is found from there
		compiled := l.run.programs.Compile(s.File, l.rules.Compile)
		l.run.warn(compiled.Problems)
		result := session.Run(s.File)
		found.printed = append(found.printed, eval.Printed([]eval.Result{result})...)
		if result.Problems.HasErrors() {
			diags = append(diags, result.Problems.Within("Templating file '"+s.File.Path+"'")...)
			continue
		}
		plain := compiled.Program.Plain
		for _, doc := range result.Outcome.Docs.Docs {
			if annotationOf(doc, valuesAnnotation) != nil {
				diags = append(diags, onlyDocuments(s.File, doc, schemaAnnotation))
				continue
			}
			if isEmpty(doc.Value) && !plain {
				continue
			}
			layer, _, problem := schemaLayer(doc, annotationOf(doc, schemaAnnotation))
			if problem != nil {
				diags = append(diags, problem)
				continue
			}
			layer.Plain = layer.Plain || plain
			if len(s.Ref) == 0 {
				found.own = append(found.own, layer)
				continue
			}
			scoped := inputs.Scope(layer, s.Ref)
			scoped.Schema = true
			found.addressed = append(found.addressed, scoped)
		}
	}
	return found, diags
}

// schemaLayer reads the annotation of a schema document; nil for none.
func schemaLayer(doc *tree.Document, a *tree.Annotation) (inputs.Layer, mergeOptions, *diag.Diagnostic) {
	layer := inputs.Layer{Doc: doc, Source: inputs.Source{Kind: inputs.File}}
	if a == nil {
		return layer, mergeOptions{}, nil
	}
	var form schemaForm
	if problem := form.read(a); problem != nil {
		return layer, mergeOptions{}, problem
	}
	layer.Plain = form.plain
	if form.strings {
		layer.Doc = schema.RequireStrings(doc, a.Span)
	}
	return layer, mergeOptions{}, nil
}

// schemaForm is what an annotation says about a schema document.
type schemaForm struct {
	strings    bool // strings_required=True
	plain      bool // plain=True: merged as plain YAML is, whatever annotations of overlays say
	dataValues bool
	name       string
	matches    bool // it describes results
}

func (f *schemaForm) read(a *tree.Annotation) (problem *diag.Diagnostic) {
	f.dataValues = a.Name == schemaAnnotation || a.Name == "schema"
	annotation.Lookup(a.Name).Bind(a, annotation.To{
		"strings_required", &f.strings, "plain", &f.plain, "data_values", &f.dataValues, "name", &f.name,
		annotation.Others, func(*annotation.Param, string, starlark.Value) { f.matches = true },
	}, func(m annotation.Mistake) { problem = cmp.Or(problem, badArgument(a, m)) })
	if problem != nil {
		return problem
	}
	fail := func(format string, args ...any) *diag.Diagnostic {
		d := annotationProblem(a, "Annotation %s on line %s: %s", a.Name, a.Span, fmt.Sprintf(format, args...))
		d.Hints = []string{annotation.SchemaDocumentHint}
		return d
	}
	switch {
	case f.dataValues, f.name == annotation.DataValues:
		return nil
	case f.name != "":
		return fail("Only the schema of data values is supported, but was given the name %q", f.name)
	case f.matches:
		return fail("Only the schema of data values is supported, not one of results")
	}
	return fail("Expected a schema document to say what it describes")
}
