package eval

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
)

// This file implements the limits of running code. Templates are programs: they can loop for ever, call themselves
// without end, or build more than fits into memory. Every run has a budget, and going over it is an ordinary problem
// with a place and advice.

// Limits is how much a run may use. Zero means the default.
type Limits struct {
	Steps int64 // steps of the interpreter, of all files together
	Depth int   // nested calls
	Nodes int64 // nodes built by templates
}

// Default limits: about a minute of plain computation, deeper calls than anyone writes on purpose, and a result of
// some gigabytes.
const (
	DefaultSteps = 5_000_000_000
	DefaultDepth = 5_000
	DefaultNodes = 100_000_000
)

// stepsBetweenChecks is how often the interpreter looks up from its work. Each nested call takes a handful of steps, so
// the depth is noticed early enough.
const stepsBetweenChecks = 2_000

// Budget counts what the sessions of a run use together.
type Budget struct {
	limits Limits
	steps  atomic.Int64
	nodes  atomic.Int64
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
	return &Budget{limits: l}
}

// LimitError is the error of code that went over its budget.
type LimitError struct {
	Code diag.Code
	Text string
	Hint string
}

func (e *LimitError) Error() string { return e.Text }

// SpendNodes counts nodes that a template built.
func (b *Budget) SpendNodes(n int) error {
	if b.nodes.Add(int64(n)) <= b.limits.Nodes {
		return nil
	}
	return &LimitError{
		Code: diag.BudgetOutput,
		Text: fmt.Sprintf("the result grew beyond %d nodes", b.limits.Nodes),
		Hint: "does a loop run for ever?",
	}
}

// Reasons to stop a thread. The interpreter puts "Starlark computation cancelled: " in front.
const (
	stopped      = "Starlark computation cancelled: "
	interrupted  = "the run was interrupted"
	tooManySteps = "code ran for more than %d steps"
	tooDeep      = "functions call each other more than %d levels deep"
)

// watch makes the interpreter keep to the budget.
func (b *Budget) watch(ctx context.Context, thread *starlark.Thread) {
	thread.SetMaxExecutionSteps(stepsBetweenChecks)
	thread.OnMaxSteps = func(t *starlark.Thread) {
		t.SetMaxExecutionSteps(t.ExecutionSteps() + stepsBetweenChecks)
		switch {
		case ctx.Err() != nil:
			t.Cancel(interrupted)
		case b.steps.Add(stepsBetweenChecks) > b.limits.Steps:
			t.Cancel(fmt.Sprintf(tooManySteps, b.limits.Steps))
		case t.CallStackDepth() > b.limits.Depth:
			t.Cancel(fmt.Sprintf(tooDeep, b.limits.Depth))
		}
	}
}

// wordLimit completes the problem of code that was stopped: its code and advice.
func wordLimit(d *diag.Diagnostic) {
	reason, ok := strings.CutPrefix(d.Message, stopped)
	if !ok {
		return
	}
	d.Message = reason
	switch {
	case strings.HasPrefix(reason, "code ran"):
		d.Code, d.Hints = diag.BudgetSteps, append(d.Hints, "does a loop run for ever?")
	case strings.HasPrefix(reason, "functions call"):
		d.Code, d.Hints = diag.BudgetDepth, append(d.Hints, "does a function call itself without end?")
		d.Frames = abridged(d.Frames)
	}
}

// abridged shortens a long call stack to its ends.
func abridged(frames []diag.Frame) []diag.Frame {
	const ends = 5
	if len(frames) <= 2*ends {
		return frames
	}
	return append(append([]diag.Frame(nil), frames[:ends]...), frames[len(frames)-ends:]...)
}
