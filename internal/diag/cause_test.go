package diag

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"ytt/internal/meter/limits"
)

// TestExceeded checks that a limit names what raises it, and that one that
// nothing raises names nothing.
func TestExceeded(t *testing.T) {
	for want, l := range map[string]*limits.Limit{"--max-steps": &limits.Steps, "": {Option: "Odd"}} {
		if e := Exceeded(l, BudgetInput, "too much", "is it right?"); e.Flag != want || e.Option != l.Option ||
			e.Error() != "too much" {
			t.Errorf("%s: %+v", l.Option, e)
		}
	}
}

// TestEnded checks the problem of a run whose context is done: by a limit of
// time, by whoever cancelled it and why, or not at all.
func TestEnded(t *testing.T) {
	if l := Ended(t.Context()); l != nil {
		t.Errorf("a run that goes on: %s", l.Text())
	}
	why := errors.New("the user left")
	cancelled, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	l := Ended(cancelled)
	if len(l) != 1 || l[0].Code != RunInterrupted || l[0].Message != "the run was interrupted" ||
		!errors.Is(l[0].Err, why) || !errors.Is(l[0].Err, context.Canceled) || !IsInterruption(l[0].Err) {
		t.Errorf("cancelled: %+v", l)
	}
	late, stop := WithTimeout(t.Context(), limits.Limits{Timeout: time.Nanosecond})
	defer stop()
	<-late.Done()
	l = Ended(late)
	var limit *LimitError
	if len(l) != 1 || l[0].Code != BudgetTime || l[0].Message != "the run took longer than 1ns" ||
		!errors.As(l[0].Err, &limit) ||
		limit.Flag != "--timeout" || !errors.Is(l[0].Err, context.DeadlineExceeded) || !IsInterruption(l[0].Err) {
		t.Errorf("too late: %+v", l[0])
	}
	if _, bounded := late.Deadline(); !bounded {
		t.Error("the context has no deadline")
	}
	for _, l := range []limits.Limits{{}, {Timeout: limits.None}} {
		free, stop := WithTimeout(t.Context(), l)
		if _, bounded := free.Deadline(); bounded {
			t.Errorf("%+v: there is a deadline", l)
		}
		stop()
	}
	for _, other := range []error{nil, why, Exceeded(&limits.Steps, BudgetSteps, "", ""), context.Canceled} {
		if IsInterruption(other) {
			t.Errorf("%v is no interruption", other)
		}
	}
}

// TestErrs collects the errors behind problems, and behind their causes.
func TestErrs(t *testing.T) {
	a, b, c := errors.New("a"), errors.New("b"), errors.New("c")
	l := List{{Err: a, Cause: List{{Err: b}, {}}}, {}, {Cause: List{{Cause: List{{Err: c}}}}}}
	if got := l.Errs(); !slices.Equal(got, []error{a, b, c}) {
		t.Errorf("%v", got)
	}
	if List(nil).Errs() != nil {
		t.Error("no problems have errors")
	}
}
