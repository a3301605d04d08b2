package script

import (
	"errors"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/source"
)

// This file implements readings: expressions that have no effect and call nothing, such as
//
//	data.values.app.name
//	"app-" + name
//
// To compile one, and to interpret it once, takes five times as long as to take it in a few steps. So the host may have the
// interpreter find the values of its names, for many readings together, and read the rest itself. Whatever fails is left
// to the interpreter, which words it.

// Reading is an expression: names, strings and small numbers, with members behind them and "+" between them. It is immutable.
type Reading struct {
	Text  source.Span
	steps []step
}

// step is a part of a reading. All but members begin an operand, which is added to those before.
type step struct {
	kind stepKind
	n    int32  // of a name: where it stands in the text; of a number: the number
	text string // of names, members and strings
}

type stepKind uint8

const (
	aName stepKind = iota
	aString
	aNumber
	aMember
)

const (
	maxSteps  = 40  // of a reading
	manySteps = 500 // that readings hold in one allocation
)

// Reading reads an expression that is a reading; others are left to Expr.
func (p *Parser) Reading(s source.Span) (Reading, bool) {
	r := plainReader{text: s.Text()}
	if !r.isPlain() {
		return Reading{}, false
	}
	if len(p.steps) > manySteps {
		p.steps = make([]step, 0, manySteps+maxSteps)
	}
	first := len(p.steps)
	for more := true; more; more = r.skip('+') {
		if !p.operand(&r, first+maxSteps) {
			p.steps = p.steps[:first]
			return Reading{}, false
		}
	}
	steps := p.steps[first:len(p.steps):len(p.steps)]
	if r.at < len(r.text) || doubles(steps) {
		p.steps = p.steps[:first]
		return Reading{}, false
	}
	return Reading{s, steps}, true
}

// doubles reports whether steps are "x + x", which needs a check (growth.go).
func doubles(steps []step) bool {
	return len(steps) > 1 && steps[0].kind == aName && steps[1].kind == aName && steps[0].text == steps[1].text
}

// operand reads a name or constant and its members, as long as there are no more than most steps.
func (p *Parser) operand(r *plainReader, most int) bool {
	r.space()
	if r.at == len(r.text) || len(p.steps) == most {
		return false
	}
	s := step{n: int32(r.at)}
	switch c := r.text[r.at]; {
	case c == '"' || c == '\'':
		n := plainString(r.text[r.at:])
		if n == 0 {
			return false
		}
		s.kind, s.text = aString, r.text[r.at+1:r.at+n-1]
		r.at += n
	case '0' <= c && c <= '9':
		n, ok := r.integer()
		if !ok {
			return false
		}
		s.kind, s.n = aNumber, n
	default:
		if s.text = r.identifier(); s.text == "" {
			return false
		}
	}
	p.steps = append(p.steps, s)
	for r.skip('.') {
		r.space()
		name := r.identifier()
		if name == "" || len(p.steps) == most {
			return false
		}
		p.steps = append(p.steps, step{kind: aMember, text: name})
	}
	return true
}

// Names are the names of some readings.
type Names struct {
	words []string
	at    []source.Span // where each stands first
}

// Len is the number of names.
func (names *Names) Len() int { return len(names.words) }

// Add adds the names of one reading.
func (names *Names) Add(r Reading) {
	for i := range r.steps {
		if s := &r.steps[i]; s.kind == aName && names.find(s.text) < 0 {
			at := r.Text.Start + s.n
			names.words = append(names.words, s.text)
			names.at = append(names.at, source.Span{File: r.Text.File, Start: at, End: at + int32(len(s.text))})
		}
	}
}

func (names *Names) find(name string) int {
	for i, word := range names.words {
		if word == name {
			return i
		}
	}
	return -1
}

// Tuple is the expression for the values of the names. It stands at pos.
func (names *Names) Tuple(places *Places, pos syntax.Position) *syntax.TupleExpr {
	t := &syntax.TupleExpr{Lparen: pos, List: make([]syntax.Expr, len(names.words)), Rparen: pos}
	for i, word := range names.words {
		t.List[i] = &syntax.Ident{NamePos: places.Of(names.at[i]), Name: word}
	}
	return t
}

// Read evaluates a reading, given the values of the names. An error is a *PlacedError.
func (names *Names) Read(r Reading, values starlark.Tuple) (starlark.Value, error) {
	var sum, v starlark.Value
	var err error
	for i := range r.steps {
		s := &r.steps[i]
		if s.kind != aMember && i > 0 {
			if sum, err = plus(sum, v); err != nil {
				return nil, names.explain(r, values, err)
			}
		}
		switch s.kind {
		case aName:
			v = values[names.find(s.text)]
		case aString:
			v = starlark.String(s.text)
		case aNumber:
			v = starlark.MakeInt(int(s.n))
		case aMember:
			if v, err = member(v, s.text); err != nil {
				return nil, names.explain(r, values, err)
			}
		}
	}
	if v, err = plus(sum, v); err != nil {
		return nil, names.explain(r, values, err)
	}
	return v, nil
}

// plus adds an operand to the sum of those before it, nil for none.
func plus(sum, v starlark.Value) (starlark.Value, error) {
	if sum == nil {
		return v, nil
	}
	return starlark.Binary(syntax.PLUS, sum, v)
}

var errNoMember = errors.New("no such member")

func member(v starlark.Value, name string) (starlark.Value, error) {
	o, ok := v.(starlark.HasAttrs)
	if !ok {
		return nil, errNoMember
	}
	m, err := o.Attr(name)
	if m == nil && err == nil {
		err = errNoMember
	}
	return m, err
}

// explain has the interpreter fail in its own words.
func (names *Names) explain(r Reading, values starlark.Tuple, err error) error {
	placed := &PlacedError{Err: err, At: Position(r.Text)}
	x, _ := new(Parser).Expr(r.Text)
	if x == nil {
		return placed
	}
	env := starlark.StringDict{}
	for i, word := range names.words {
		env[word] = values[i]
	}
	_, err = starlark.EvalExprOptions(Dialect(), &starlark.Thread{}, x, env)
	var failed *starlark.EvalError
	if errors.As(err, &failed) {
		placed.Err = failed.Unwrap()
		if len(failed.CallStack) > 0 {
			placed.At = failed.CallStack.At(0).Pos
		}
	}
	return placed
}
