package syntax

import (
	"slices"
	"sync"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/yaml"
)

// This file implements File and Parse.

// Kind is the language of a file.
type Kind uint8

const (
	YAML     Kind = iota
	Text          // a text template, or a text
	Starlark      // code only
)

// Options choose how a file is read, and what is reported about its comments.
type Options struct {
	Kind Kind
	// Plain reads a file as plain YAML or text: its comments and text hold no code.
	Plain bool
	// Version12 resolves scalars by YAML 1.2.
	Version12 bool
	// StrictComments rejects comments that are neither code nor "#!" remarks.
	StrictComments bool
	// IgnoreComments accepts those comments without a warning.
	IgnoreComments bool
	// IgnoreAnnotations accepts annotations that nothing reads without a warning.
	IgnoreAnnotations bool
}

// File is a parsed file.
type File struct {
	Kind   Kind
	Source *source.File

	// YAML holds the nodes of a YAML file; nil for other kinds. If the file is Broken, it holds what could be read.
	YAML *yaml.File
	// Text is the pieces of a text file; nil for other kinds.
	Text *TextTemplate
	// Strings are the text templates among the scalars and keys of a YAML file, by node; nil for none.
	Strings map[int32]*TextTemplate
	// TextScopes are the parts of a YAML file whose strings are text templates.
	TextScopes []source.Span

	// Version12 is set when scalars are read by YAML 1.2: the options or the file ask for it.
	Version12 bool
	// Templated is set when a YAML file has code, values or annotations in comments.
	Templated bool
	// Annotations are those that stand in comments, in their order.
	Annotations []AnnotationRef
	// LostAt is the last document whose annotations were written for the value above it, as Diags says; 0 for none.
	LostAt int32

	// Broken is set when the file is not YAML.
	Broken bool
	// Diags are the problems of a broken file's YAML, or else those of comments. Problems has those of code and text as well.
	Diags diag.List

	directives directives

	scriptOnce  sync.Once
	script      Script
	extentsOnce sync.Once
	extents     []extent // of the nodes of YAML
}

// AnnotationRef is an annotation as it stands in a file, not evaluated.
type AnnotationRef struct {
	Name string
	Kind yaml.Kind   // of the node it stands on
	Node source.Span // of that node
	Span source.Span // of the comment
	Body source.Span // of its arguments
}

// Parse reads a file. It returns a tree for any text.
func Parse(src *source.File, opts Options) *File {
	f := &File{Kind: opts.Kind, Source: src}
	switch opts.Kind {
	case YAML:
		var problems diag.List
		f.YAML, problems = yaml.Parse(src, yaml.Options{})
		f.Broken = problems.HasErrors()
		f.Version12 = opts.Version12 || f.YAML.Version12
		r := reader{File: f, opts: opts}
		if !opts.Plain {
			r.readComments()
			f.findStrings()
			r.warnOfLostCode()
		}
		if f.Diags = r.diags; f.Broken {
			f.Diags = problems // those of comments may be consequences
		}
	case Text:
		f.Text = readTextFile(src, opts.Plain)
	}
	return f
}

// Directives returns the directives that stand on a node of a YAML file, in their order.
func (f *File) Directives(node int32) []Directive { return f.directives.of(node) }

// Has reports whether an annotation stands on a node.
func (f *File) Has(node int32, annotation string) bool {
	for _, d := range f.Directives(node) {
		if d.Kind == Annotation && d.Name == annotation {
			return true
		}
	}
	return false
}

// HasValue reports whether the value of a node is computed by code beside it.
func (f *File) HasValue(node int32) bool {
	for _, d := range f.Directives(node) {
		if d.Kind == Value {
			return true
		}
	}
	return false
}

// Problems returns everything that is wrong with the file as a text, by position: in YAML, comments, text templates and the grammar of
// code. What takes compiling to find, such as names that nothing defines, is not among it.
func (f *File) Problems() diag.List {
	all := slices.Clone(f.Diags)
	if f.Text != nil && f.Text.Problem != nil {
		all = append(all, f.Text.Problem)
	}
	for _, t := range f.Strings {
		if t.Problem != nil {
			all = append(all, t.Problem)
		}
	}
	if f.Kind == YAML && !f.Broken {
		all = append(all, f.ScalarWarnings()...)
	}
	if !f.Broken {
		all = append(all, f.Script().Diags...)
	}
	slices.SortStableFunc(all, func(a, b *diag.Diagnostic) int { return int(a.Span.Start - b.Span.Start) })
	return all
}
