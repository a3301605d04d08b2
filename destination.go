package ytt

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/tree"
)

// This file implements the annotation @output/file: documents that choose the file that they are written to.

const outputFile = "output/file"

// destination returns where a document goes: where it says, or to the given path.
func destination(d *tree.Document, given string) string {
	if a := d.Notes.Find(outputFile); a != nil {
		if chosen, problem := destinationOf(a); problem == nil {
			return chosen
		}
	}
	return given
}

// destinationOf reads the annotation.
func destinationOf(a *tree.Annotation) (string, *diag.Diagnostic) {
	fail := func(format string, args ...any) (string, *diag.Diagnostic) {
		return "", &diag.Diagnostic{
			Code:    diag.OutputFilePath,
			Message: fmt.Sprintf(format, args...),
			Span:    a.Span,
			Hints:   []string{`write a path below the output directory: #@output/file "apps/web.yml"`},
		}
	}
	if len(a.Args) != 1 || len(a.Kwargs) > 0 {
		return fail("Annotation %s: Expected one argument, a path, but was given %d", outputFile, len(a.Args)+len(a.Kwargs))
	}
	text, ok := starlark.AsString(a.Args[0])
	if !ok {
		return fail("Annotation %s: Expected a path, but was given %s", outputFile, a.Args[0].Type())
	}
	clean := path.Clean(text)
	if text == "" || clean == "." || strings.HasSuffix(text, "/") || strings.ContainsAny(text, "\\:\x00") || !fs.ValidPath(clean) {
		return fail("Annotation %s: Expected a path below the output directory, but was given '%s'", outputFile, text)
	}
	return clean, nil
}

// checkDestinations finds annotations that name no possible file.
func checkDestinations(files []RenderedFile) (problems Diagnostics) {
	for i := range files {
		if files[i].docs == nil {
			continue
		}
		for _, d := range files[i].docs.Docs {
			if a := d.Notes.Find(outputFile); a != nil {
				if _, problem := destinationOf(a); problem != nil {
					problems = append(problems, problem)
				}
			}
		}
	}
	return problems
}

// divide sorts the documents of the files by where they go. Each group is like a file.
func divide(files []RenderedFile) []RenderedFile {
	var groups []RenderedFile
	at := map[string]int{} // position in groups
	group := func(path string, style *style) *tree.Stream {
		i, known := at[path]
		if !known {
			i = len(groups)
			at[path] = i
			groups = append(groups, RenderedFile{Path: path, docs: &tree.Stream{}, style: style})
		}
		return groups[i].docs
	}
	for i := range files {
		f := &files[i]
		if f.IsText || f.docs == nil || f.Path == "" {
			continue
		}
		for _, d := range f.docs.Docs {
			to := group(destination(d, f.Path), f.style)
			to.Docs = append(to.Docs, d)
		}
		if len(f.docs.Docs) == 0 {
			group(f.Path, f.style) // a file whose documents were all removed
		}
	}
	return groups
}
