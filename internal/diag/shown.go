package diag

import (
	"fmt"
	"slices"

	"ytt/internal/limits"
)

// This file implements the limit of problems that are shown.

// RestError is the error behind the problem that stands for those that are not shown.
type RestError struct {
	*LimitError
	Errors, Warnings int
}

func (e *RestError) Unwrap() error { return e.LimitError }

// Shown returns the list with at most max problems, errors before warnings, and one more that counts the others. Lists that
// are joined of such are counted right.
func (l List) Shown(max int64) List {
	if int64(len(l)) <= max {
		return l
	}
	var rest RestError
	all := slices.DeleteFunc(slices.Clone(l), func(d *Diagnostic) bool {
		r, counts := d.Err.(*RestError)
		if counts {
			rest.Errors, rest.Warnings = rest.Errors+r.Errors, rest.Warnings+r.Warnings
		}
		return counts
	})
	room := max
	for _, s := range []Severity{Error, Warning} {
		all = slices.DeleteFunc(all, func(d *Diagnostic) bool {
			if d.Severity != s {
				return false
			}
			if room > 0 {
				room--
				return false
			}
			if s == Warning {
				rest.Warnings++
			} else {
				rest.Errors++
			}
			return true
		})
	}
	if rest.Errors+rest.Warnings == 0 {
		return all
	}
	return append(all, rest.problem())
}

// problem words what is not shown. It is a warning if that is only warnings.
func (e *RestError) problem() *Diagnostic {
	n, what, severity := e.Errors+e.Warnings, "problem", Error
	if e.Errors == 0 {
		what, severity = "warning", Warning
	}
	text := fmt.Sprintf("1 more %s is not shown", what)
	if n > 1 {
		text = fmt.Sprintf("%d more %ss are not shown", n, what)
	}
	e.LimitError = Exceeded(&limits.Problems, MoreProblems, text, "")
	return &Diagnostic{
		Code: MoreProblems, Severity: severity, Message: e.Message, Hints: []string{"show more with " + e.Flag}, Err: e,
	}
}
