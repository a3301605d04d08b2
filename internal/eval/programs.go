package eval

import (
	"strconv"
	"sync"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/parallel"
	"ytt/internal/script"
	"ytt/internal/source"
	"ytt/internal/template"
	"ytt/internal/workspace"
	"ytt/internal/yaml"
)

// This file implements the compiled files of a run: each is read, parsed and compiled once.

// Compiled is a file's program and what its compilation found wrong. The program is there, for its Marks, even if the
// file cannot be run.
type Compiled struct {
	Program  *template.Program
	Problems diag.List
	// Unreadable is set when the file is not even YAML, or cannot be read.
	Unreadable bool
}

// Programs compiles files on demand and keeps the result for as long as it lives. It is safe for concurrent use.
type Programs struct {
	// Predeclared reports the names that code can use without loading them.
	Predeclared func(name string) bool
	// Trace is told of every file that is compiled.
	Trace Trace

	mu      sync.Mutex
	files   map[programKey]*programEntry
	sources map[string]*template.Program // by Key of their sources
}

type programKey struct {
	file *workspace.File
	opts CompileOptions
}

type programEntry struct {
	once     sync.Once
	compiled Compiled
}

// CompileOptions are the rules under which a file is compiled.
type CompileOptions struct {
	Strict         bool // reject ambiguous scalars
	Version12      bool // scalars by YAML 1.2
	StrictComments bool // reject comments that mean nothing to us
	IgnoreComments bool // do not even warn about them
	KeepComments   bool // let nodes carry their ordinary comments
	KeepTags       bool // let nodes carry tags that are not YAML's own

	IgnoreAnnotations bool // do not warn about annotations that nothing reads
}

// Compile returns the compiled file.
func (p *Programs) Compile(file *workspace.File, opts CompileOptions) *Compiled {
	p.mu.Lock()
	e, _ := p.entry(file, opts)
	p.mu.Unlock()
	return p.compiled(e, file, opts)
}

// CompileAll compiles files side by side; the results are in their order.
func (p *Programs) CompileAll(files []*workspace.File, opts CompileOptions) []*Compiled {
	entries := make([]*programEntry, len(files))
	var fresh []int // files that nobody has asked for yet
	p.mu.Lock()
	for i, f := range files {
		e, isNew := p.entry(f, opts)
		if entries[i] = e; isNew {
			fresh = append(fresh, i)
		}
	}
	p.mu.Unlock()
	parallel.Do(len(fresh), func(k int) { p.compiled(entries[fresh[k]], files[fresh[k]], opts) })
	out := make([]*Compiled, len(files))
	for i, e := range entries {
		out[i] = p.compiled(e, files[i], opts)
	}
	return out
}

// entry returns the place for a file's program. The caller holds the lock.
func (p *Programs) entry(file *workspace.File, opts CompileOptions) (e *programEntry, isNew bool) {
	if p.files == nil {
		p.files = map[programKey]*programEntry{}
	}
	key := programKey{file, opts}
	if e = p.files[key]; e == nil {
		e, isNew = &programEntry{}, true
		p.files[key] = e
	}
	return e, isNew
}

// compiled returns a file's program, which is compiled by whoever asks first; others wait.
func (p *Programs) compiled(e *programEntry, file *workspace.File, opts CompileOptions) *Compiled {
	e.once.Do(func() {
		end := p.Trace.Start(CompileFile)
		e.compiled = compile(file, opts, p.Predeclared)
		if e.compiled.Program != nil {
			p.remember(e.compiled.Program)
		}
		end("%s", file.Path)
	})
	return &e.compiled
}

// remember lets positions in a program's code be traced to its sources.
func (p *Programs) remember(program *template.Program) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sources == nil {
		p.sources = map[string]*template.Program{}
	}
	for _, f := range program.Sources {
		p.sources[f.Key()] = program
	}
}

// source returns the text with a key, nil for none.
func (p *Programs) source(key string) *source.File {
	p.mu.Lock()
	defer p.mu.Unlock()
	if program := p.sources[key]; program != nil {
		return program.Source(key)
	}
	return nil
}

// Caller returns the place, "file:line", of the code that called the builtin which is running on a thread.
func (p *Programs) Caller(thread *starlark.Thread) string {
	if thread.CallStackDepth() < 2 {
		return "?"
	}
	at := thread.CallFrame(1).Pos
	f := p.source(at.Filename())
	if f == nil {
		return "?"
	}
	return f.Name + ":" + strconv.Itoa(int(at.Line))
}

// problem words an error of running code.
func (p *Programs) problem(err error) *diag.Diagnostic {
	d := script.Problem(err, p.source)
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range d.Frames {
		if at := d.Frames[i].Span; at.Known() {
			d.Frames[i].Excerpt = p.sources[at.File.Key()].Excerpt(at)
		}
	}
	return d
}

func compile(file *workspace.File, opts CompileOptions, predeclared func(string) bool) Compiled {
	src, problem := file.Source()
	if problem != nil {
		return Compiled{Problems: diag.List{problem}, Unreadable: true}
	}
	topts := template.Options{
		Predeclared:    predeclared,
		Strict:         opts.Strict,
		Version12:      opts.Version12,
		StrictComments: opts.StrictComments,
		IgnoreComments: opts.IgnoreComments,
		Plain:          !file.Template,
		KeepComments:   opts.KeepComments,
		KeepTags:       opts.KeepTags,

		IgnoreAnnotations: opts.IgnoreAnnotations,
	}
	switch file.Type {
	case workspace.Starlark:
		p, diags := template.Starlark(src, topts)
		return Compiled{Program: p, Problems: diags.Within("Evaluating starlark template")}
	case workspace.Text:
		p, diags := template.Text(src, topts)
		return Compiled{Program: p, Problems: diags}
	}
	parsed, diags := yaml.Parse(src, yaml.Options{})
	if diags.HasErrors() {
		return Compiled{Problems: diags.Within("Unmarshaling YAML template '" + src.Name + "'"), Unreadable: true}
	}
	p, diags := template.YAML(parsed, topts)
	return Compiled{Program: p, Problems: diags}
}
