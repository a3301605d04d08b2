package script

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/source"
)

// This file implements portions: the text of one logical line as the upstream parser gets it.
//
// A line that stands in one run of bytes is passed on as it is, with the position of its first byte. When it spreads
// over several fragments, what lies between them (line breaks, indentation, comment markers) is replaced by as many
// line breaks and spaces, so that lines and columns stay true:
//
//	x: 1                  line 7
//	#@ y = [1,            fragment "y = [1," at 8:4
//	  #@   2]             fragment "  2]" at 9:5     →  "y = [1,\n      2]" at 8:4
//
// Only inside triple-quoted strings is there no room for this: there, columns are those of the fragment, and lines that
// are skipped between two fragments are not counted.

// fragment is a run of bytes of the file that belongs to a logical line.
type fragment struct {
	token
	join byte // what joins it to the fragment before: 'S'tring, '\\', or '[' for any bracket
}

// portion is a logical line, or a value, under construction.
type portion struct {
	lexer
	file      *source.File
	fragments []fragment
}

func (p *portion) reset() {
	p.lexer.reset()
	p.fragments = p.fragments[:0]
}

// feed reads code from a span on, as much of it as belongs to the logical line.
func (p *portion) feed(s source.Span) (n int32, complete bool) {
	f := fragment{token: token{s.Start, s.End}}
	if strings.HasSuffix(s.Text(), "\r") {
		f.end-- // half of a line break
	}
	switch {
	case p.quote != 0:
		f.join = 'S'
		if s.Start > 0 && p.file.Text[s.Start-1] == '@' && strings.HasPrefix(s.Text(), " ") {
			f.start++
		}
	case p.joined:
		f.join = '\\'
	case len(p.brackets) > 0:
		f.join = '['
	}
	read, complete := p.lexer.feed(p.file.Text[f.start:f.end], f.start)
	f.end = f.start + int32(read)
	if !p.empty() {
		p.fragments = append(p.fragments, f)
	}
	return f.end - s.Start, complete
}

// end is the offset behind the last token.
func (p *portion) end() int32 { return p.last.end }

// appendText appends the text from offset start on, up to the last token.
func (p *portion) appendText(buf []byte, start int32) []byte {
	for i, f := range p.fragments {
		from, to := f.start, min(f.end, p.end())
		if i == 0 {
			from = start
		} else {
			if from >= p.end() && f.join != 'S' {
				break
			}
			buf = p.appendGap(buf, p.fragments[i-1].end, f)
		}
		if from < to {
			buf = append(buf, p.file.Text[from:to]...)
		}
	}
	return buf
}

// appendGap appends what stands for the text between two fragments.
func (p *portion) appendGap(buf []byte, from int32, f fragment) []byte {
	line, col := lineCol(p.file, f.start)
	breaks := max(int(line)-p.file.Line(from), 1)
	switch f.join {
	case 'S':
		return append(buf, '\n')
	case '\\':
		buf = append(buf, '\n')
		for range breaks - 1 {
			buf = append(buf, '\\', '\n')
		}
	default:
		buf = append(buf, bytes.Repeat([]byte{'\n'}, breaks)...)
	}
	for range col - 1 {
		buf = append(buf, ' ')
	}
	return buf
}

// ends returns how many words "end" the line is made of, 0 if there is anything else in it. keyword is its first word.
func (p *portion) ends(keyword string) int {
	if keyword != "end" {
		return 0
	}
	words := strings.Fields(p.text(token{p.first.start, p.last.end}))
	for _, word := range words {
		if word != "end" {
			return 0
		}
	}
	return len(words)
}

// span makes a span of the portion's file.
func (p *portion) span(t token) source.Span {
	return source.Span{File: p.file, Start: t.start, End: t.end}
}

// text is the file's text of a token.
func (p *portion) text(t token) string { return p.file.Text[t.start:t.end] }

// faultProblem is what the lexer found to be wrong, nil for nothing.
func (p *portion) faultProblem() *diag.Diagnostic {
	if p.fault.kind == noFault {
		return nil
	}
	d := &diag.Diagnostic{Code: diag.ScriptSyntax, Span: p.span(p.fault.token), Detail: diag.Script{}}
	switch p.fault.kind {
	case endWord:
		return p.endProblem(p.fault.token)
	case passWord:
		d.Message = "use of reserved keyword 'pass' is not allowed"
		d.Notes = []diag.Note{{Message: "a block may be empty: nothing has to stand before its 'end'"}}
	case nulByte:
		d.Message = `unexpected input character '\x00'`
	case closer:
		d.Message = "unexpected '" + p.text(p.fault.token) + "'"
		d.Hints = []string{"no bracket is open that this could close"}
	case tooDeep:
		d.Message = "excessive nesting"
		d.Hints = []string{"split the expression into several statements"}
	}
	return d
}

// endProblem reports the word "end" in a place where it closes nothing.
func (p *portion) endProblem(t token) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: diag.ScriptSyntax, Message: "unexpected end", Span: p.span(t), Detail: diag.Script{}}
	before := strings.TrimRight(p.file.Text[p.first.start:t.start], " \t")
	behind := strings.TrimLeft(p.file.Text[t.end:p.end()], " \t")
	switch {
	case strings.HasSuffix(before, "."):
		d.Hints = []string{`'end' is reserved: use getattr(..., "end")`}
	case strings.HasPrefix(behind, "="):
		d.Notes = []diag.Note{{Message: "'end' is reserved: it cannot be a name"}}
	default:
		d.Hints = []string{"'end' closes a block and stands on a line of its own"}
	}
	return d
}

// lineCol returns the position of an offset, both counted from 1.
func lineCol(f *source.File, offset int32) (line, col int32) {
	l, c := f.Position(offset)
	return int32(l), int32(c)
}

// offsetOf is the inverse of lineCol; columns beyond the end of the line mean its end.
func offsetOf(f *source.File, line, col int32) int32 {
	offset := f.LineStart(int(line))
	text := f.LineText(int(line))
	for col > 1 && text != "" {
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		offset += int32(size)
		col--
	}
	return offset
}

// parse hands statements to the upstream parser: a text for the portion that begins at a place. The errors it returns are of
// the parser; there are no others, as the text is in memory.
func (p *portion) parse(dialect *syntax.FileOptions, text []byte, at place) ([]syntax.Stmt, diag.List, *syntax.Error) {
	spelled := p.respell(text, at)
	f, err := dialect.Parse(p.file.Key(), syntax.FilePortion{Content: text, FirstLine: at.line, FirstCol: at.col}, 0)
	if err != nil {
		return nil, nil, asSyntaxError(err)
	}
	if spelled == nil {
		return f.Stmts, nil, nil
	}
	spelled.apply(f)
	return f.Stmts, spelled.warnings(p), nil
}

// parseExpr does the same with an expression.
func (p *portion) parseExpr(dialect *syntax.FileOptions, text []byte, at place) (syntax.Expr, diag.List, *syntax.Error) {
	spelled := p.respell(text, at)
	e, err := dialect.ParseExpr(p.file.Key(), syntax.FilePortion{Content: text, FirstLine: at.line, FirstCol: at.col}, 0)
	if err != nil {
		return nil, nil, asSyntaxError(err)
	}
	if spelled == nil {
		return e, nil, nil
	}
	spelled.apply(e)
	return e, spelled.warnings(p), nil
}

// respell changes the text if the lexer saw what the parser would misread; nil if not.
func (p *portion) respell(text []byte, at place) *respelling {
	if !p.spelled {
		return nil
	}
	return respell(text, at)
}

func asSyntaxError(err error) *syntax.Error {
	if e, ok := err.(syntax.Error); ok {
		return &e
	}
	return &syntax.Error{Msg: err.Error()}
}
