package eval

import (
	"path"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/script"
	"ytt/internal/syntax"
	"ytt/internal/workspace"
)

// This file finds undefined names that a library file of the same library defines.

// maxLibraryFiles is the maximum number of library files searched for a name.
const maxLibraryFiles = 500

// WithLoads returns the problems of compiling a file, with a fact for each unknown name that could be loaded. It copies the
// problems it changes, because they are shared with other runs.
func (p *Programs) WithLoads(problems diag.List, from LibraryFile, opts CompileOptions) diag.List {
	var defined map[string]*workspace.File
	var out diag.List
	for i, d := range problems {
		name, ok := unknownName(d)
		if !ok || len(d.Notes) > 0 {
			continue
		}
		if defined == nil {
			defined = p.definitions(from, opts)
		}
		if len(defined) == 0 {
			return problems
		}
		if defined[name] == nil {
			continue
		}
		if out == nil {
			out = append(diag.List{}, problems...)
		}
		clone := *d
		clone.Fact = &Loadable{Name: name, Location: locationOf(from.File, defined[name], from.Library)}
		out[i] = &clone
	}
	if out == nil {
		return problems
	}
	return out
}

func unknownName(d *diag.Diagnostic) (name string, ok bool) {
	unknown, isName := d.Fact.(*script.Unknown)
	return d.Span.Text(), isName && !unknown.IsClear() && d.Span.Known()
}

// definitions returns the public names of the library files, with the first file that defines each.
func (p *Programs) definitions(from LibraryFile, opts CompileOptions) map[string]*workspace.File {
	defined := map[string]*workspace.File{}
	searched := 0
	for _, f := range from.Library.FilesInOrder() {
		if !f.Library || f == from.File || f.Type == workspace.Data {
			continue
		}
		if searched++; searched > maxLibraryFiles {
			break
		}
		c := p.Compile(f, opts)
		if c.Program == nil || c.Unreadable || c.Program.Plain {
			continue
		}
		for _, b := range c.Program.Parse().Script().Top.Bindings {
			if b.Kind != syntax.Loaded && !strings.HasPrefix(b.Name, "_") && defined[b.Name] == nil {
				defined[b.Name] = f
			}
		}
	}
	return defined
}

// locationOf returns the location in a load statement by which a file loads another one of its library.
func locationOf(from, to *workspace.File, lib workspace.Library) string {
	name := path.Base(to.Path)
	if to.Dir == from.Dir {
		return name
	}
	below := strings.TrimPrefix(to.Dir.Path, from.Dir.Path)
	if from.Dir.Path == "" {
		return path.Join(below, name)
	}
	if strings.HasPrefix(to.Dir.Path, from.Dir.Path+"/") {
		return path.Join(strings.TrimPrefix(below, "/"), name)
	}
	return "/" + path.Join(strings.TrimPrefix(strings.TrimPrefix(to.Dir.Path, lib.Root.Path), "/"), name)
}
