package eval

import (
	"context"
	"fmt"
	"maps"
	"math"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/limits"
	"ytt/internal/meter"
	"ytt/internal/pulse"
	"ytt/internal/script"
)

// Limits are the resources that a run may use.
type Limits = limits.Limits

const (
	// stepsBetweenChecks is the number of interpreter steps between checks of
	// steps and depth. A nested call takes a few steps, which bounds how far
	// the depth exceeds its limit.
	stepsBetweenChecks = 2_000
	// memoryCheck is the time between checks of the memory of the process, in
	// which some ten megabytes can be allocated.
	memoryCheck = 10 * time.Millisecond
	// bytesPerStep is what a step of code allocates at most on average: a small
	// dict for every few steps. Garbage included, it is far less as a rule.
	bytesPerStep = 64
	// bytesPerNode is the size of a node of a tree with what belongs to it.
	bytesPerNode = 100
)

// Budget counts the resources that all sessions of a run use. It is safe for
// concurrent use.
type Budget struct {
	limits Limits
	meter  *meter.Meter
	// watchProcess also stops code when the whole process grows by more than
	// the limit of memory.
	watchProcess bool

	mu       sync.Mutex
	stoppers map[weak.Pointer[script.Stopper]]bool // of the threads that may be running
	sweepAt  int                                   // the number of stoppers at which dead ones are removed
	stopped  error                                 // why all code was stopped; nil while it may run
}

// NewBudget returns an unused budget.
func NewBudget(l Limits) *Budget {
	l = l.Resolved()
	return &Budget{limits: l, meter: meter.New(l), stoppers: map[weak.Pointer[script.Stopper]]bool{}}
}

// Continue counts what another budget has counted so far, too.
func (b *Budget) Continue(from *Budget) { b.meter.Continue(from.meter) }

// WatchProcess also stops code when the whole process grows by more than the
// limit of memory, a last resort for processes that do nothing else.
func (b *Budget) WatchProcess() {
	b.watchProcess = true
	b.meter.Alone()
}

// Meter returns what counts the work of builtins.
func (b *Budget) Meter() *meter.Meter { return b.meter }

// SpendNodes counts nodes that a template built. The error is a
// *diag.LimitError.
func (b *Budget) SpendNodes(n int) error {
	if err := b.meter.Nodes(n); err != nil {
		return err
	}
	return b.meter.Items(n, bytesPerNode)
}

// watch stops the code of a new thread if it exceeds the budget or its context
// ends. depth is the nesting of the calling code.
func (b *Budget) watch(ctx context.Context, thread *starlark.Thread, depth int) {
	stopper := script.NewStopper(thread)
	thread.SetMaxExecutionSteps(stepsBetweenChecks)
	var counted uint64
	beats := pulse.Of(ctx, phaseOf(thread.Name))
	thread.OnMaxSteps = func(t *starlark.Thread) {
		steps := int(t.ExecutionSteps() - counted) // builtins add to it, so that there may be more than between checks
		counted = t.ExecutionSteps()
		t.SetMaxExecutionSteps(counted + stepsBetweenChecks)
		err := b.meter.Steps(steps)
		if err == nil {
			err = b.meter.Allocated(steps * bytesPerStep)
		}
		switch {
		case beats.Beat(steps):
			stopper.Stop(diag.Interrupted(ctx))
		case err != nil:
			stopper.Stop(err)
		case depth+t.CallStackDepth() > b.limits.Depth:
			stopper.Stop(diag.Exceeded(&limits.Depth, diag.BudgetDepth,
				fmt.Sprintf("functions call each other more than %d levels deep", b.limits.Depth),
				"does a function call itself without end?"))
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

// phaseOf returns the phase that the code of a thread belongs to: those of
// files have their paths as names.
func phaseOf(thread string) pulse.Phase {
	switch thread {
	case "schema":
		return pulse.Schema
	case "data values":
		return pulse.Values
	case "validations":
		return pulse.Rules
	case "overlays":
		return pulse.Overlays
	}
	return pulse.Evaluation
}

// Guard stops all threads of the budget's sessions when the context ends or the
// memory exceeds its limit, until release is called. It uses a timer because a
// single step of code, such as a builtin, may take long.
func (b *Budget) Guard(ctx context.Context) (release func()) {
	b.meter.Rebase()
	g := &guard{budget: b}
	g.timer = time.AfterFunc(math.MaxInt64, g.look)
	if b.watchProcess {
		g.timer.Reset(memoryCheck)
	}
	forget := context.AfterFunc(ctx, func() { b.stop(diag.Interrupted(ctx)) })
	return func() {
		g.released.Store(true)
		g.timer.Stop()
		forget()
	}
}

// guard checks the memory by a timer, not in a goroutine, as most runs end
// before the first check.
type guard struct {
	budget   *Budget
	timer    *time.Timer
	released atomic.Bool
}

// look stops all threads if the memory exceeds its limit, or else schedules the
// next check.
func (g *guard) look() {
	if g.released.Load() {
		return
	}
	if err := g.budget.meter.Exceeds(); err != nil {
		g.budget.stop(err)
		return
	}
	g.timer.Reset(memoryCheck)
}

// stop stops all threads, including later ones.
func (b *Budget) stop(cause error) {
	b.meter.Stop(cause)
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

// Depth returns the nesting depth of calls on a thread, including those on
// other threads that wait for it.
func Depth(thread *starlark.Thread) int {
	below, _ := thread.Local(depthKey).(int)
	return below + thread.CallStackDepth()
}
