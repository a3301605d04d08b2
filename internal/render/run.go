package render

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/limits"
	"ytt/internal/lint"
	"ytt/internal/schema"
	"ytt/internal/source"
	"ytt/internal/stdlib"
	"ytt/internal/template"
	"ytt/internal/tree"
	"ytt/internal/workspace"
)

// This file implements what all libraries of one invocation share.

// Options are the rules of an invocation.
type Options struct {
	Rules
	Limits eval.Limits
	// WatchProcess says that the process does nothing but this run.
	WatchProcess bool
	Version      string // of the language that is implemented, "0.55.2"
	// TracePrints makes print say where it is called, and show what is in structs and fragments.
	TracePrints bool
	// Trace is called for every stage of the root library, and for every file.
	Trace eval.Trace
	// Cache has the compiled files; nil means a new one.
	Cache *eval.Cache
	// Memory has the results of earlier runs over the same files; nil means that none are kept.
	Memory *Memory
	// NoInputs says that no files were given, or only directories without any.
	NoInputs bool
	// Matched, if not nil, is told what overlays match (overlay.Options).
	Matched func(patch, at source.Span, value tree.Node)
}

// Rules are those options that a library can have differently from the one that uses it.
type Rules struct {
	Compile                 eval.CompileOptions
	ImplicitMapKeyOverrides bool
	SkipValidations         bool
	AllowEncrypted          bool
	// IgnoreUnknownAnnotations makes unknown annotations of the schema no problem.
	IgnoreUnknownAnnotations bool
}

// Run is one invocation.
type Run struct {
	ctx      context.Context
	opts     Options
	programs *eval.Programs
	budget   *eval.Budget
	universe starlark.StringDict
	patterns *stdlib.Patterns

	mu       sync.Mutex
	shared   map[string]starlark.StringDict // modules that do not depend on a file
	warned   map[string]bool                // by message and place
	newer    map[string]bool                // annotations that ytt 0.48 ignores, of which a warning tells
	warnings diag.List
	root     *workspace.Dir // of the root library
	known    []known
	lately   []known                  // the last ones that code had checked
	sources  map[sourcesKey]sources   // of libraries without problems
	declared map[declaredKey]declared // of documents without mistakes
	subject  *schema.Schema           // of the library that the run is about; nil if it is not known
}

// NewRun starts an invocation. Cancelling the context stops it.
func NewRun(ctx context.Context, opts Options) *Run {
	if opts.Cache == nil {
		opts.Cache = eval.NewCache()
	}
	budget := eval.NewBudget(opts.Limits)
	if opts.WatchProcess {
		budget.WatchProcess()
	}
	budget.Meter().Collected(ctx)
	universe := stdlib.Universe(budget.Meter())
	known := func(name string) bool { return universe.Has(name) || template.Reserved(name) }
	programs := &eval.Programs{Predeclared: known, Trace: opts.Trace, Cache: opts.Cache, Lint: lint.Files{}, Intake: eval.NewIntake(ctx, opts.Limits)}
	if opts.TracePrints {
		universe["print"] = stdlib.TracedPrint(budget.Meter(), programs.Caller)
	}
	return &Run{
		ctx:      ctx,
		opts:     opts,
		programs: programs,
		budget:   budget,
		universe: universe,
		patterns: &stdlib.Patterns{},
		shared:   map[string]starlark.StringDict{},
		sources:  map[sourcesKey]sources{},
		warned:   map[string]bool{},
	}
}

// maxProblems is how many problems of a kind are made; the others are counted.
func (r *Run) maxProblems() int64 { return limits.Problems.Of(r.opts.Limits) }

// Compile compiles files, and returns the problems in them, warnings included.
func (r *Run) Compile(files []*workspace.File) (problems diag.List) {
	code := slices.DeleteFunc(slices.Clone(files), func(f *workspace.File) bool { return f.Type == workspace.Data })
	for _, c := range r.programs.CompileAll(code, r.opts.Compile) {
		problems = append(problems, c.Problems...)
	}
	return problems
}

// Warnings returns the warnings of the run: by file, in the order of the inputs, then by position.
func (r *Run) Warnings() diag.List {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.warnings) > 1 {
		order := map[string]int{}
		number(order, r.root)
		place := func(d *diag.Diagnostic) int {
			if d.Span.File != nil {
				if i, ok := order[d.Span.File.Name]; ok {
					return i
				}
			}
			return math.MaxInt
		}
		slices.SortStableFunc(r.warnings, func(a, b *diag.Diagnostic) int {
			return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Message, b.Message))
		})
	}
	return r.warnings
}

// number records the positions of a directory's files among the inputs, by path.
func number(order map[string]int, dir *workspace.Dir) {
	if dir == nil {
		return
	}
	for _, f := range dir.Files {
		order[f.Path] = f.Order
	}
	for _, sub := range dir.Dirs {
		number(order, sub)
	}
}

// withoutWarnings takes the warnings out of a list, to be reported at the end.
func (r *Run) withoutWarnings(problems diag.List) (errors diag.List) {
	r.warn(problems)
	for _, p := range problems {
		if p.Severity == diag.Error {
			errors = append(errors, p)
		}
	}
	return errors
}

func (r *Run) warn(problems diag.List) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range problems {
		key := p.Message + "\x00" + p.Span.String()
		if p.Severity == diag.Warning && (!r.warned[key] || diag.CountsOthers(p)) {
			r.warned[key] = true
			r.warnings = append(r.warnings, p)
		}
	}
}

// dropDefaultWarnings drops the warnings about defaults that break a rule which is not checked, or of which a problem tells.
func (r *Run) dropDefaultWarnings(checked bool, reported diag.List) {
	r.mu.Lock()
	defer r.mu.Unlock()
	broken := map[source.Span]bool{}
	for _, d := range reported {
		if failure, ok := d.Detail.(diag.RuleFailure); ok {
			for _, b := range failure.Rules {
				broken[b.By] = true
			}
		}
	}
	r.warnings = slices.DeleteFunc(r.warnings, func(w *diag.Diagnostic) bool {
		rule := lint.RuleOf(w)
		return rule.Known() && (!checked || broken[rule])
	})
}
