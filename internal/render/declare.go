package render

import (
	"cmp"
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/files"
	"ytt/internal/overlay"
	"ytt/internal/schema"
	"ytt/internal/tree"
	"ytt/internal/workspace"
)

// This file implements the schema stage: which documents make up the schema of the data values (spec 09 §1), in what
// order they are merged, and what the result declares.
//
// Schema documents come from the library's own files, where an annotation marks them; then from files that were given
// as schema, which need no mark; then from whoever uses the library.

// markOf returns the annotation of a document that is asked for: data values, or schema in any form.
func markOf(doc *tree.Document, mark string) *tree.Annotation {
	if mark != schemaMark {
		return doc.Notes.Find(mark)
	}
	if a := doc.Notes.Find(schemaMark); a != nil {
		return a
	}
	if doc.Notes != nil {
		for i := range doc.Notes.Annotations {
			if a := &doc.Notes.Annotations[i]; annotation.Is(a.Name, annotation.SchemaDocument) {
				return a
			}
		}
	}
	return nil
}

// schemaFile is a file that is given as schema, perhaps to a library inside.
type schemaFile struct {
	ref  workspace.Ref
	file *workspace.File
}

// asSchema returns an input as a file of the root library, whatever its name says.
func asSchema(in files.Input) (*workspace.File, diag.List) {
	in.Path = in.Original
	alone, diags := workspace.Build([]files.Input{in}, workspace.Options{})
	if diags.HasErrors() {
		return nil, diags
	}
	f := alone.Files()[0]
	f.Type, f.Template, f.Library, f.ForOutput = workspace.YAML, true, false, false
	return f, nil
}

// declare computes the schema.
func (l *library) declare(session *eval.Session) ([]eval.Result, diag.List) {
	more := len(l.inbox.schemas)+len(l.schemaFiles) > 0
	context := inOrder("Overlaying data values schema", l.schemas, "additional data value schema", more)
	layers, ran, diags := l.documents(session, l.schemas, schemaMark)
	if diags.HasErrors() {
		return ran, diags.Within(context)
	}
	given, ranToo, diags := l.givenSchemas(session)
	ran = append(ran, ranToo...)
	if diags.HasErrors() {
		return ran, diags.Within(context)
	}
	layers = slices.Concat(layers, given, l.inbox.schemas)
	if len(layers) == 0 {
		l.schema = schema.None()
		return ran, nil
	}
	thread := l.thread(session, "schema")
	merger := overlay.NewMerger(thread, layers[0].Doc)
	for _, layer := range layers[1:] {
		diags = append(diags, merger.Apply(layer.Doc, overlay.Options{
			Plain: layer.Plain, KeepNotes: true, MissingOK: layer.MissingOK, Frames: session.Frames,
		})...)
	}
	if diags.HasErrors() {
		return ran, diags.Within(context)
	}
	declared, problems := schema.Declare(merger.Result(), schema.Options{
		Thread:                   thread,
		IgnoreUnknownAnnotations: l.rules.IgnoreUnknownAnnotations,
	})
	l.schema = declared
	return ran, append(diags, l.run.warned(problems)...).Within(context)
}

// givenSchemas returns the documents of files that were given as schema. Those that are addressed to a library inside
// are delivered there.
func (l *library) givenSchemas(session *eval.Session) (own []Layer, ran []eval.Result, diags diag.List) {
	for _, s := range l.schemaFiles {
		s.file.Dir = l.root.Root // what it loads is found from there
		compiled := l.run.programs.Compile(s.file, l.rules.Compile)
		l.run.warn(compiled.Problems)
		result := session.Run(s.file)
		ran = append(ran, result)
		if result.Problems.HasErrors() {
			diags = append(diags, result.Problems.Within("Templating file '"+s.file.Path+"'")...)
			continue
		}
		plain := compiled.Program.Plain
		for _, doc := range result.Outcome.Docs.Docs {
			if markOf(doc, valuesMark) != nil {
				diags = append(diags, onlyDocuments(s.file, doc, schemaMark))
				continue
			}
			if isEmpty(doc.Value) && !plain {
				continue
			}
			layer, problem := schemaLayer(doc, markOf(doc, schemaMark))
			if problem != nil {
				diags = append(diags, problem)
				continue
			}
			layer.Plain = layer.Plain || plain
			if len(s.ref) == 0 {
				own = append(own, layer)
				continue
			}
			l.addressed = append(l.addressed, &Delivery{Layer: layer, Ref: s.ref, Whole: s.ref, Schema: true})
		}
	}
	return own, ran, diags
}

// schemaLayer reads the annotation that marks a document as schema; nil for none.
func schemaLayer(doc *tree.Document, a *tree.Annotation) (Layer, *diag.Diagnostic) {
	layer := Layer{Doc: doc}
	if a == nil {
		return layer, nil
	}
	var form schemaForm
	if problem := form.read(a); problem != nil {
		return layer, problem
	}
	layer.Plain = form.plain
	if form.strings {
		layer.Doc = schema.RequireStrings(doc, a.Span)
	}
	return layer, nil
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
	f.dataValues = a.Name == annotation.DataValuesSchema || a.Name == "schema"
	annotation.Lookup(a.Name).Bind(a, annotation.To{
		"strings_required": &f.strings, "plain": &f.plain, "data_values": &f.dataValues, "name": &f.name,
		annotation.Others: func(*annotation.Param, string, starlark.Value) { f.matches = true },
	}, func(m annotation.Mistake) { problem = cmp.Or(problem, badArgument(a, m)) })
	if problem != nil {
		return problem
	}
	fail := func(format string, args ...any) *diag.Diagnostic {
		d := badMark(a, "Annotation %s on line %s: %s", a.Name, a.Span, fmt.Sprintf(format, args...))
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
