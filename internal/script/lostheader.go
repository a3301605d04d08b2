package script

import (
	"strconv"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
)

// This file finds the header of a block that is a comment, as it lost its mark:
//
//	# if x:
//	a: 1
//	#@ end

// blameComment makes the problem that the current line has no block one of the
// comment above that would open it, if there is one.
func (a *assembler) blameComment(d *diag.Diagnostic) {
	keyword := a.keyword()
	from := keyword
	if a.misalignedEnd.Known() && a.misalignedEnd.File == keyword.File {
		from = a.misalignedEnd // that one was meant for it
	}
	comment, code := a.lostHeader(from)
	if !comment.Known() {
		return
	}
	word := code[:wordEnd(code, 0)]
	d.Headline = "this '" + word + "' is a comment, so the '" + keyword.Text() + "' in line " +
		strconv.Itoa(keyword.Line()) + " belongs to no block"
	d.Notes = []diag.Note{{Message: "the '" + keyword.Text() + "' is here", Span: keyword}}
	if !d.Noticed.Known() {
		d.Noticed = d.Span
	}
	d.Span, d.Fact = comment, &LostHeader{code}
}

// lostHeader returns the last comment in front of an "end" that has the header
// of a block, and the header.
func (a *assembler) lostHeader(end source.Span) (comment source.Span, code string) {
	text := end.File.Text
	start := source.LineStart(text, int(end.Start))
	mark, _, _ := strings.Cut(strings.TrimLeft(text[start:end.Start], " \t"), " ")
	if mark != "" && !strings.HasPrefix(mark, "#@") {
		return source.Span{}, "" // code in a text
	}
	for start > 0 {
		stop := start - 1
		start = source.LineStart(text, stop)
		line := strings.TrimRight(text[start:stop], " \t\r")
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		if code := a.headerIn(line[indent:]); code != "" {
			return source.Span{File: end.File, Start: int32(start + indent), End: int32(start + len(line))}, code
		}
	}
	return source.Span{}, ""
}

// headerIn returns the header of a block in a comment, "" if there is none.
func (a *assembler) headerIn(comment string) string {
	if !strings.HasPrefix(comment, "#") || strings.HasPrefix(comment, "#@") || len(comment) > longLine {
		return ""
	}
	code := strings.TrimLeft(comment, "#!@ \t")
	if !strings.HasSuffix(code, ":") || !OpensBlock(code[:wordEnd(code, 0)]) {
		return ""
	}
	if _, err := a.dialect.Parse("", code+" pass\n", 0); err != nil {
		return ""
	}
	return code
}
