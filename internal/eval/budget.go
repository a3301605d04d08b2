package eval

import (
	"context"
	"fmt"
	"maps"
	"math"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/limits"
	"ytt/internal/script"
)

// Limits are the resources that a run may use.
type Limits = limits.Limits

const (
	// stepsBetweenChecks is the number of interpreter steps between checks of steps and depth. A nested call takes a few steps,
	// which bounds how far the depth exceeds its limit.
	stepsBetweenChecks = 2_000
	// memoryCheck is the time between checks of the memory, in which a few hundred megabytes can be allocated.
	memoryCheck = 20 * time.Millisecond
	// garbageFactor is how much larger than what code needs the heap of the process may be: it has garbage, and what others need.
	garbageFactor = 8
)

// Budget counts the resources that all sessions of a run use. It is safe for concurrent use.
type Budget struct {
	limits Limits
	steps  atomic.Int64
	nodes  atomic.Int64

	mu       sync.Mutex
	stoppers map[weak.Pointer[script.Stopper]]bool // of the threads that may be running
	sweepAt  int                                   // the number of stoppers at which dead ones are removed
	stopped  error                                 // why all code was stopped; nil while it may run
}

// NewBudget returns an unused budget.
func NewBudget(l Limits) *Budget {
	return &Budget{limits: l.Resolved(), stoppers: map[weak.Pointer[script.Stopper]]bool{}}
}

// SpendNodes counts nodes that a template built. The error is a *diag.LimitError.
func (b *Budget) SpendNodes(n int) error {
	if b.nodes.Add(int64(n)) <= b.limits.Nodes {
		return nil
	}
	return diag.Exceeded(&limits.Nodes, diag.BudgetOutput,
		fmt.Sprintf("the result grew beyond %d nodes", b.limits.Nodes), "does a loop run for ever?")
}

// watch stops the code of a new thread if it exceeds the budget or its context ends. depth is the nesting of the calling code.
func (b *Budget) watch(ctx context.Context, thread *starlark.Thread, depth int) {
	stopper := script.NewStopper(thread)
	thread.SetMaxExecutionSteps(stepsBetweenChecks)
	thread.OnMaxSteps = func(t *starlark.Thread) {
		t.SetMaxExecutionSteps(t.ExecutionSteps() + stepsBetweenChecks)
		switch {
		case ctx.Err() != nil:
			stopper.Stop(diag.Interrupted(ctx))
		case b.steps.Add(stepsBetweenChecks) > b.limits.Steps:
			stopper.Stop(diag.Exceeded(&limits.Steps, diag.BudgetSteps,
				fmt.Sprintf("code ran for more than %d steps", b.limits.Steps), "does a loop run for ever?"))
		case depth+t.CallStackDepth() > b.limits.Depth:
			stopper.Stop(diag.Exceeded(&limits.Depth, diag.BudgetDepth,
				fmt.Sprintf("functions call each other more than %d levels deep", b.limits.Depth), "does a function call itself without end?"))
		}
	}

	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stopped != nil {
		stopper.Stop(b.stopped)
		return
	}
	if len(b.stoppers) >= b.sweepAt {
		maps.DeleteFunc(b.stoppers, func(s weak.Pointer[script.Stopper], _ bool) bool { return s.Value() == nil })
		b.sweepAt = 1000 + 2*len(b.stoppers)
	}
	b.stoppers[weak.Make(stopper)] = true
}

// Guard stops all threads of the budget's sessions when the context ends or the memory exceeds its limit, until release is called.
// It uses a timer because a single step of code, such as a builtin, may take long.
func (b *Budget) Guard(ctx context.Context) (release func()) {
	g := &guard{budget: b}
	g.timer = time.AfterFunc(math.MaxInt64, g.look)
	g.timer.Reset(memoryCheck)
	forget := context.AfterFunc(ctx, func() { b.stop(diag.Interrupted(ctx)) })
	return func() {
		g.released.Store(true)
		g.timer.Stop()
		forget()
	}
}

// guard checks the memory by a timer, not in a goroutine, as most runs end before the first check.
type guard struct {
	budget   *Budget
	timer    *time.Timer
	released atomic.Bool
}

// look stops all threads if the memory exceeds its limit, or else schedules the next check.
func (g *guard) look() {
	if g.released.Load() {
		return
	}
	if limit := g.budget.limits.Memory; heapInUse()/garbageFactor > limit {
		g.budget.stop(diag.Exceeded(&limits.Memory, diag.BudgetOutput,
			"code needs more than "+limits.Memory.Text(limit)+" of memory", "does a string or list grow in a loop?"))
		return
	}
	g.timer.Reset(memoryCheck)
}

// heapInUse returns the size in bytes of all live and unswept objects. It does not stop the world.
func heapInUse() int64 {
	objects := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(objects)
	return int64(objects[0].Value.Uint64())
}

// stop stops all threads, including later ones.
func (b *Budget) stop(cause error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stopped = cause
	for s := range b.stoppers {
		if stopper := s.Value(); stopper != nil {
			stopper.Stop(cause)
		}
	}
	b.stoppers = nil
}

// depthKey is the name of the thread-local nesting depth of the calling code.
const depthKey = "depth"

// Depth returns the nesting depth of calls on a thread, including those on other threads that wait for it.
func Depth(thread *starlark.Thread) int {
	below, _ := thread.Local(depthKey).(int)
	return below + thread.CallStackDepth()
}
