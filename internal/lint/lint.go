// Package lint looks for what is probably not meant in a schema, and in how templates use the values that it declares. Nothing
// is run but rules, on the examples in the schema.
//
// What goes in is a declared schema and parsed code; what comes out are diagnostics. Each kind of finding has a code, and its
// file a comment that shows what it is about:
//
//	declarations.go   defaults, examples, annotations
//	rules.go          rules that cannot fail, or cannot hold
//	patterns.go       patterns of keys that overlap
//	functions.go      functions that decide nothing
//	reads.go          which values code reads, and how
//	uses.go           values that are not read, not declared, deprecated, or null where they must not be
package lint

import (
	"cmp"
	"slices"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/schema"
	"ytt/internal/schema/view"
	"ytt/internal/source"
	"ytt/internal/syntax"
	"ytt/internal/tree"
)

// Input is what is looked at.
type Input struct {
	Schema *schema.Schema
	// Schemas is the code of the files that declare it, Templates that of all others.
	Schemas, Templates []*syntax.File
	// Warnings are what reading the schema has found.
	Warnings diag.List
	// Thread runs the rules.
	Thread *starlark.Thread
	// Strict looks for values without a title and a description, too.
	Strict bool
}

// Run returns what was found, by file and position.
func Run(in Input) diag.List {
	l := &linter{Input: in, root: view.Of(in.Schema), found: slices.Clone(in.Warnings)}
	l.declarations(l.root)
	l.functions()
	l.uses()
	l.hideSecrets()
	files := map[*source.File]int{}
	for i, f := range slices.Concat(in.Schemas, in.Templates) {
		files[f.Source] = i
	}
	slices.SortStableFunc(l.found, func(a, b *diag.Diagnostic) int {
		return cmp.Or(cmp.Compare(files[a.Span.File], files[b.Span.File]), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	return l.found
}

type linter struct {
	Input
	root  *view.Field
	found diag.List
}

// finding is what a check has to say.
type finding struct {
	code    diag.Code
	isError bool
	at      source.Span
	path    string
	message string
	hint    string
	note    string      // about another place
	noteAt  source.Span // unknown for none
}

func (l *linter) add(f finding) {
	d := &diag.Diagnostic{Code: f.code, Severity: diag.Warning, Message: f.message, Span: f.at, Path: f.path}
	if f.isError {
		d.Severity = diag.Error
	}
	if f.hint != "" {
		d.Hints = []string{f.hint}
	}
	if f.noteAt.Known() {
		d.Notes = []diag.Note{{Message: f.note, Span: f.noteAt}}
	}
	l.found = append(l.found, d)
}

// line is a line of a file.
type line struct {
	file *source.File
	n    int
}

// hideSecrets keeps lines of the schema out of reports that may have defaults or examples of sensitive values on them.
func (l *linter) hideSecrets() {
	lines := map[line]bool{}
	addLines(lines, l.root)
	for i, d := range l.found {
		if d.Span.Known() && lines[line{d.Span.File, d.Span.Line()}] {
			hidden := *d // others may have the warnings that were given
			hidden.Sensitive = true
			l.found[i] = &hidden
		}
	}
}

// addLines adds the lines of what is sensitive.
func addLines(lines map[line]bool, f *view.Field) {
	add := func(s source.Span) {
		if s.Known() {
			lines[line{s.File, s.Line()}] = true
		}
	}
	if f.Hidden {
		add(f.Decl.Span)
		for _, a := range f.Decl.Written.Annotations {
			add(a.Span)
		}
	}
	for _, below := range f.Fields {
		addLines(lines, below)
	}
	if f.Item != nil {
		addLines(lines, f.Item)
	}
}

// shown returns a value on a line, unless it is sensitive.
func (l *linter) shown(f *view.Field, n tree.Node) string {
	if f.Hidden {
		return diag.Redacted
	}
	return view.ShortYAML(f.Decl.Redact(n))
}

// name names a value in messages.
func name(f *view.Field) string {
	if f.Path == "" {
		return "the document"
	}
	return "\"" + f.Path + "\""
}
