package eval

import (
	"errors"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/syntax"
	"ytt/internal/template"
	"ytt/internal/workspace"
)

// This file implements finding the other problems of a file whose code has failed.
//
// A value beside a node only goes into the result. When one fails, no other code can see that, so the rest of the file is
// run as if None stood there:
//
//	a: #@ "x" + 1        a: #@ None
//	b: #@ [].first       b: #@ [].first
//
// The text is replaced by one of the same length, so that all positions stay. Code that fails elsewhere (in a statement, a
// condition, an annotation) decides what comes after it; nothing is known then.

// maxFurther is how many more problems are looked for in one file: each takes a run.
const maxFurther = 20

// further returns the problems that a file has besides the first one.
func (s *Session) further(at LibraryFile, r *run, loads []LibraryFile, first *diag.Diagnostic) (more diag.List) {
	original, problem := at.File.Source()
	if problem != nil {
		return nil
	}
	text := original.Text
	seen := map[fault]bool{faultOf(first): true}
	for d := first; len(seen) <= maxFurther; {
		next, ok := withoutValue(at.File, original, text, d)
		if !ok || next == text {
			break
		}
		text = next
		masked := source.Named(original.Names, text)
		if d = s.again(at, r, loads, masked); d == nil {
			break
		}
		unmask(d, masked, original)
		if f := faultOf(d); !seen[f] { // otherwise of code that several values call
			seen[f] = true
			more = append(more, d)
		}
	}
	return more
}

// again runs a file with another text, and returns the problem; nil for none.
func (s *Session) again(at LibraryFile, r *run, loads []LibraryFile, masked *source.File) *diag.Diagnostic {
	compiled := compile(at.File, masked, s.env.Compile, s.env.Programs.Predeclared)
	if compiled.Problems.HasErrors() {
		return nil
	}
	s.env.Programs.Cache.remember(compiled.Program)
	defer s.env.Programs.Cache.forget(compiled.Program)
	thread := s.thread(at.File.Path, &scope{at: at, run: r, loads: loads, log: &log{}})
	if _, err := compiled.Program.Run(thread, s.runOptions()); err != nil {
		return s.problems(thread, err)[0]
	}
	return nil
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

func (s *Session) runOptions() template.RunOptions {
	return template.RunOptions{
		Universe:                s.env.Universe,
		ImplicitMapKeyOverrides: s.env.ImplicitMapKeyOverrides,
		Spend:                   s.env.Budget.SpendNodes,
	}
}

// withoutValue returns the text without the value in which code failed. It is false if it failed elsewhere.
func withoutValue(file *workspace.File, original *source.File, text string, d *diag.Diagnostic) (string, bool) {
	at := d.Span
	if n := len(d.Frames); n > 0 {
		at = d.Frames[n-1].Span
	}
	if at.File != original || d.Severity != diag.Error || errors.As(d.Err, new(*diag.LimitError)) ||
		errors.As(d.Err, new(*diag.InterruptedError)) {
		return "", false
	}
	parsed := syntax.Parse(original, syntax.Options{Kind: kindOf(file.Type), Plain: !file.Template})
	var pieces []source.Span
	nothing := "None"
	switch {
	case parsed.YAML != nil:
		for _, c := range parsed.YAML.Comments {
			if d := syntax.ReadComment(parsed.YAML, c); d.Kind == syntax.Value {
				pieces = append(pieces, d.Body)
			}
		}
	case parsed.Text != nil:
		nothing = `""`
		for _, p := range parsed.Text.Parts {
			if p.Kind == syntax.Print {
				pieces = append(pieces, p.Code)
			}
		}
	}
	for _, p := range pieces {
		if p.File != original || at.Start < p.Start || p.End <= at.Start || int(p.End-p.Start) < len(nothing) {
			continue
		}
		blank := strings.Map(func(r rune) rune {
			if r == '\n' || r == '\r' {
				return r
			}
			return ' '
		}, text[p.Start+int32(len(nothing)):p.End])
		if len(blank) != int(p.End-p.Start)-len(nothing) {
			blank = strings.Repeat(" ", int(p.End-p.Start)-len(nothing)) // in one line: characters of several bytes
		}
		return text[:p.Start] + nothing + blank + text[p.End:], true
	}
	return "", false
}

// unmask makes a problem one of the original text.
func unmask(d *diag.Diagnostic, masked, original *source.File) {
	move := func(s *source.Span) {
		if s.File == masked {
			s.File = original
		}
	}
	move(&d.Span)
	for i := range d.Frames {
		move(&d.Frames[i].Span)
		move(&d.Frames[i].Excerpt)
	}
	for i := range d.Notes {
		move(&d.Notes[i].Span)
	}
	if detail, ok := d.Detail.(diag.Script); ok {
		move(&detail.Excerpt)
		d.Detail = detail
	}
	for _, cause := range d.Cause {
		unmask(cause, masked, original)
	}
}
