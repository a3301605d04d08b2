package render

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/directive"
	"ytt/internal/eval"
	"ytt/internal/template"
	"ytt/internal/tree"
	"ytt/internal/workspace"
	"ytt/internal/yaml"
)

// This file implements what documents with the marks @data/values and @data/values-schema are for: which files hold some, and
// to which library each is addressed.

const (
	schemaMark = "data/values-schema"
	valuesMark = "data/values"
)

// classify tells whether a file holds schema or data values documents. Mistakes in marks of values are kept for the stage
// that needs values.
func (l *library) classify(f *workspace.File, c *eval.Compiled) (found string, diags diag.List) {
	report := func(isSchema bool, d *diag.Diagnostic) {
		if isSchema {
			diags = append(diags, d)
		} else {
			l.misplaced = append(l.misplaced, d)
		}
	}
	seen := map[string]bool{}
	isMarked := map[int32]bool{} // by start of a document: whether as schema
	for _, m := range c.Program.Marks {
		isSchema := directive.MarksSchema(m.Name)
		if !isSchema && m.Name != valuesMark {
			continue
		}
		if m.Kind != yaml.Document {
			kind := "map item"
			if m.Kind == yaml.Item {
				kind = "array item"
			}
			report(isSchema, &diag.Diagnostic{
				Code:    diag.DataValuesAnnotation,
				Message: fmt.Sprintf("Found @%s on %s (%s); only documents (---) can be annotated with @%s", m.Name, kind, m.Node, m.Name),
				Span:    m.Span,
				Hints:   []string{"add a line '---' between the annotation and its document"},
			})
			continue
		}
		if key := fmt.Sprint(m.Name, m.Node.Start); seen[key] {
			report(isSchema, &diag.Diagnostic{
				Code:    diag.DataValuesAnnotation,
				Message: m.Name + " annotation may only be used once per document",
				Span:    m.Span,
			})
		} else {
			seen[key] = true
		}
		if other, ok := isMarked[m.Node.Start]; ok && other != isSchema {
			report(true, bothMarks(m))
		}
		isMarked[m.Node.Start] = isSchema
		switch {
		case isSchema:
			found = schemaMark
		case found == "":
			found = valuesMark
		}
	}
	if f.Role == workspace.DataValues && found == "" {
		found = valuesMark
	}
	return found, diags
}

func bothMarks(m template.Mark) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: diag.DataValuesAnnotation,
		Message: fmt.Sprintf("Expected document on line %s to be either schema or data values, but it is annotated as both",
			m.Node),
		Span:  m.Span,
		Hints: []string{"the values in a schema are the defaults: keep #@" + schemaMark + " if they are meant to be that"},
	}
}

// documents evaluates the files that hold documents with a mark, and sorts these into the library's own and those
// addressed to libraries inside.
func (l *library) documents(session *eval.Session, files []*workspace.File, mark string) (own []Layer, ran []eval.Result, diags diag.List) {
	ran = session.RunAll(files)
	failures := eval.Problems(ran)
	for i, result := range ran {
		if result.Problems.HasErrors() {
			diags = append(diags, failures[i].Within("Templating file '"+files[i].Path+"'")...)
			continue
		}
		layers, problems := l.sortDocuments(files[i], result.Outcome.Docs, mark)
		own, diags = append(own, layers...), append(diags, problems...)
	}
	return own, ran, diags
}

func (l *library) sortDocuments(f *workspace.File, docs *tree.Stream, mark string) (own []Layer, diags diag.List) {
	for _, doc := range docs.Docs {
		a := markOf(doc, mark)
		layer := Layer{Doc: doc}
		switch {
		case a != nil:
		case isEmpty(doc.Value) && markOf(doc, otherMark(mark)) == nil:
			continue
		case mark == valuesMark && f.Role == workspace.DataValues:
			a, layer.MissingOK = &tree.Annotation{Name: mark, Span: doc.Span}, true
		default:
			diags = append(diags, onlyDocuments(f, doc, mark))
			continue
		}
		var d *Delivery
		var problem *diag.Diagnostic
		if mark == schemaMark {
			layer, problem = schemaLayer(doc, a)
		}
		if problem == nil {
			d, problem = addressee(&layer, a, mark)
		}
		switch {
		case problem != nil:
			diags = append(diags, problem)
		case d != nil:
			l.addressed = append(l.addressed, d)
		default:
			own = append(own, layer)
		}
	}
	return own, diags
}

// otherMark is the mark that documents beside those with a mark must not have.
func otherMark(mark string) string {
	if mark == schemaMark {
		return valuesMark
	}
	return schemaMark
}

func onlyDocuments(f *workspace.File, doc *tree.Document, mark string) *diag.Diagnostic {
	what, code := "data values", diag.DataValuesFile
	if mark == schemaMark {
		what, code = "schema", diag.SchemaFile
	}
	hint := fmt.Sprintf("annotate this document with #@%s, or move it to a file of its own", mark)
	span := doc.Span
	if other := markOf(doc, otherMark(mark)); other != nil {
		span = other.Span
		hint = fmt.Sprintf("move the document with #@%s to a file of its own", other.Name)
		if isEmpty(doc.Value) {
			hint = fmt.Sprintf("the document with #@%s is empty: remove the annotation, or write the document in a file of its own", other.Name)
		}
	}
	return &diag.Diagnostic{
		Code:    code,
		Context: []string{"Templating file '" + f.Path + "'"},
		Message: fmt.Sprintf("Expected %s file '%s' to only have %s documents", what, f.Path, what),
		Span:    span,
		Hints:   []string{hint},
	}
}

func isEmpty(n tree.Node) bool {
	switch n := n.(type) {
	case *tree.Map:
		return len(n.Entries) == 0
	case *tree.Array:
		return len(n.Items) == 0
	}
	return tree.IsNull(n)
}

// addressee reads the annotations that say to whom a document goes, and how it is merged there; nil is the library itself.
func addressee(layer *Layer, a *tree.Annotation, mark string) (*Delivery, *diag.Diagnostic) {
	var m manner
	if mark == valuesMark { // schemaLayer has read those of schemas
		var problem *diag.Diagnostic
		if m, problem = mannerOf(layer.Doc, a); problem != nil {
			return nil, problem
		}
		layer.Plain = m.plain
	}
	ref := layer.Doc.Metadata.Find("library/ref")
	if ref == nil {
		if m.placed {
			return nil, badMark(a, "Annotation %s: Expected kwarg 'after_library_module' to be used with library/ref annotation", mark)
		}
		return nil, nil
	}
	if len(ref.Args) != 1 {
		return nil, badMark(ref, "Expected library/ref annotation to have one arg, got %d", len(ref.Args))
	}
	text, ok := ref.Args[0].(starlark.String)
	if !ok {
		return nil, badMark(ref, "expected a string, but was %s", ref.Args[0].Type())
	}
	way, problem := workspace.ParseRef(string(text))
	if problem != nil {
		d := badMark(ref, "Annotation library/ref: %s", problem.Message)
		d.Code = problem.Code
		return nil, d
	}
	return &Delivery{Layer: *layer, Ref: way, Whole: way, Schema: mark == schemaMark, After: m.after}, nil
}

// manner is how a data values document is merged.
type manner struct {
	plain  bool // as plain YAML
	after  bool // after the values that code gives to the library
	placed bool // the annotation says whether after
}

func mannerOf(doc *tree.Document, a *tree.Annotation) (m manner, problem *diag.Diagnostic) {
	for _, kw := range a.Kwargs {
		name := string(kw[0].(starlark.String))
		flag, isBool := kw[1].(starlark.Bool)
		switch {
		case name != "after_library_module" && name != "plain":
			return m, badMark(a, "Unknown kwarg %s for annotation %s", name, valuesMark)
		case !isBool:
			return m, badMark(a, "expected starlark.Bool, but was %T", kw[1])
		case name == "plain":
			m.plain = bool(flag)
		default:
			m.after, m.placed = bool(flag), true
		}
	}
	if m.plain && annotated(doc.Value) {
		return m, badMark(a, "Annotation %s on line %s: Expected plain YAML with plain=True, but found annotations", valuesMark, a.Span)
	}
	return m, nil
}

func badMark(a *tree.Annotation, format string, args ...any) *diag.Diagnostic {
	return &diag.Diagnostic{Code: diag.DataValuesAnnotation, Message: fmt.Sprintf(format, args...), Span: a.Span}
}

// inOrder names files as the context of problems: "a.yml, b.yml".
func inOrder(stage string, files []*workspace.File, more string, hasMore bool) string {
	names := make([]string, 0, len(files)+1)
	for _, f := range files {
		names = append(names, f.Path)
	}
	if hasMore {
		names = append(names, more)
	}
	if len(names) == 0 {
		return stage
	}
	return stage + " (in following order: " + strings.Join(names, ", ") + ")"
}
