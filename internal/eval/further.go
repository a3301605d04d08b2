package eval

import (
	"errors"
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/template"
)

// This file implements finding the other problems of a file of which something has failed: it is run again without that.
// mask.go says what can be left out.

// maxFurther is how many more problems are looked for in one file: each may take a run.
const maxFurther = 20

// Partial is what a file gives without the parts that failed. Its positions are those of another text of the file.
type Partial struct {
	Outcome *template.Outcome
	mask    *mask
}

// Problems returns what is wrong with the documents, as problems of the file: without what may be wrong only because of
// what is left out.
func (p *Partial) Problems(problems diag.List) diag.List {
	var own diag.List
	for _, d := range problems {
		moved := p.mask.original(d)
		if !p.mask.isDoubtful(moved.Span) {
			own = append(own, moved)
		}
	}
	return own
}

// further returns the problems that a file has besides the known ones, and what it gives without what failed; nil if that is
// not known.
func (s *Session) further(at LibraryFile, r *run, loads []LibraryFile, known diag.List) (more diag.List, partial *Partial) {
	original, problem := at.File.Source()
	if problem != nil || original.Text == "" {
		return nil, nil
	}
	m := newMask(at.File, original)
	seen := map[fault]bool{}
	for _, d := range known {
		seen[faultOf(d)] = true
	}
	for pending := known; len(seen) <= maxFurther; {
		if !m.leaveOut(pending) {
			return more, nil
		}
		outcome, found := s.again(at, r, loads, m)
		if len(found) == 0 {
			return more, &Partial{outcome, m}
		}
		pending = nil
		for _, d := range found {
			d = m.original(d)
			if d.Code == diag.ScriptSyntax || d.Code == diag.ScriptBlock {
				return more, nil // all mistakes of this kind were known: what is left out was not all of a statement
			}
			pending = append(pending, d)
			if f := faultOf(d); !seen[f] && !m.isConsequence(d) && !sameName(known, d) {
				seen[f] = true
				more = append(more, d)
			}
		}
	}
	return more, nil
}

// again runs a file without what is left out, and returns its errors.
func (s *Session) again(at LibraryFile, r *run, loads []LibraryFile, m *mask) (*template.Outcome, diag.List) {
	compiled := compile(at.File, m.masked(), s.env.Compile, s.env.Programs.Predeclared)
	if compiled.Problems.HasErrors() {
		return nil, errorsOf(compiled.Problems)
	}
	s.env.Programs.Cache.remember(compiled.Program)
	defer s.env.Programs.Cache.forget(compiled.Program)
	thread := s.thread(at.File.Path, &scope{at: at, run: r, loads: loads, log: &log{}})
	outcome, err := compiled.Program.Run(thread, s.runOptions())
	if err != nil {
		return nil, s.problems(thread, err)
	}
	return outcome, nil
}

func errorsOf(problems diag.List) diag.List {
	return slices.DeleteFunc(slices.Clone(problems), func(d *diag.Diagnostic) bool { return d.Severity != diag.Error })
}

func (s *Session) runOptions() template.RunOptions {
	return template.RunOptions{
		Universe:                s.env.Universe,
		ImplicitMapKeyOverrides: s.env.ImplicitMapKeyOverrides,
		Spend:                   s.env.Budget.SpendNodes,
	}
}

// sameName reports whether a name that a file does not give is one that is known to be missing: "x" is not defined because a
// load names it otherwise.
func sameName(known diag.List, d *diag.Diagnostic) bool {
	return d.Code == diag.LoadName && slices.ContainsFunc(known, func(k *diag.Diagnostic) bool {
		name := strings.TrimSpace(k.Span.Text())
		return k.Code == diag.UnknownName && name != "" && strings.Contains(d.Span.File.LineText(d.Span.Line()), name)
	})
}

// fault is what tells problems apart: the place and the message of what is behind them.
type fault struct {
	at      source.Span
	message string
}

func faultOf(d *diag.Diagnostic) fault {
	for len(d.Cause) > 0 {
		d = d.Cause[0]
	}
	return fault{d.Span, d.Message}
}

// stopsAll reports whether a problem is one of the whole run: it was interrupted, or may not go on.
func stopsAll(d *diag.Diagnostic) bool {
	return errors.As(d.Err, new(*diag.LimitError)) || errors.As(d.Err, new(*diag.InterruptedError))
}
