package script

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/source"
)

// This file implements the way from upstream's errors to diagnostics: of the parser, and of running code.

// Problem converts an error of running code. The frames are those of people's functions, innermost first; file finds
// the files that they stand in by their Key, nil for one that is not known.
//
// When a builtin failed with a diag.ListError, its list becomes the Cause.
func Problem(err error, file Files) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: diag.ScriptRuntime, Message: err.Error(), Detail: diag.Script{}}
	var eval *starlark.EvalError
	if errors.As(err, &eval) {
		d.Message = eval.Msg
		for i := len(eval.CallStack) - 1; i >= 0; i-- {
			frame := eval.CallStack[i]
			if f := file(frame.Pos.Filename()); f != nil && frame.Pos.Line > 0 {
				d.Frames = append(d.Frames, diag.Frame{Func: frame.Name, Span: spanAt(f, frame.Pos)})
			}
		}
	}
	if len(d.Frames) > 0 {
		if placed, ok := eval.Unwrap().(*PlacedError); ok {
			d.Frames[0].Span = file.span(placed.At)
		}
		d.Span = d.Frames[0].Span
	}
	var list *diag.ListError
	if errors.As(err, &list) {
		explain(d, list)
	}
	d.Message = conventional(d.Message)
	first, _, _ := strings.Cut(d.Message, "\n")
	d.Hints = append(slices.Clone(d.Hints), hintsFor(first, lineOf(d.Span))...)
	if name, ok := strings.CutPrefix(d.Message, nameNotFound); ok && d.Code == diag.ScriptRuntime {
		d.Code = diag.LoadName
		d.Hints = append(d.Hints, memberHint(name)...)
	}
	return d
}

// PlacedError is an error of a ready-made statement that knows its place better than the interpreter does, because the
// statement does several things.
type PlacedError struct {
	Err error
	At  syntax.Position
}

func (e *PlacedError) Error() string { return e.Err.Error() }
func (e *PlacedError) Unwrap() error { return e.Err }

// explain takes a list that caused an error into its problem. One sentence becomes part of the problem; anything longer
// is its Cause.
func explain(d *diag.Diagnostic, list *diag.ListError) {
	before, ok := strings.CutSuffix(d.Message, list.Error())
	before = strings.TrimSuffix(before, ": ")
	var only *diag.Diagnostic
	if len(list.List) == 1 && list.List[0].Detail == nil && len(list.List[0].Cause) == 0 {
		only = list.List[0]
	}
	switch {
	case ok && only != nil && before == "" && len(only.Context) == 0:
		d.Message, d.Hints, d.Notes, d.Err = only.Message, only.Hints, only.Notes, only.Err
	case ok:
		d.Message, d.Cause = before, list.List
	}
	switch {
	case list.Code != "":
		d.Code = list.Code
	case only != nil && only.Code != "":
		d.Code = only.Code
	}
}

// lineOf is the text of the line on which a span begins.
func lineOf(s source.Span) string {
	if !s.Known() {
		return ""
	}
	return s.File.LineText(s.Line())
}

// spanAt is the word or character at a position of upstream's.
func spanAt(file *source.File, pos syntax.Position) source.Span {
	start := offsetOf(file, pos.Line, pos.Col)
	return source.Span{File: file, Start: start, End: wordEnd(file.Text, start)}
}

// wordEnd returns the end of the word or character that begins at offset; of nothing at the end of a line.
func wordEnd(text string, offset int32) int32 {
	end := int(offset)
	for end < len(text) && isWordByte(text[end]) {
		end++
	}
	if end > int(offset) || end == len(text) || text[end] == '\n' || text[end] == '\r' {
		return int32(end)
	}
	_, size := utf8.DecodeRuneInString(text[end:])
	return int32(end + size)
}

// wordStart returns the start of the word or character that ends at offset.
func wordStart(text string, offset int32) int32 {
	start := int(offset)
	for start > 0 && isWordByte(text[start-1]) {
		start--
	}
	if start == int(offset) && start > 0 {
		start--
	}
	return int32(start)
}

// syntaxError converts what the parser said of the portion. following finds the place after it.
func (p *portion) syntaxError(e syntax.Error, following func() source.Span) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: diag.ScriptSyntax, Message: e.Msg, Detail: diag.Script{}}
	if escape, ok := strings.CutPrefix(e.Msg, "non-ASCII octal escape "); ok { // other such are ours, see spelling.go
		escape, _, _ = strings.Cut(escape, " ")
		d.Message = "invalid escape sequence " + escape
	}
	if word := p.keywordAt(e); word != "" {
		d.Message = "use of reserved keyword '" + word + "' is not allowed (expected identifier)"
	}
	first, last := p.first.start, p.end()
	at := offsetOf(p.file, e.Pos.Line, e.Pos.Col)
	switch {
	case strings.HasPrefix(e.Msg, "got pass, want"): // ours, put behind a header
		d.Message = "got newline, want" + strings.TrimPrefix(e.Msg, "got pass, want")
		at = last
	case strings.HasPrefix(e.Msg, "got newline"), at > last:
		at = last
	case pointsBehind(e.Msg):
		at = wordStart(p.file.Text, at)
	}
	at = min(max(at, first), last)
	d.Span = source.Span{File: p.file, Start: at, End: max(min(wordEnd(p.file.Text, at), last), at)}
	if d.Message == "got newline, want ':'" && following != nil {
		// By convention this is shown where the parser had got to.
		d.Notes = append(d.Notes, diag.Note{Message: "the colon is missing here", Span: d.Span})
		d.Span = following()
		at = last
	}
	d.Notes = append(d.Notes, p.openBracketNote(at)...)
	d.Hints = hintsFor(d.Message, p.text(token{first, max(first, last)}))
	return d
}

// keywordAt is the keyword that stands where the parser wanted a name, "" for none.
func (p *portion) keywordAt(e syntax.Error) string {
	if e.Msg != "not an identifier" || int(e.Pos.Line) > p.file.Line(p.end()) {
		return "" // or behind the last line
	}
	end := offsetOf(p.file, e.Pos.Line, e.Pos.Col)
	word := p.file.Text[wordStart(p.file.Text, end):end]
	if word == "" || !isWordByte(word[0]) || '0' <= word[0] && word[0] <= '9' {
		return ""
	}
	return word
}

// pointsBehind reports whether the position of the parser's message is the end of the token that it is about.
func pointsBehind(msg string) bool {
	switch {
	case strings.HasSuffix(msg, "want primary expression"):
		return false
	case strings.HasPrefix(msg, "got "), msg == "not an identifier", strings.Contains(msg, "does not associate"),
		strings.HasPrefix(msg, "keyword argument must"), strings.HasPrefix(msg, "first operand of load"):
		return true
	}
	return false
}

// openBracketNote points at the innermost bracket before offset that is never closed, or that is still open at an "end".
func (p *portion) openBracketNote(offset int32) []diag.Note {
	open := p.brackets[p.floor:]
	if p.fault.kind == endWord && p.fault.opener.at >= 0 {
		open = append(slices.Clone(open), p.fault.opener)
	}
	for _, b := range slices.Backward(open) {
		if b.at < offset {
			return []diag.Note{{
				Message: "this '" + string(b.char) + "' is not closed",
				Span:    p.span(token{b.at, b.at + 1}),
			}}
		}
	}
	return nil
}
