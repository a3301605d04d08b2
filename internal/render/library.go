package render

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/schema"
	"ytt/internal/tree"
	"ytt/internal/workspace"
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
	schemas  []*workspace.File // in the order of the inputs, which decides who overrides whom
	valued   []*workspace.File // with data values documents, in the same order

	misplaced diag.List // marks of data values; nobody who only asks for the schema is told

	schemaFiles []schemaFile // given as schema

	schema  *schema.Schema
	values  *tree.Document
	checked *schema.Checked // nil without a schema

	addressed []*Delivery   // documents in the library's own files for libraries inside
	ran       []eval.Result // of the files that were evaluated with the values
	asides    eval.Log      // what functions in annotations print

	keys    sync.Once
	badKeys diag.List // of the values

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

// Schema finds out just the schema of the library that Prepare would prepare, and what code printed on the way.
func (r *Run) Schema(root workspace.Library, given Given, ref workspace.Ref) (s *schema.Schema, printed []string, diags diag.List) {
	defer r.budget.Guard(r.ctx)()
	l, printed, diags := r.reach(root, given, ref)
	if diags.HasErrors() {
		return nil, printed, diags
	}
	diags = append(diags, l.compile()...)
	if diags.HasErrors() {
		return nil, printed, within(ref, diags)
	}
	ran, problems := l.declare(l.early())
	printed = append(append(printed, eval.Printed(ran)...), l.asides.Take()...)
	return l.schema, printed, within(ref, append(diags, problems...))
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
	diags = append(l.compile(), l.misplaced...)
	end("%v", count{len(l.files), "file"})
	if diags.HasErrors() {
		return nil, diags
	}
	session := l.early()
	end = l.trace.Start("schema")
	ran, diags := l.declare(session)
	end("%v", count{len(l.schemas), "file"})
	printed = append(eval.Printed(ran), l.asides.Take()...)
	if diags.HasErrors() {
		return printed, diags
	}
	end = l.trace.Start("values")
	ran, diags = l.compute(session)
	end("%v, %v", count{len(l.valued), "file"}, count{len(l.inbox.values), "argument"})
	printed = append(append(printed, eval.Printed(ran)...), l.asides.Take()...)
	if diags.HasErrors() && l.checked == nil {
		return printed, diags
	}
	end = l.trace.Start("validate")
	diags = append(diags, l.validate(session)...)
	end("")
	return append(printed, l.asides.Take()...), diags
}

// thread returns a thread for the functions in annotations.
func (l *library) thread(session *eval.Session, stage string) *starlark.Thread {
	return session.Thread(stage, &l.asides)
}

// count says how many things there are: "1 file", "2 files".
type count struct {
	n     int
	thing string
}

func (c count) String() string {
	if c.n != 1 {
		c.thing += "s"
	}
	return strconv.Itoa(c.n) + " " + c.thing
}

// compile compiles the files, and sorts out those that hold schema and values.
func (l *library) compile() diag.List {
	l.compiled = map[*workspace.File]*eval.Compiled{}
	for _, f := range l.root.Files() {
		// What runs on demand may still hold schema or values.
		if f.Type != workspace.Data && (!f.OnDemand || mayBeMarked(f)) {
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
		if !mayBeMarked(f) {
			l.run.warn(c.Problems)
			continue
		}
		found, problems := l.classify(f, c)
		diags = append(diags, problems...)
		if found != "" || !f.OnDemand {
			l.run.warn(c.Problems)
		}
		switch found {
		case schemaMark:
			l.schemas = append(l.schemas, f)
		case valuesMark:
			l.valued = append(l.valued, f)
		}
	}
	workspace.Sort(l.schemas)
	workspace.Sort(l.valued)
	return diags
}

// mayBeMarked reports whether documents of schema or values are looked for in a file.
func mayBeMarked(f *workspace.File) bool {
	return f.Type == workspace.YAML && f.Template && !f.Library
}

// early returns the session in which schema and values are computed: there are no values yet.
func (l *library) early() *eval.Session { return l.session(nil, nil) }

func (l *library) session(values tree.Node, record *eval.Record) *eval.Session {
	return eval.NewSession(l.run.ctx, eval.Env{
		Programs:                l.run.programs,
		Compile:                 l.rules.Compile,
		Budget:                  l.run.budget,
		Universe:                l.run.universe,
		Root:                    l.root,
		Builtin:                 l.builtin(values, record),
		ImplicitMapKeyOverrides: l.rules.ImplicitMapKeyOverrides,
		Depth:                   l.depth,
		Trace:                   l.run.opts.Trace,
		Record:                  record,
	})
}

// templates returns the files to be evaluated: those that hold neither schema nor values.
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
		if !early[f] && !f.OnDemand {
			rest = append(rest, f)
		}
	}
	return rest
}

// runTemplates runs files with the values. The root library takes results from the run's memory where they are the same.
func (l *library) runTemplates(files []*workspace.File, parallel bool) (*eval.Session, []eval.Result) {
	end := l.trace.Start("evaluate")
	if !parallel || l.run.opts.Memory == nil {
		session := l.session(l.values.Value, nil)
		var ran []eval.Result
		if parallel {
			ran = session.RunAll(files)
		} else {
			ran = session.RunEach(files)
		}
		end("%v", count{len(files), "file"})
		return session, ran
	}
	record := &eval.Record{}
	session := l.session(l.values.Value, record)
	past := l.run.opts.Memory.recall(l)
	ran := make([]eval.Result, len(files))
	var fresh []*workspace.File
	for i, f := range files {
		if known := past.result(f, l.values.Value); known != nil {
			ran[i] = *known
			ran[i].File = f
		} else {
			fresh = append(fresh, f)
		}
	}
	results := session.RunAll(fresh)
	for i := range ran {
		if ran[i].File == nil {
			ran[i], results = results[0], results[1:]
		}
	}
	l.run.opts.Memory.keep(l, past, record, fresh, ran)
	end("%v, %d as before", count{len(fresh), "file"}, len(files)-len(fresh))
	return session, ran
}

// unknownTypes reports files that were marked for output, of which nobody can say what is in them.
func (l *library) unknownTypes() (diags diag.List) {
	for _, f := range l.root.FilesInOrder() {
		if f.ForOutput && f.Type == workspace.Data {
			diags = append(diags, &diag.Diagnostic{
				Code:    diag.BadFileMark,
				Message: "Unknown file type",
				Hints: []string{fmt.Sprintf("'%s' is a data file, which has no output of its own: say what it is with "+
					"--file-mark '%s:type=text-template' or another type", f.Path, f.Original)},
			})
		}
	}
	return diags
}

// evaluate runs the remaining files and applies the overlays. The outermost library is what gets printed.
func (l *library) evaluate(outermost bool) (*Result, diag.List) {
	if problems := l.unknownTypes(); problems.HasErrors() {
		return &Result{}, problems
	}
	rest := l.templates()
	session, ran := l.runTemplates(rest, outermost)
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
	if outermost {
		l.warnOfIneffective(result)
	}
	if len(overlays) == 0 {
		return result, nil
	}
	end := l.trace.Start("overlay")
	diags = l.overlay(session, result, overlays, from)
	end("%v", count{len(overlays), "document"})
	return result, diags
}
