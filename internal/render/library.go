package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/directive"
	"ytt/internal/eval"
	"ytt/internal/overlay"
	"ytt/internal/schema"
	"ytt/internal/tree"
	"ytt/internal/workspace"
	"ytt/internal/yaml"
)

// This file implements the pipeline of one library.

// library is a library on its way through the pipeline.
type library struct {
	run   *Run
	root  workspace.Library
	rules Rules
	trace eval.Trace // of the root library only: those inside are part of evaluating it
	depth int        // how deep the code is nested in calls that renders the library
	inbox

	files    []*workspace.File // in the order in which they are evaluated
	compiled map[*workspace.File]*eval.Compiled
	schemas  []*workspace.File
	valued   []*workspace.File // with data values documents

	schemaFiles []schemaFile // given as schema

	schema  *schema.Schema
	values  *tree.Document
	checked *schema.Checked // nil without a schema

	addressed []*Delivery   // documents in the library's own files for libraries inside
	ran       []eval.Result // of the files that were evaluated with the values

	usedMu sync.Mutex
	used   map[*Delivery]bool
}

// Given is what comes to the root library from outside of its files.
type Given struct {
	schemas    []schemaFile
	Values     []Layer
	Deliveries []*Delivery
}

// File is the result of one file.
type File struct {
	*workspace.File
	Docs *tree.Stream // of a YAML file
	Text string       // of a text file
}

// Result is what rendering a library gives.
type Result struct {
	Files   []File   // in output order
	Printed []string // by code, in order
}

// Prepared is a library whose values are known.
type Prepared struct {
	lib     *library
	Schema  *schema.Schema
	Values  *tree.Document
	Printed []string
}

// Prepare finds out the schema and the values of the library that a reference means; an empty one means the root library.
func (r *Run) Prepare(root workspace.Library, given Given, ref workspace.Ref) (*Prepared, diag.List) {
	defer r.budget.Guard(r.ctx)()
	l, printed, diags := r.reach(root, given, ref)
	if diags.HasErrors() {
		return &Prepared{Printed: printed}, diags
	}
	more, problems := l.prepare()
	return &Prepared{lib: l, Schema: l.schema, Values: l.values, Printed: append(printed, more...)}, within(ref, append(diags, problems...))
}

// Schema finds out just the schema of the library that Prepare would prepare.
func (r *Run) Schema(root workspace.Library, given Given, ref workspace.Ref) (*schema.Schema, diag.List) {
	defer r.budget.Guard(r.ctx)()
	l, _, diags := r.reach(root, given, ref)
	if diags.HasErrors() {
		return nil, diags
	}
	diags = append(diags, l.compile()...)
	if diags.HasErrors() {
		return nil, within(ref, diags)
	}
	_, problems := l.declare(l.early())
	return l.schema, within(ref, append(diags, problems...))
}

// Render evaluates the library. Beside problems the result holds what code printed.
func (p *Prepared) Render() (*Result, diag.List) {
	defer p.lib.run.budget.Guard(p.lib.run.ctx)()
	result, diags := p.lib.evaluate(true)
	result.Printed = append(slices.Clone(p.Printed), result.Printed...)
	return result, diags
}

// prepare runs the stages up to validation.
func (l *library) prepare() (printed []string, diags diag.List) {
	l.used = map[*Delivery]bool{}
	end := l.trace.Start("compile")
	diags = l.compile()
	end(counted(len(l.files), "file"))
	if diags.HasErrors() {
		return nil, diags
	}
	session := l.early()
	end = l.trace.Start("schema")
	ran, diags := l.declare(session)
	end(counted(len(l.schemas), "file"))
	printed = eval.Printed(ran)
	if diags.HasErrors() {
		return printed, diags
	}
	end = l.trace.Start("values")
	ran, diags = l.compute(session)
	end(counted(len(l.valued), "file") + ", " + counted(len(l.inbox.values), "argument"))
	printed = append(printed, eval.Printed(ran)...)
	if diags.HasErrors() && l.checked == nil {
		return printed, diags
	}
	end = l.trace.Start("validate")
	diags = append(diags, l.validate(session)...)
	end("")
	return printed, diags
}

// counted says how many things there are: "1 file", "2 files".
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}

// compile compiles the files, and sorts out those that hold schema and values.
func (l *library) compile() diag.List {
	l.compiled = map[*workspace.File]*eval.Compiled{}
	for _, f := range l.root.Files() {
		if f.Type != workspace.Data {
			l.files = append(l.files, f)
		}
	}
	var diags diag.List
	for i, c := range l.run.programs.CompileAll(l.files, l.rules.Compile) {
		f := l.files[i]
		l.compiled[f] = c
		if c.Unreadable {
			if !f.Library { // a problem of whoever loads it
				diags = append(diags, c.Problems...)
			}
			continue
		}
		l.run.warn(c.Problems)
		if f.Type != workspace.YAML || !f.Template || f.Library {
			continue
		}
		found, problems := l.classify(f, c)
		diags = append(diags, problems...)
		switch found {
		case schemaMark:
			l.schemas = append(l.schemas, f)
		case valuesMark:
			l.valued = append(l.valued, f)
		}
	}
	return diags
}

const (
	schemaMark = "data/values-schema"
	valuesMark = "data/values"
)

// classify tells whether a file holds schema or data values documents.
func (l *library) classify(f *workspace.File, c *eval.Compiled) (found string, diags diag.List) {
	seen := map[string]bool{}
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
			diags = append(diags, &diag.Diagnostic{
				Code:    diag.DataValuesAnnotation,
				Message: fmt.Sprintf("Found @%s on %s (%s); only documents (---) can be annotated with @%s", m.Name, kind, m.Node, m.Name),
				Span:    m.Span,
				Hints:   []string{"add a line '---' between the annotation and its document"},
			})
			continue
		}
		if key := fmt.Sprint(m.Name, m.Node.Start); seen[key] {
			diags = append(diags, &diag.Diagnostic{
				Code:    diag.DataValuesAnnotation,
				Message: m.Name + " annotation may only be used once per document",
				Span:    m.Span,
			})
		} else {
			seen[key] = true
		}
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

// early returns the session in which schema and values are computed: there are no values yet.
func (l *library) early() *eval.Session { return l.session(nil) }

func (l *library) session(values tree.Node) *eval.Session {
	return eval.NewSession(l.run.ctx, eval.Env{
		Programs:                l.run.programs,
		Compile:                 l.rules.Compile,
		Budget:                  l.run.budget,
		Universe:                l.run.universe,
		Root:                    l.root,
		Builtin:                 l.builtin(values),
		ImplicitMapKeyOverrides: l.rules.ImplicitMapKeyOverrides,
		Depth:                   l.depth,
		Trace:                   l.run.opts.Trace,
	})
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
		case isEmpty(doc.Value):
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
			d, problem = l.address(&layer, a, mark)
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

func onlyDocuments(f *workspace.File, doc *tree.Document, mark string) *diag.Diagnostic {
	what, code := "data values", diag.DataValuesFile
	if mark == schemaMark {
		what, code = "schema", diag.SchemaFile
	}
	return &diag.Diagnostic{
		Code:    code,
		Context: []string{"Templating file '" + f.Path + "'"},
		Message: fmt.Sprintf("Expected %s file '%s' to only have %s documents", what, f.Path, what),
		Span:    doc.Span,
		Hints:   []string{fmt.Sprintf("annotate this document with #@%s, or move it to a file of its own", mark)},
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

// address reads the annotations that say to whom a document goes, and how it is merged there; nil is the library itself.
func (l *library) address(layer *Layer, a *tree.Annotation, mark string) (*Delivery, *diag.Diagnostic) {
	doc := layer.Doc
	fail := func(span tree.Annotation, format string, args ...any) *diag.Diagnostic {
		return &diag.Diagnostic{Code: diag.DataValuesAnnotation, Message: fmt.Sprintf(format, args...), Span: span.Span}
	}
	after, placed := false, false
	kwargs := a.Kwargs
	if mark == schemaMark {
		kwargs = nil // schemaLayer has read them
	}
	for _, kw := range kwargs {
		name := string(kw[0].(starlark.String))
		flag, isBool := kw[1].(starlark.Bool)
		switch {
		case name != "after_library_module" && name != "plain":
			return nil, fail(*a, "Unknown kwarg %s for annotation %s", name, mark)
		case !isBool:
			return nil, fail(*a, "expected starlark.Bool, but was %T", kw[1])
		case name == "plain":
			layer.Plain = bool(flag)
		default:
			after, placed = bool(flag), true
		}
	}
	if layer.Plain && mark == valuesMark && annotated(doc.Value) {
		return nil, fail(*a, "Annotation %s on line %s: Expected plain YAML with plain=True, but found annotations", mark, a.Span)
	}
	ref := doc.Notes.Find("library/ref")
	if ref == nil {
		if placed {
			return nil, fail(*a, "Annotation %s: Expected kwarg 'after_library_module' to be used with library/ref annotation", mark)
		}
		return nil, nil
	}
	if len(ref.Args) != 1 {
		return nil, fail(*ref, "Expected library/ref annotation to have one arg, got %d", len(ref.Args))
	}
	text, ok := ref.Args[0].(starlark.String)
	if !ok {
		return nil, fail(*ref, "expected a string, but was %s", ref.Args[0].Type())
	}
	way, problem := workspace.ParseRef(string(text))
	if problem != nil {
		d := fail(*ref, "Annotation library/ref: %s", problem.Message)
		d.Code = problem.Code
		return nil, d
	}
	return &Delivery{Layer: *layer, Ref: way, Whole: way, Schema: mark == schemaMark, After: after}, nil
}

// templates returns the files that hold neither schema nor values.
func (l *library) templates() []*workspace.File {
	early := make(map[*workspace.File]bool, len(l.schemas)+len(l.valued))
	for _, f := range l.schemas {
		early[f] = true
	}
	for _, f := range l.valued {
		early[f] = true
	}
	rest := make([]*workspace.File, 0, len(l.files))
	for _, f := range l.files {
		if !early[f] {
			rest = append(rest, f)
		}
	}
	return rest
}

// evaluate runs the remaining files and applies the overlays.
func (l *library) evaluate(parallel bool) (*Result, diag.List) {
	session := l.session(l.values.Value)
	rest := l.templates()
	end := l.trace.Start("evaluate")
	var ran []eval.Result
	if parallel {
		ran = session.RunAll(rest)
	} else {
		ran = session.RunEach(rest)
	}
	end(counted(len(rest), "file"))
	l.ran = ran
	result := &Result{Printed: eval.Printed(ran)}
	diags := slices.Concat(eval.Problems(ran)...)
	if diags.HasErrors() {
		return result, diags
	}
	if diags = unused(l.deliveries, l.used); diags.HasErrors() {
		return result, diags
	}
	overlays, from := l.collect(result, ran)
	if len(overlays) == 0 {
		return result, nil
	}
	end = l.trace.Start("overlay")
	diags = l.overlay(session, result, overlays, from)
	end(counted(len(overlays), "document"))
	return result, diags
}

// collect puts the results into output order, taking out overlay documents and empty ones.
func (l *library) collect(result *Result, ran []eval.Result) (overlays []*tree.Document, from []*workspace.File) {
	slices.SortStableFunc(ran, func(a, b eval.Result) int { return a.File.Order - b.File.Order })
	for _, r := range ran {
		if !r.File.ForOutput {
			continue
		}
		if r.File.Type == workspace.Text {
			result.Files = append(result.Files, File{File: r.File, Text: r.Outcome.Text})
			continue
		}
		if r.Outcome.Docs == nil {
			continue
		}
		kept, found := split(r.Outcome.Docs)
		if len(found) > 0 {
			overlays = append(overlays, found...)
			from = append(from, r.File)
		}
		for _, doc := range kept.Docs {
			if warning := ineffective(doc); warning != nil {
				l.run.warn(diag.List{warning})
			}
		}
		if len(kept.Docs) > 0 {
			result.Files = append(result.Files, File{File: r.File, Docs: kept})
		}
	}
	return overlays, from
}

// split separates overlay documents from the others and drops empty ones.
func split(docs *tree.Stream) (kept *tree.Stream, overlays []*tree.Document) {
	ordinary := 0
	for _, d := range docs.Docs {
		if !overlay.IsOverlay(d) && !isEmpty(d.Value) {
			ordinary++
		}
	}
	if ordinary == len(docs.Docs) {
		return docs, nil
	}
	kept = &tree.Stream{Docs: make([]*tree.Document, 0, ordinary)}
	var above []tree.Comment // of documents that are dropped: a licence over nothing but functions, say
	for _, d := range docs.Docs {
		switch {
		case overlay.IsOverlay(d):
			overlays = append(overlays, d)
		case isEmpty(d.Value):
			above = append(above, headings(d)...)
		default:
			kept.Docs = append(kept.Docs, headed(d, above))
			above = nil
		}
	}
	return kept, overlays
}

// headings returns the comments above a document.
func headings(d *tree.Document) []tree.Comment {
	if d.Notes == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(d.Notes.Comments), func(c tree.Comment) bool { return c.Place != tree.Above })
}

// headed returns a document with comments above its own.
func headed(d *tree.Document, above []tree.Comment) *tree.Document {
	if len(above) == 0 {
		return d
	}
	with, notes := *d, tree.Notes{}
	if d.Notes != nil {
		notes = *d.Notes
	}
	notes.Comments = append(above, notes.Comments...)
	with.Notes = &notes
	return &with
}

// overlay applies the overlay documents to all documents.
func (l *library) overlay(session *eval.Session, result *Result, overlays []*tree.Document, from []*workspace.File) diag.List {
	var printed eval.Log
	var left []*tree.Stream
	for _, f := range result.Files {
		if f.Docs != nil {
			left = append(left, f.Docs)
		}
	}
	merged, diags := overlay.Documents(session.Thread("overlays", &printed), left, overlays, overlay.Options{Frames: session.Frames})
	result.Printed = append(result.Printed, printed.Lines()...)
	if diags.HasErrors() {
		return diags.Within(inOrder("Overlaying", from, "", false))
	}
	i := 0
	for k := range result.Files {
		if result.Files[k].Docs != nil {
			result.Files[k].Docs = merged[i]
			i++
		}
	}
	return diags
}
