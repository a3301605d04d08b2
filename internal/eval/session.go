package eval

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/parallel"
	"ytt/internal/script"
	"ytt/internal/template"
	"ytt/internal/value"
	"ytt/internal/workspace"
)

// This file implements sessions: running the files of a library.

// Env is what a session is given from outside.
type Env struct {
	Programs *Programs
	Compile  CompileOptions
	Budget   *Budget
	Universe starlark.StringDict
	// Root is the library whose files are run.
	Root workspace.Library
	// Builtin returns the module "@ytt:name" for a file.
	Builtin func(from Place, name string) (starlark.StringDict, error)
	// ImplicitMapKeyOverrides lets repeated keys in templates replace earlier ones.
	ImplicitMapKeyOverrides bool
	// Depth is how deep the code is nested in calls that waits for the session's results; see the function Depth.
	Depth int
	// Trace is told of every file that is run.
	Trace Trace
	// Record is told what the results depend on.
	Record *Record
}

// Place is a file as part of a library: a file of a private library belongs to that library when it is loaded from
// outside ("@app:x.star"), and paths that begin with "/" start there.
type Place struct {
	Library workspace.Library
	File    *workspace.File
}

// Session runs the files of one library with one set of values.
type Session struct {
	env Env
	ctx context.Context

	mu      sync.Mutex
	modules map[Place]*module
	cycles  atomic.Bool // files were found to load each other
}

// maxLoads is the longest chain of files of which each loads the next. A problem at the end of the chain is told once
// for each of them, inside the one before.
const maxLoads = 100

// NewSession returns a session. Cancelling the context stops all its code.
func NewSession(ctx context.Context, env Env) *Session {
	return &Session{env: env, ctx: ctx, modules: map[Place]*module{}}
}

// Result is what running a file gave.
type Result struct {
	File     *workspace.File
	Outcome  *template.Outcome // nil after an error
	Problems diag.List
	log      log
}

// module is a file that is loaded by others: run once.
type module struct {
	name   string // the same in every session over the same files
	result Result
	done   chan struct{}
	run    *run // that runs it
}

// run is the running of one top-level file, with all the modules that are run because of it.
type run struct {
	waiting *module // that another run is at; guarded by Session.mu
}

// scope is what a thread knows about the code it runs.
type scope struct {
	at    Place
	run   *run
	loads []Place // from the top-level file down to this one
	log   *log
}

// RunAll runs files side by side. Modules among them are run as modules are.
func (s *Session) RunAll(files []*workspace.File) []Result {
	results := make([]Result, len(files))
	parallel.Do(len(files), func(i int) { results[i] = s.Run(files[i]) })
	if s.cycles.Swap(false) {
		// Which of the files in a circle is the first, and reports it, was a matter of luck.
		s.modules = map[Place]*module{}
		return s.RunEach(files)
	}
	return results
}

// RunEach runs files one after the other: for libraries inside of a file that is itself running.
func (s *Session) RunEach(files []*workspace.File) []Result {
	results := make([]Result, len(files))
	for i, f := range files {
		results[i] = s.Run(f)
	}
	return results
}

// Run runs one file.
func (s *Session) Run(file *workspace.File) Result {
	r := &run{}
	at := Place{s.env.Root, file}
	if !file.Library {
		return s.runFile(at, r, nil)
	}
	m, err := s.module(at, r, nil)
	if err != nil {
		return Result{File: file, Problems: s.problems(err, nil)}
	}
	out := Result{File: file, Outcome: m.result.Outcome, Problems: m.result.Problems}
	out.log.load(m)
	return out
}

// runFile runs the code of a file on a thread of its own.
func (s *Session) runFile(at Place, r *run, loads []Place) Result {
	out := Result{File: at.File}
	compiled := s.env.Programs.Compile(at.File, s.env.Compile)
	if compiled.Problems.HasErrors() {
		out.Problems = compiled.Problems
		return out
	}
	p := compiled.Program
	loads = append(loads[:len(loads):len(loads)], at)
	thread := s.thread(at.File.Path, &scope{at: at, run: r, loads: loads, log: &out.log})
	defer s.env.Trace.Start(RunFile)("%s", at.File.Path)
	outcome, err := p.Run(thread, template.RunOptions{
		Universe:                s.env.Universe,
		ImplicitMapKeyOverrides: s.env.ImplicitMapKeyOverrides,
		Spend:                   s.env.Budget.SpendNodes,
	})
	if err != nil {
		out.Problems = s.problems(err, script.Stopped(thread))
		if within := stageOf(at.File); within != "" {
			out.Problems = out.Problems.Within(within)
		}
		return out
	}
	out.Outcome = outcome
	return out
}

// stageOf is the context of problems in running a file.
func stageOf(file *workspace.File) string {
	switch file.Type {
	case workspace.Starlark:
		return "Evaluating starlark template"
	case workspace.Text:
		return "Evaluating text template"
	}
	return ""
}

// Thread returns a thread for calls of functions that the session's files made, as overlays and validations do.
// What the code prints goes to log.
func (s *Session) Thread(name string, printed *Log) *starlark.Thread {
	return s.thread(name, &scope{run: &run{}, log: &printed.log})
}

func (s *Session) thread(name string, sc *scope) *starlark.Thread {
	t := &starlark.Thread{
		Name:  name,
		Load:  func(_ *starlark.Thread, location string) (starlark.StringDict, error) { return s.load(sc, location) },
		Print: func(_ *starlark.Thread, msg string) { sc.log.print(msg) },
	}
	t.SetLocal(depthKey, s.env.Depth+len(sc.loads))
	s.env.Budget.watch(s.ctx, t, s.env.Depth+len(sc.loads))
	return t
}

// load implements the load statement.
func (s *Session) load(sc *scope, location string) (starlark.StringDict, error) {
	if name, ok := strings.CutPrefix(location, "@ytt:"); ok {
		return s.env.Builtin(sc.at, name)
	}
	lib, file, problem := sc.at.Library.Load(sc.at.File.Dir, location)
	if problem != nil {
		if near := s.builtinFor(sc.at, location); near != "" {
			problem.Hints = append([]string{"did you mean '" + near + "'?"}, problem.Hints...)
		}
		return nil, diag.List{problem}.Err()
	}
	to := Place{lib, file}
	s.env.Record.Load(sc.at, to)
	m, err := s.module(to, sc.run, sc.loads)
	if err != nil {
		return nil, err
	}
	sc.log.load(m)
	if found := circle(m.result.Problems); found != nil {
		return nil, found.Err()
	}
	if m.result.Problems.HasErrors() {
		return nil, &diag.ListError{List: m.result.Problems, Code: diag.LoadFailed}
	}
	return m.result.Outcome.Globals, nil
}

// builtinFor returns the location of the bundled module that a wrong location probably means, "" for none.
func (s *Session) builtinFor(from Place, location string) string {
	name := strings.TrimSuffix(strings.TrimPrefix(location, "@"), ".star")
	for _, prefix := range []string{"ytt:", "ytt/", "ytt."} {
		name = strings.TrimPrefix(name, prefix)
	}
	if strings.ContainsAny(name, "./:") {
		return ""
	}
	if _, err := s.env.Builtin(from, name); err != nil && !strings.HasPrefix(location, "ytt:") {
		return ""
	}
	return "@ytt:" + name
}

// module returns a file as a module, run once per session. It waits when another run is at it.
func (s *Session) module(at Place, r *run, loads []Place) (*module, error) {
	for i, p := range loads {
		if p == at {
			return nil, s.cycle(append(loads[i:len(loads):len(loads)], at))
		}
	}
	if len(loads) > maxLoads {
		return nil, &diag.LimitError{
			Code:    diag.BudgetDepth,
			Message: fmt.Sprintf("files load each other more than %d levels deep", maxLoads),
			Hint:    "load what a file needs directly, not through a chain of files",
		}
	}
	s.mu.Lock()
	if m, ok := s.modules[at]; ok {
		// Two runs that wait for each other's modules would wait for ever.
		for other := m; other != nil && !other.finished(); other = other.run.waiting {
			if other.run == r {
				s.mu.Unlock()
				return nil, s.cycle(append(loads[:len(loads):len(loads)], at))
			}
		}
		r.waiting = m
		s.mu.Unlock()
		<-m.done
		s.mu.Lock()
		r.waiting = nil
		s.mu.Unlock()
		return m, nil
	}
	m := &module{name: at.Library.Root.Path + "\x00" + at.File.Path, done: make(chan struct{}), run: r}
	s.modules[at] = m
	s.mu.Unlock()
	defer close(m.done) // even if that panics: others wait
	m.result = s.runFile(at, r, loads)
	if m.result.Outcome != nil {
		m.result.Outcome.Globals.Freeze()
	}
	return m, nil
}

func (m *module) finished() bool {
	select {
	case <-m.done:
		return true
	default:
		return false
	}
}

// cycle words the problem of files that load each other.
func (s *Session) cycle(places []Place) error {
	s.cycles.Store(true)
	names := make([]string, len(places))
	for i, p := range places {
		names[i] = p.File.Path
	}
	return diag.List{{
		Code:    diag.LoadCycle,
		Message: "files load each other in a circle: " + strings.Join(names, " → "),
		Hints:   []string{"move what both need into a third file"},
	}}.Err()
}

// problems turns an error of running code into problems. A thread that was stopped has no other problem.
func (s *Session) problems(err, stopped error) diag.List {
	d := s.env.Programs.problem(err)
	if stopped != nil {
		d.Message, d.Cause, d.Err = stopped.Error(), nil, stopped
		err = stopped
	}
	var missing *value.MissingMemberError
	if errors.As(err, &missing) {
		hints, notes := missing.Explain()
		d.Hints, d.Notes = append(d.Hints, hints...), append(d.Notes, notes...)
	}
	var limit *diag.LimitError
	if errors.As(err, &limit) {
		d.Code, d.Message, d.Hints, d.Err = limit.Code, limit.Message, append(d.Hints, limit.Hint), limit
	}
	d.Frames = abridged(d.Frames)
	return diag.List{d}
}

// Frames returns the call stack of an error in people's code, innermost first.
func (s *Session) Frames(err *starlark.EvalError) []diag.Frame {
	return s.env.Programs.problem(err).Frames
}
