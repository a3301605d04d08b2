package render

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/directive"
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
		return doc.Metadata.Find(mark)
	}
	if a := doc.Metadata.Find(schemaMark); a != nil {
		return a
	}
	if doc.Metadata != nil {
		for i := range doc.Metadata.Annotations {
			if a := &doc.Metadata.Annotations[i]; directive.MarksSchema(a.Name) {
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
			Plain: layer.Plain, KeepMetadata: true, MissingOK: layer.MissingOK, Frames: session.Frames,
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

const valuesSchemaName = "data/values"

func (f *schemaForm) read(a *tree.Annotation) *diag.Diagnostic {
	fail := func(hints []string, format string, args ...any) *diag.Diagnostic {
		return &diag.Diagnostic{Code: diag.DataValuesAnnotation, Message: fmt.Sprintf(format, args...), Span: a.Span, Hints: hints}
	}
	canonical := []string{"for the schema of the data values, write #@" + schemaMark}
	if len(a.Args) > 0 {
		return fail(canonical, "Annotation %s on line %s: Expected keyword arguments only, but was given %s", a.Name, a.Span, a.Args[0])
	}
	f.dataValues = a.Name == schemaMark || a.Name == "schema"
	for _, kv := range a.Kwargs {
		name := string(kv[0].(starlark.String))
		flag, isBool := kv[1].(starlark.Bool)
		text, isText := starlark.AsString(kv[1])
		switch {
		case name == "strings_required" && isBool:
			f.strings = bool(flag)
		case name == "plain" && isBool:
			f.plain = bool(flag)
		case name == "data_values" && a.Name != schemaMark && isBool:
			f.dataValues = bool(flag)
		case name == "name" && a.Name == "schema/definition" && isText:
			f.name = text
		case a.Name == "schema/match" && slices.Contains([]string{"by", "expects", "missing_ok", "defaults", "open"}, name):
			f.matches = true
		case name == "strings_required", name == "plain", name == "data_values" && a.Name != schemaMark:
			return fail(nil, "Annotation %s on line %s: Expected %s= to be True or False, but was %s", a.Name, a.Span, name, kv[1].Type())
		case name == "name" && a.Name == "schema/definition":
			return fail(nil, "Annotation %s on line %s: Expected name= to be a string, but was %s", a.Name, a.Span, kv[1].Type())
		default:
			return fail(canonical, "Unknown kwarg %s for annotation %s", name, a.Name)
		}
	}
	switch {
	case f.dataValues, f.name == valuesSchemaName:
		return nil
	case f.name != "":
		return fail(canonical, "Annotation %s on line %s: Only the schema of data values is supported, but was given the name %q", a.Name, a.Span, f.name)
	case f.matches:
		return fail(canonical, "Annotation %s on line %s: Only the schema of data values is supported, not one of results", a.Name, a.Span)
	}
	return fail(canonical, "Annotation %s on line %s: Expected a schema document to say what it describes", a.Name, a.Span)
}
