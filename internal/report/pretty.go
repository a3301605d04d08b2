package report

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"ytt/internal/diag"
	"ytt/internal/source"
)

// This file implements the form for a person at a terminal:
//
//	error: expected string, found integer [violation-type]
//	  --> v.yml:5:6, at db.name
//	   |
//	 5 | name: 3
//	   |       ^
//	   = note: declared here
//	  --> s.yml:4:1
//	   …
//	   = hint: …
//	   = while: Overlaying data values (in following order: v.yml)
//
//	1 error
//
// Text from inputs may hold anything, so control characters are made visible instead of being sent to the terminal.

// Pretty prints the form for a person at a terminal.
func Pretty(w io.Writer, l diag.List, o Options) error {
	if len(l) == 0 {
		return nil
	}
	p := printer{width: o.Width}
	if o.Color {
		p.palette = palette{
			reset: "\x1b[0m", bold: "\x1b[1m", red: "\x1b[1;31m", yellow: "\x1b[1;33m", blue: "\x1b[34m", cyan: "\x1b[36m",
		}
	}
	for _, d := range l {
		p.problem(d)
		p.WriteByte('\n')
	}
	p.summary(l)
	_, err := io.WriteString(w, p.String())
	return err
}

// palette holds escape sequences, all empty when there is no colour.
type palette struct{ reset, bold, red, yellow, blue, cyan string }

type printer struct {
	strings.Builder
	palette
	width  int
	indent string // in front of every line, for problems inside problems
}

// line writes one line of plain text behind the indentation.
func (p *printer) line(parts ...string) {
	p.WriteString(p.indent)
	for _, s := range parts {
		p.WriteString(s)
	}
	p.WriteByte('\n')
}

func (p *printer) problem(d *diag.Diagnostic) {
	color := p.red
	if d.Severity == diag.Warning {
		color = p.yellow
	}
	first, rest, _ := strings.Cut(headline(d), "\n")
	code := ""
	if d.Code != "" {
		code = " [" + string(d.Code) + "]"
	}
	p.line(color, d.Severity.String(), p.reset, p.bold, ": ", visible(first), p.reset, code)
	margin := p.margin(d)
	p.place(d.Span, d.Path, margin, color, d.Sensitive)
	p.text(margin, rest)
	if others := d.Others(); others != "" {
		p.label(margin, "note", others)
	}
	p.detail(d, margin)
	for _, n := range d.Notes {
		p.note(n.Message, n.Span, margin, d.Sensitive)
	}
	if len(d.Frames) > 1 || len(d.Frames) == 1 && d.Frames[0].Span.Line() != d.Span.Line() {
		for _, f := range d.Frames {
			p.label(margin, "in", visible(f.Func)+" ("+visible(f.Span.String())+")")
			if f.Omitted > 0 {
				p.line(margin, "  … ", strconv.Itoa(f.Omitted), " more calls …")
			}
		}
	}
	for _, h := range d.Hints {
		p.label(margin, "hint", visible(h))
	}
	for i := len(d.Context) - 1; i >= 0; i-- {
		p.label(margin, "while", visible(strings.TrimRight(d.Context[i], ":\n")))
	}
	p.cause(d.Cause)
}

// cause prints the problems that led to this one, further in.
func (p *printer) cause(l diag.List) {
	if len(l) == 0 {
		return
	}
	p.line(p.bold, "because of:", p.reset)
	outer := p.indent
	p.indent += "  "
	for _, d := range l {
		p.problem(d)
	}
	p.indent = outer
}

// margin is the room for the line numbers of a problem and its notes.
func (p *printer) margin(d *diag.Diagnostic) string {
	digits := 1
	widen := func(s source.Span) { digits = max(digits, len(strconv.Itoa(s.Line()))) }
	widen(d.Span)
	for _, n := range d.Notes {
		widen(n.Span)
	}
	switch detail := d.Detail.(type) {
	case diag.Violation:
		widen(detail.ExpectedBy)
		widen(detail.FoundBy)
	case diag.RuleFailure:
		for _, rule := range detail.Rules {
			widen(rule.By)
		}
	}
	return strings.Repeat(" ", digits+2)
}

// detail prints the facts of problems that have a layout of their own.
func (p *printer) detail(d *diag.Diagnostic, margin string) {
	switch detail := d.Detail.(type) {
	case diag.Violation:
		if detail.Computed != "" {
			p.label(margin, "value", visible(detail.Computed)+" (calculated)")
		}
		if d.Message != "" || detail.Description != "" { // otherwise the headline says it
			p.fact(margin, "found", detail.Found)
			p.fact(margin, "expected", detail.Expected)
		}
		if detail.ExpectedBy.Known() {
			p.note("declared here", detail.ExpectedBy, margin, d.Sensitive)
		}
		if detail.FoundBy.Known() && detail.FoundBy.Line() != d.Span.Line() {
			p.note("given here", detail.FoundBy, margin, d.Sensitive)
		}
	case diag.RuleFailure:
		for i, rule := range detail.Rules {
			p.fact(margin, "must be", rule.MustBe)
			p.fact(margin, "found", rule.Shown())
			if i == len(detail.Rules)-1 || detail.Rules[i+1].By != rule.By {
				p.note("declared here", rule.By, margin, false)
			}
		}
	case diag.Script, nil:
	default:
		panic("report: unknown kind of detail")
	}
}

func (p *printer) fact(margin, label, text string) {
	if text != "" {
		p.label(margin, label, visible(text))
	}
}

func (p *printer) label(margin, label, text string) {
	p.line(margin, p.cyan, "= ", label, ":", p.reset, " ", text)
}

// text prints further lines of a message.
func (p *printer) text(margin, text string) {
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		p.line(margin, "  ", visible(line))
	}
}

func (p *printer) note(message string, span source.Span, margin string, secret bool) {
	p.label(margin, "note", visible(message))
	p.place(span, "", margin, p.blue, secret)
}

// place prints where something is, and its source line with the place underlined.
func (p *printer) place(span source.Span, path, margin, color string, secret bool) {
	at := ""
	if path != "" {
		at = "at " + visible(path)
	}
	arrow := margin[:len(margin)-1] + p.blue + "--> " + p.reset
	if !span.Known() {
		if at != "" {
			p.line(arrow, at)
		}
		return
	}
	if at != "" {
		at = ", " + at
	}
	number := strconv.Itoa(span.Line())
	p.line(arrow, visible(span.File.Name), ":", number, ":", strconv.Itoa(span.Column()), at)
	if span.File.Text == "" || secret {
		return
	}
	bar := p.blue + "|" + p.reset
	before, marked, after := cut(span, p.width-len(p.indent)-len(margin)-2)
	p.line(margin, bar)
	p.line(p.blue, strings.Repeat(" ", len(margin)-1-len(number)), number, p.reset, " ", bar, " ", before, marked, after)
	p.line(margin, bar, " ", strings.Repeat(" ", utf8.RuneCountInString(before)), color,
		strings.Repeat("^", max(1, utf8.RuneCountInString(marked))), p.reset)
}

// cut splits the first line of a span into what is before, inside and after it, as it is shown. When the line is wider
// than width, the ends far from the place are replaced by "…".
func cut(span source.Span, width int) (before, marked, after string) {
	start := span.File.LineStart(span.Line())
	line := span.File.LineText(span.Line())
	from := min(max(int(span.Start-start), 0), len(line)) // a byte order mark stands before the first line
	to := min(max(int(span.End-start), from), len(line))
	before, marked, after = visible(lastOf(line[:from])), visible(firstOf(line[from:to])), visible(firstOf(line[to:]))
	if width < 20 || utf8.RuneCountInString(before)+utf8.RuneCountInString(marked)+utf8.RuneCountInString(after) <= width {
		return before, marked, after
	}
	b, m, a := []rune(before), []rune(marked), []rune(after)
	if len(m) > width/2 {
		m, a = append(m[:width/2-1], '…'), nil
	}
	if room := (width - len(m)) / 2; len(b) > room {
		b = append([]rune{'…'}, b[len(b)-room+1:]...)
	}
	if room := width - len(b) - len(m); len(a) > room {
		a = append(a[:room-1], '…')
	}
	return string(b), string(m), string(a)
}

// nearby is how many bytes of a source line are looked at before, inside and after a place.
const nearby = 2000

func firstOf(s string) string {
	if len(s) > nearby {
		s = strings.ToValidUTF8(s[:nearby], "") + "…"
	}
	return s
}

func lastOf(s string) string {
	if len(s) > nearby {
		s = "…" + strings.ToValidUTF8(s[len(s)-nearby:], "")
	}
	return s
}

// visible replaces characters that would steer the terminal: tabs by a space, others by their picture.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ':
			return '␀' + r
		case r == 0x7f:
			return '␡'
		case 0x80 <= r && r < 0xa0, '\u202a' <= r && r <= '\u202e', '\u2066' <= r && r <= '\u2069':
			return '�' // more control characters, and those that change the direction of text
		}
		return r
	}, s)
}

// summary counts the problems.
func (p *printer) summary(l diag.List) {
	errors := 0
	for _, d := range l {
		if d.Severity == diag.Error {
			errors++
		}
	}
	var parts []string
	if errors > 0 {
		parts = append(parts, p.red+count(errors, "error")+p.reset)
	}
	if warnings := len(l) - errors; warnings > 0 {
		parts = append(parts, p.yellow+count(warnings, "warning")+p.reset)
	}
	p.line(strings.Join(parts, ", "))
}

func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
