package eval

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"weak"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/script"
)

// This file implements the limits of running code. Templates are programs: they can loop for ever, call themselves
// without end, or build more than fits into memory. Every run has a budget, and going over it is an ordinary problem
// with a place and advice.
//
// Steps and depth are looked at every few thousand steps of the interpreter, nodes whenever some are built. Memory is
// watched from the side (guard.go): a string that is doubled thirty times needs but a hundred steps.

// Limits is how much a run may use. Zero means the default.
type Limits struct {
	Steps int64 // steps of the interpreter, of all files together
	Depth int   // nested calls
	Nodes int64 // nodes built by templates
	// Memory is the size in bytes of all objects in the process while code runs, those included that are dead but not
	// collected yet.
	Memory int64
}

// Default limits: about a minute of plain computation, deeper calls than anyone writes on purpose, and results that are
// hundreds of times as big as those of big projects.
const (
	DefaultSteps  = 2_000_000_000
	DefaultDepth  = 5_000
	DefaultNodes  = 20_000_000
	DefaultMemory = 2 << 30
)

// stepsBetweenChecks is how often the interpreter looks up from its work. Each nested call takes a handful of steps, so
// the depth is noticed early enough.
const stepsBetweenChecks = 2_000

// Budget counts what the sessions of a run use together.
type Budget struct {
	limits Limits
	steps  atomic.Int64
	nodes  atomic.Int64

	mu      sync.Mutex
	threads map[weak.Pointer[starlark.Thread]]bool // those that may be running
	crowd   int                                    // the number of threads at which those are forgotten that are gone
	stopped error                                  // why all code was stopped; nil as long as it may run
}

// NewBudget returns a full budget.
func NewBudget(l Limits) *Budget {
	if l.Steps == 0 {
		l.Steps = DefaultSteps
	}
	if l.Depth == 0 {
		l.Depth = DefaultDepth
	}
	if l.Nodes == 0 {
		l.Nodes = DefaultNodes
	}
	if l.Memory == 0 {
		l.Memory = DefaultMemory
	}
	return &Budget{limits: l, threads: map[weak.Pointer[starlark.Thread]]bool{}}
}

// SpendNodes counts nodes that a template built.
func (b *Budget) SpendNodes(n int) error {
	if b.nodes.Add(int64(n)) <= b.limits.Nodes {
		return nil
	}
	return &diag.LimitError{
		Code:    diag.BudgetOutput,
		Message: fmt.Sprintf("the result grew beyond %d nodes", b.limits.Nodes),
		Hint:    "does a loop run for ever?",
	}
}

func tooManySteps(limit int64) error {
	return &diag.LimitError{
		Code:    diag.BudgetSteps,
		Message: fmt.Sprintf("code ran for more than %d steps", limit),
		Hint:    "does a loop run for ever?",
	}
}

func tooDeep(limit int) error {
	return &diag.LimitError{
		Code:    diag.BudgetDepth,
		Message: fmt.Sprintf("functions call each other more than %d levels deep", limit),
		Hint:    "does a function call itself without end?",
	}
}

func tooBig(limit int64) error {
	return &diag.LimitError{
		Code:    diag.BudgetOutput,
		Message: fmt.Sprintf("code needs more than %d MB of memory", limit>>20),
		Hint:    "does a string or list grow in a loop?",
	}
}

// watch makes the interpreter keep to the budget. The code of the thread is called from code that is itself nested
// depth levels deep.
func (b *Budget) watch(ctx context.Context, thread *starlark.Thread, depth int) {
	script.Stoppable(thread)
	thread.SetMaxExecutionSteps(stepsBetweenChecks)
	thread.OnMaxSteps = func(t *starlark.Thread) {
		t.SetMaxExecutionSteps(t.ExecutionSteps() + stepsBetweenChecks)
		switch {
		case ctx.Err() != nil:
			script.Stop(t, diag.Interrupted(ctx))
		case b.steps.Add(stepsBetweenChecks) > b.limits.Steps:
			script.Stop(t, tooManySteps(b.limits.Steps))
		case depth+t.CallStackDepth() > b.limits.Depth:
			script.Stop(t, tooDeep(b.limits.Depth))
		}
	}
	b.remember(thread)
}

// remember makes a thread one of those that Guard can stop.
func (b *Budget) remember(thread *starlark.Thread) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stopped != nil {
		script.Stop(thread, b.stopped)
		return
	}
	if len(b.threads) >= b.crowd {
		maps.DeleteFunc(b.threads, func(t weak.Pointer[starlark.Thread], _ bool) bool { return t.Value() == nil })
		b.crowd = 1000 + 2*len(b.threads)
	}
	b.threads[weak.Make(thread)] = true
}

// depthKey is the thread-local name of how deep the code is nested that the thread's code is called from.
const depthKey = "depth"

// Depth returns how deep the code that a thread runs is nested in calls, those of other threads that wait for it
// included.
func Depth(thread *starlark.Thread) int {
	below, _ := thread.Local(depthKey).(int)
	return below + thread.CallStackDepth()
}

// abridged shortens a very long call stack to its ends.
func abridged(frames []diag.Frame) []diag.Frame {
	const longest, ends = 20, 5
	if len(frames) <= longest {
		return frames
	}
	short := slices.Concat(frames[:ends], frames[len(frames)-ends:])
	short[ends-1].Omitted = len(frames) - 2*ends
	return short
}
