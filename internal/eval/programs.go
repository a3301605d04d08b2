package eval

import (
	"runtime"
	"sync"
	"sync/atomic"

	"ytt/internal/diag"
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
}

// Compile returns the compiled file.
func (p *Programs) Compile(file *workspace.File, opts CompileOptions) *Compiled {
	key := programKey{file, opts}
	p.mu.Lock()
	if p.files == nil {
		p.files = map[programKey]*programEntry{}
	}
	e := p.files[key]
	if e == nil {
		e = &programEntry{}
		p.files[key] = e
	}
	p.mu.Unlock()
	e.once.Do(func() {
		end := p.Trace.Start(CompileFile)
		e.compiled = compile(file, opts, p.Predeclared)
		end(file.Path)
	})
	return &e.compiled
}

// CompileAll compiles files side by side; the results are in their order.
func (p *Programs) CompileAll(files []*workspace.File, opts CompileOptions) []*Compiled {
	out := make([]*Compiled, len(files))
	parallel(len(files), func(i int) { out[i] = p.Compile(files[i], opts) })
	return out
}

// parallel calls do for 0…n-1, on as many goroutines as there are processors.
func parallel(n int, do func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	if workers <= 1 {
		for i := range n {
			do(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wg.Wait()
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
