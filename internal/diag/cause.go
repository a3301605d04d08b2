package diag

import (
	"context"
	"slices"
)

// This file implements the causes that programs tell apart by type (errors.Is, errors.As); people read the message.

// LimitError is the cause of a problem when a run needs more than it may use. The code tells the limits apart.
type LimitError struct {
	Code    Code
	Message string
	Hint    string // what to do about it; may be empty
}

func (e *LimitError) Error() string { return e.Message }

// Interrupted returns the cause of problems of a run whose context is done. It wraps the context's error, and its cause
// where that is another.
func Interrupted(ctx context.Context) error {
	return &InterruptedError{[]error{ctx.Err(), context.Cause(ctx)}}
}

// InterruptedError is the error of a run whose context ended.
type InterruptedError struct{ causes []error }

func (*InterruptedError) Error() string     { return "the run was interrupted" }
func (e *InterruptedError) Unwrap() []error { return e.causes }

// Errs returns the typed causes of all problems, and of the problems that led to them.
func (l List) Errs() []error {
	var all []error
	for _, d := range l {
		if d.Err != nil {
			all = append(all, d.Err)
		}
		all = slices.Concat(all, d.Cause.Errs())
	}
	return all
}
