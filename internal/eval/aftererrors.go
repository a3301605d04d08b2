package eval

import (
	"errors"
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/template"
)

// This file finds further problems of a file after an error: it runs the file
// again without the code that failed (leftout.go).

// maxFurther is the maximum number of further problems per file, as each may
// take a run.
const maxFurther = 20

// Partial is the result of a file without the code that failed.
type Partial struct {
	Outcome *template.Outcome
	mask    *mask
}

// IsDoubtful reports whether a position is at a node with code that was left
// out.
func (p *Partial) IsDoubtful(at source.Span) bool { return p.mask.isUnknown(at) }

// Text is that of the file.
func (p *Partial) Text() string { return p.mask.tree.Source.Text }

// Misses reports whether annotations were left out that say how the documents
// are merged.
func (p *Partial) Misses() bool { return len(p.mask.dropped) > 0 }

// Problems returns problems of the partial result without those that masked
// code may have caused.
func (p *Partial) Problems(problems diag.List) (own diag.List) {
	for _, d := range problems {
		if !p.mask.isDoubtful(d.Span) {
			own = append(own, d)
		}
	}
	return own
}

// further returns the problems of a file besides the known ones, and its result
// without the code that failed; nil if that code cannot be masked.
func (s *Session) further(sc *threadContext, compiled *Compiled, known diag.List) (more diag.List, partial *Partial) {
	m := newMask(s.env.Programs.treeOf(sc.at.File, compiled.Program, s.env.Compile))
	seen := map[fault]bool{}
	for _, d := range known {
		seen[faultOf(d)] = true
	}
	rounds := 0
	for pending := known; len(seen) <= maxFurther && rounds <= 2*maxFurther; rounds++ {
		if !m.leaveOut(pending) {
			return more, nil
		}
		outcome, found := s.again(sc, m)
		if len(found) == 0 {
			return more, &Partial{outcome, m}
		}
		pending = nil
		for _, d := range found {
			if d.Code == diag.ScriptSyntax || d.Code == diag.ScriptBlock {
				return more, nil // only known problems: masking did not remove the cause
			}
			pending = append(pending, d)
			if f := faultOf(d); !isUncertain(d) && !seen[f] && !m.isConsequence(d) && !sameName(known, d) &&
				!sameCause(known, d) && !sameCause(more, d) {
				seen[f] = true
				more = append(more, d)
			}
		}
	}
	return more, nil
}

// again runs the file without the masked code and returns its errors.
func (s *Session) again(sc *threadContext, m *mask) (*template.Outcome, diag.List) {
	file := sc.at.File
	compiled := compile(file, m.tree, s.env.Compile, s.env.Programs.Predeclared, nil, nil, m.code)
	if compiled.Problems.HasErrors() {
		return nil, errorsOf(compiled.Problems)
	}
	defer s.env.Programs.Cache.lend(compiled.Program)()
	silent := *sc
	silent.log = &log{}
	thread := s.thread(file.Path, &silent)
	outcome, err := compiled.Program.Run(thread, s.runOptions())
	var problems diag.List
	if err != nil {
		problems = s.problems(thread, err)
	}
	reads := s.env.Uncertain.take(thread)
	reads = slices.DeleteFunc(reads, func(d *diag.Diagnostic) bool { return m.isInRegion(d.Span) })
	if problems = s.env.Uncertain.certain(problems, reads); len(problems) > 0 {
		return nil, problems
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
		Spend:                   s.env.Meter.Built,
	}
}

// sameName reports whether an undefined name results from a known problem, a
// load with a wrong name.
func sameName(known diag.List, d *diag.Diagnostic) bool {
	return d.Code == diag.LoadName && slices.ContainsFunc(known, func(k *diag.Diagnostic) bool {
		name := strings.TrimSpace(k.Span.Text())
		return k.Code == diag.UnknownName && name != "" && strings.Contains(d.Span.File.LineText(d.Span.Line()), name)
	})
}

// sameCause reports whether a problem has the cause of a known one, with the
// same other places to look at.
func sameCause(known diag.List, d *diag.Diagnostic) bool {
	return len(d.Notes) > 0 && slices.ContainsFunc(known, func(k *diag.Diagnostic) bool {
		return hasCauseOf(d, k) && slices.EqualFunc(k.Notes, d.Notes, func(a, b diag.Note) bool {
			return a.Span.Known() && b.Span.Known() && a.Message == b.Message && a.Span.Line() == b.Span.Line()
		})
	})
}

// fault identifies a problem by the position and message of its cause.
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

// stopsAll reports whether a problem ends the whole run: an interruption or an
// exceeded limit, also of a library.
func stopsAll(d *diag.Diagnostic) bool {
	return slices.ContainsFunc(diag.List{d}.Errs(), func(err error) bool {
		return errors.As(err, new(*diag.LimitError)) || errors.As(err, new(*diag.InterruptedError))
	})
}
