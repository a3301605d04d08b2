package script

import (
	"strconv"

	"go.starlark.net/syntax"

	"ytt/internal/source"
)

// This file implements plain expressions: the values that most nodes have, read without the upstream parser.
//
//	data.values.app.name
//	"app-" + name
//	labels(name, "frontend")["app"]
//
// They are names, strings without escapes and small numbers, with members, calls and indices behind them and "+" between
// them. What is read is the tree that the parser would give, positions included; a test compares the two. Everything else,
// mistakes included, is left to the parser. For texts this short that one takes ten times as long, because it goes down
// through all levels of precedence for every operand; in templates that are mostly values, it was half of compiling.

const (
	maxPlain      = 500 // bytes of a plain expression
	maxPlainDepth = 20  // brackets in brackets
)

// nodes are the syntax nodes of plain expressions. There are many of few kinds, so they are made by the dozen.
type nodes struct {
	idents   slab[syntax.Ident]
	literals slab[syntax.Literal]
	members  slab[syntax.DotExpr]
	sums     slab[syntax.BinaryExpr]
	calls    slab[syntax.CallExpr]
}

// slab makes values of one allocation.
type slab[T any] struct {
	free []T
	made int
}

func (s *slab[T]) take(v T) *T {
	if len(s.free) == 0 {
		s.made = min(max(2*s.made, 4), 64)
		s.free = make([]T, s.made)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	*p = v
	return p
}

type plainReader struct {
	*nodes
	text      string
	at        int
	depth     int
	file      *string // key of the file
	line, col int32   // of the text's first byte
}

// plain reads an expression on one line; nil when it is not plain.
func (n *nodes) plain(s source.Span, key *string) syntax.Expr {
	r := plainReader{nodes: n, text: s.Text(), file: key}
	if len(r.text) > maxPlain {
		return nil
	}
	for i := range len(r.text) {
		if r.text[i] >= 0x80 {
			return nil // columns count characters
		}
	}
	r.line, r.col = lineCol(s.File, s.Start)
	x := r.sum()
	if r.space(); r.at < len(r.text) {
		return nil
	}
	return x
}

func (r *plainReader) space() {
	for r.at < len(r.text) && r.text[r.at] == ' ' {
		r.at++
	}
}

// take takes a character behind spaces.
func (r *plainReader) take(c byte) (syntax.Position, bool) {
	r.space()
	if r.at == len(r.text) || r.text[r.at] != c {
		return syntax.Position{}, false
	}
	r.at++
	return r.position(r.at - 1), true
}

func (r *plainReader) position(at int) syntax.Position {
	return syntax.MakePosition(r.file, r.line, r.col+int32(at))
}

// sum reads operands with "+" between them.
func (r *plainReader) sum() syntax.Expr {
	x := r.operand()
	for x != nil {
		pos, ok := r.take('+')
		if !ok {
			break
		}
		y := r.operand()
		if y == nil {
			return nil
		}
		x = r.sums.take(syntax.BinaryExpr{X: x, OpPos: pos, Op: syntax.PLUS, Y: y})
	}
	return x
}

// operand reads a name or constant and what stands behind it.
func (r *plainReader) operand() syntax.Expr {
	x := r.atom()
	for x != nil {
		if pos, ok := r.take('.'); ok {
			name := r.name()
			if name == nil {
				return nil
			}
			x = r.members.take(syntax.DotExpr{X: x, Dot: pos, Name: name})
		} else if pos, ok := r.take('('); ok {
			x = r.call(x, pos)
		} else if pos, ok := r.take('['); ok {
			x = r.index(x, pos)
		} else {
			break
		}
	}
	return x
}

func (r *plainReader) atom() syntax.Expr {
	r.space()
	if r.at == len(r.text) {
		return nil
	}
	switch c := r.text[r.at]; {
	case c == '"' || c == '\'':
		return r.str()
	case '0' <= c && c <= '9':
		return r.number()
	}
	if name := r.name(); name != nil {
		return name
	}
	return nil
}

// word takes a run of letters, digits and underscores.
func (r *plainReader) word() (word string, pos syntax.Position) {
	r.space()
	start := r.at
	for r.at < len(r.text) && isWordByte(r.text[r.at]) {
		r.at++
	}
	return r.text[start:r.at], r.position(start)
}

func (r *plainReader) name() *syntax.Ident {
	word, pos := r.word()
	if isKeyword(word) || '0' <= word[0] && word[0] <= '9' {
		return nil
	}
	return r.idents.take(syntax.Ident{NamePos: pos, Name: word})
}

// number reads a decimal integer.
func (r *plainReader) number() syntax.Expr {
	word, pos := r.word()
	n, err := strconv.ParseUint(word, 10, 32)
	if err != nil || len(word) > 1 && word[0] == '0' || r.at < len(r.text) && r.text[r.at] == '.' {
		return nil
	}
	return r.literals.take(syntax.Literal{Token: syntax.INT, TokenPos: pos, Raw: word, Value: int64(n)})
}

func (r *plainReader) str() syntax.Expr {
	n := plainString(r.text[r.at:])
	if n == 0 {
		return nil
	}
	raw, pos := r.text[r.at:r.at+n], r.position(r.at)
	r.at += n
	return r.literals.take(syntax.Literal{Token: syntax.STRING, TokenPos: pos, Raw: raw, Value: raw[1 : n-1]})
}

// call reads the arguments of a call, and its closing bracket.
func (r *plainReader) call(fn syntax.Expr, open syntax.Position) syntax.Expr {
	c := r.calls.take(syntax.CallExpr{Fn: fn, Lparen: open})
	if pos, ok := r.take(')'); ok {
		c.Rparen = pos
		return c
	}
	for {
		arg := r.nested()
		if arg == nil {
			return nil
		}
		c.Args = append(c.Args, arg)
		if pos, ok := r.take(')'); ok {
			c.Rparen = pos
			return c
		}
		if _, ok := r.take(','); !ok {
			return nil
		}
	}
}

func (r *plainReader) index(x syntax.Expr, open syntax.Position) syntax.Expr {
	y := r.nested()
	if y == nil {
		return nil
	}
	pos, ok := r.take(']')
	if !ok {
		return nil
	}
	return &syntax.IndexExpr{X: x, Lbrack: open, Y: y, Rbrack: pos}
}

// nested reads an expression between brackets.
func (r *plainReader) nested() syntax.Expr {
	if r.depth == maxPlainDepth {
		return nil
	}
	r.depth++
	x := r.sum()
	r.depth--
	return x
}

// plainString returns the length of a string without escapes at the start of a text, 0 when there is none.
func plainString(text string) int {
	quote := text[0]
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' || c == '\r' || c == '\n':
			return 0
		case c == quote && i == 1 && len(text) > 2 && text[2] == quote:
			return 0 // three quotes
		case c == quote:
			return i + 1
		}
	}
	return 0
}
