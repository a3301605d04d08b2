package script

import (
	"bytes"
	"fmt"
	"strings"

	"go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/source"
)

// This file makes the text of a logical line for the upstream parser.
//
// A line that stands in one run of bytes is passed on as it is, with the
// position of its first byte. When it spreads over several fragments, what lies
// between them (line breaks, indentation, comment markers) is replaced by as
// many line breaks and spaces, so that lines and columns stay true:
//
//	x: 1                  line 7
//	#@ y = [1,            fragment "y = [1," at 8:4
//	  #@   2]             fragment "  2]" at 9:5     →  "y = [1,\n      2]" at 8:4
//
// Triple-quoted strings have no room for this: inside of them, columns are
// those of the fragment, and lines that are skipped between two fragments are
// not counted.

// fragment is a run of bytes of the file that belongs to a logical line.
type fragment struct {
	token
	join join // what joins it to the fragment before
}

// join is the reason why a line goes on in another fragment.
type join byte

const (
	noJoin join = iota
	inString
	behindBackslash
	inBrackets
)

// logicalLine is a statement or a header, or a value, as it is read fragment by
// fragment.
type logicalLine struct {
	scanner
	file      *source.File
	fragments []fragment
	call      bool // it is the arguments of a call
	tried     int  // for how many lines of the file it was sought what they are meant to be
}

func (l *logicalLine) reset() {
	l.scanner.reset()
	l.fragments = l.fragments[:0]
}

// feed reads code from a span on, as much of it as belongs to the logical line.
func (l *logicalLine) feed(s source.Span) (n int32, complete bool) {
	f := fragment{token: token{s.Start, s.End}}
	if strings.HasSuffix(s.Text(), "\r") {
		f.end-- // half of a line break
	}
	switch {
	case l.quote != 0:
		f.join = inString
		if s.Start > 0 && l.file.Text[s.Start-1] == '@' && strings.HasPrefix(s.Text(), " ") {
			f.start++
		}
	case l.joined:
		f.join = behindBackslash
	case len(l.brackets) > 0:
		f.join = inBrackets
	}
	read, complete := l.scanner.feed(l.file.Text[f.start:f.end], f.start)
	f.end = f.start + int32(read)
	if !l.empty() {
		l.fragments = append(l.fragments, f)
	}
	return f.end - s.Start, complete
}

// end is the offset behind the last token.
func (l *logicalLine) end() int32 { return l.last.end }

// appendText appends the text from offset start on, up to the last token.
func (l *logicalLine) appendText(buf []byte, start int32) []byte {
	for i, f := range l.fragments {
		from, to := f.start, min(f.end, l.end())
		if i == 0 {
			from = start
		} else {
			if from >= l.end() && f.join != inString {
				break
			}
			buf = l.appendGap(buf, l.fragments[i-1].end, f)
		}
		if from < to {
			buf = append(buf, l.file.Text[from:to]...)
		}
	}
	return buf
}

// appendGap appends what stands for the text between two fragments.
func (l *logicalLine) appendGap(buf []byte, from int32, f fragment) []byte {
	at := lineColOf(l.file, f.start)
	breaks := max(int(at.line)-l.file.Line(from), 1)
	switch f.join {
	case inString:
		return append(buf, '\n')
	case behindBackslash:
		buf = append(buf, '\n')
		for range breaks - 1 {
			buf = append(buf, '\\', '\n')
		}
	default:
		buf = append(buf, bytes.Repeat([]byte{'\n'}, breaks)...)
	}
	for range at.col - 1 {
		buf = append(buf, ' ')
	}
	return buf
}

// ends returns how many words "end" the line is made of, 0 if there is anything
// else in it. keyword is its first word.
func (l *logicalLine) ends(keyword string) int {
	if keyword != "end" {
		return 0
	}
	words := strings.Fields(l.text(token{l.first.start, l.last.end}))
	for _, word := range words {
		if word != "end" {
			return 0
		}
	}
	return len(words)
}

// span is where a token stands.
func (l *logicalLine) span(t token) source.Span {
	return source.Span{File: l.file, Start: t.start, End: t.end}
}

// text is the file's text of a token.
func (l *logicalLine) text(t token) string { return l.file.Text[t.start:t.end] }

// faultProblem words the fault that the scanner found, nil for none.
func (l *logicalLine) faultProblem() *diag.Diagnostic {
	if l.fault.kind == noFault {
		return nil
	}
	d := &diag.Diagnostic{Code: diag.ScriptSyntax, Span: l.span(l.fault.token), Detail: diag.Script{}}
	switch l.fault.kind {
	case endWord:
		return l.endProblem(l.fault.token)
	case passWord:
		d.Message = "use of reserved keyword 'pass' is not allowed"
		d.Notes = []diag.Note{{Message: "a block may be empty: nothing has to stand before its 'end'"}}
	case nulByte:
		d.Message = `unexpected input character '\x00'`
	case closer:
		d.Message = "unexpected '" + l.text(l.fault.token) + "'"
		d.Fact = StrayBracket
	case longNumber:
		d.Message = fmt.Sprintf("a number has more than %d bits", MaxBits)
		d.Fact = LongNumber
	case tooDeep:
		d.Message = "excessive nesting"
		d.Fact = DeepExpression
	}
	return d
}

// endProblem reports the word "end" in a place where it closes nothing.
func (l *logicalLine) endProblem(t token) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: diag.ScriptSyntax, Message: "unexpected end", Span: l.span(t), Detail: diag.Script{}}
	before := strings.TrimRight(l.file.Text[l.first.start:t.start], " \t")
	behind := strings.TrimLeft(l.file.Text[t.end:l.end()], " \t")
	switch {
	case strings.HasSuffix(before, "."):
		d.Fact = EndAsMember
	case strings.HasPrefix(behind, "="):
		d.Notes = []diag.Note{{Message: "'end' is reserved: it cannot be a name"}}
	default:
		d.Fact = EndInLine
		if meant := l.turnedSugar(t); meant != nil {
			d.Fact, d.Span = &Fault{Kind: Unexpected, Left: "end", Meant: meant}, meant.Place
		}
	}
	return d
}

// turnedSugar reads "end/if x:", nil for other code.
func (l *logicalLine) turnedSugar(t token) *Meant {
	if meant := l.dashedSugar(t); meant != nil {
		return meant
	}
	behind, isSugar := strings.CutPrefix(l.file.Text[t.end:l.end()], "/")
	word := behind[:source.WordEnd(behind, 0)]
	if !isSugar || t != l.first || !OpensBlock(word) || strings.TrimSpace(behind[len(word):]) == "" {
		return nil // "end/if" alone ends a block
	}
	at := l.span(token{t.start, t.end + int32(len("/")+len(word))})
	return &Meant{Wrong: SugarTurned, Line: word + "/end" + behind[len(word):], Place: at,
		Changes: []Change{{at, word + "/end"}}}
}

// dashedSugar reads "if-end x:", nil for other code.
func (l *logicalLine) dashedSugar(t token) *Meant {
	before := l.file.Text[l.first.start:t.start]
	word := before[:source.WordEnd(before, 0)]
	if sign := strings.TrimSpace(before[len(word):]); !OpensBlock(word) || sign != "-" && sign != "_" && sign != "\\" {
		return nil
	}
	at := l.span(token{l.first.start, t.end})
	return &Meant{Wrong: SugarTurned, Line: word + "/end" + l.file.Text[t.end:l.end()], Place: at,
		Changes: []Change{{at, word + "/end"}}}
}

// parse passes a text with statements, which begins at a position, to the
// upstream parser.
func (l *logicalLine) parse(dialect *syntax.FileOptions, text []byte, at lineCol) ([]syntax.Stmt, diag.List,
	*syntax.Error) {
	spelled := l.respell(text, at)
	f, err := dialect.Parse(l.file.Key(), syntax.FilePortion{Content: text, FirstLine: at.line, FirstCol: at.col}, 0)
	if err != nil {
		return nil, nil, asSyntaxError(err)
	}
	if spelled == nil {
		return f.Stmts, nil, nil
	}
	spelled.apply(f)
	return f.Stmts, spelled.warnings(l), nil
}

// parseExpr passes a text with an expression, which begins at a position, to
// the upstream parser.
func (l *logicalLine) parseExpr(dialect *syntax.FileOptions, text []byte, at lineCol) (syntax.Expr, diag.List,
	*syntax.Error) {
	spelled := l.respell(text, at)
	e, err := dialect.ParseExpr(l.file.Key(), syntax.FilePortion{Content: text, FirstLine: at.line,
		FirstCol: at.col}, 0)
	if err != nil {
		return nil, nil, asSyntaxError(err)
	}
	if spelled == nil {
		return e, nil, nil
	}
	spelled.apply(e)
	return e, spelled.warnings(l), nil
}

// respell changes the text if the scanner saw something that the parser would
// misread; nil if not.
func (l *logicalLine) respell(text []byte, at lineCol) *respelling {
	if !l.spelled {
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
