package diag

import (
	"fmt"
	"slices"

	"ytt/internal/limits"
)

// This file implements the limit of problems that are shown, and of their texts.

// maxShownText is the length in bytes up to which each text of a problem is shown. Code can fail with megabytes.
const maxShownText = 64 << 10

// shortened returns the problem with every text cut that is too long to be read. Texts of secrets must have been hidden: a part of one
// would not be found.
func (d *Diagnostic) shortened() *Diagnostic {
	if !d.isLong() {
		return d
	}
	out := *d
	out.Message, out.Headline = cutText(d.Message), cutText(d.Headline)
	out.Context, out.Hints = slices.Clone(d.Context), slices.Clone(d.Hints)
	for _, texts := range [][]string{out.Context, out.Hints} {
		for i := range texts {
			texts[i] = cutText(texts[i])
		}
	}
	out.Notes = slices.Clone(d.Notes)
	for i := range out.Notes {
		out.Notes[i].Message = cutText(out.Notes[i].Message)
	}
	switch detail := d.Detail.(type) {
	case Violation:
		detail.Found, detail.Expected = cutText(detail.Found), cutText(detail.Expected)
		out.Detail = detail
	case RuleFailure:
		detail.Rules = slices.Clone(detail.Rules)
		for i := range detail.Rules {
			r := &detail.Rules[i]
			r.MustBe, r.Found, r.Exact = cutText(r.MustBe), cutText(r.Found), cutText(r.Exact)
		}
		out.Detail = detail
	}
	out.Cause = slices.Clone(d.Cause)
	for i := range out.Cause {
		out.Cause[i] = out.Cause[i].shortened()
	}
	return &out
}

// isLong reports whether a text of the problem is too long.
func (d *Diagnostic) isLong() bool {
	long := len(d.Message) > maxShownText || len(d.Headline) > maxShownText
	for _, texts := range [][]string{d.Context, d.Hints} {
		long = long || slices.ContainsFunc(texts, func(text string) bool { return len(text) > maxShownText })
	}
	long = long || slices.ContainsFunc(d.Notes, func(n Note) bool { return len(n.Message) > maxShownText })
	switch detail := d.Detail.(type) {
	case Violation:
		long = long || len(detail.Found) > maxShownText || len(detail.Expected) > maxShownText
	case RuleFailure:
		long = long || slices.ContainsFunc(detail.Rules, func(r BrokenRule) bool {
			return len(r.MustBe) > maxShownText || len(r.Found) > maxShownText || len(r.Exact) > maxShownText
		})
	}
	return long || slices.ContainsFunc(d.Cause, (*Diagnostic).isLong)
}

// cutText returns the beginning of a text that is too long, and how much follows.
func cutText(text string) string {
	if len(text) <= maxShownText {
		return text
	}
	head := Clip(text, maxShownText)
	return fmt.Sprintf("%s (%d bytes more)", head, len(text)-len(head)+len("…"))
}

// RestError is the error behind the problem that stands for those that are not shown.
type RestError struct {
	*LimitError
	Errors, Warnings int
}

func (e *RestError) Unwrap() error { return e.LimitError }

// Shown returns the list with at most max problems, errors before warnings, and one more that counts the others. Lists that
// are joined of such are counted right.
func (l List) Shown(max int64) List {
	all := l.shown(max)
	if !slices.ContainsFunc(all, (*Diagnostic).isLong) {
		return all
	}
	all = slices.Clone(all)
	for i := range all {
		all[i] = all[i].shortened()
	}
	return all
}

func (l List) shown(max int64) List {
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
