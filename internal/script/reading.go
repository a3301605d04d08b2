package script

import (
	"errors"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// This file implements readings: expressions that have no effect and call nothing, such as
//
//	data.values.app.name
//	"app-" + name
//
// Compiling one, and interpreting it once, takes five times as long as walking its tree. So the host may have the
// interpreter find the values of its names, for many readings together, and read the rest itself. Whatever fails is
// left to the interpreter, which words it.

// maxReading bounds how deep readings nest.
const maxReading = 50

// IsReading reports whether an expression is a reading: names, constants, members of readings, and sums of two.
func IsReading(x syntax.Expr) bool { return isReading(x, maxReading) }

func isReading(x syntax.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := x.(type) {
	case *syntax.Ident:
		return true
	case *syntax.Literal:
		switch x.Value.(type) {
		case string, int64:
			return x.Token != syntax.BYTES
		}
	case *syntax.DotExpr:
		return isReading(x.X, depth-1)
	case *syntax.BinaryExpr:
		return x.Op == syntax.PLUS && !sameName(x.X, x.Y) && isReading(x.X, depth-1) && isReading(x.Y, depth-1)
	}
	return false
}

// Names are the names of some readings, each where it stands first.
type Names []*syntax.Ident

// Add adds those of one reading.
func (names *Names) Add(x syntax.Expr) {
	switch x := x.(type) {
	case *syntax.Ident:
		if names.find(x.Name) < 0 {
			*names = append(*names, x)
		}
	case *syntax.DotExpr:
		names.Add(x.X)
	case *syntax.BinaryExpr:
		names.Add(x.X)
		names.Add(x.Y)
	}
}

func (names Names) find(name string) int {
	for i := range names {
		if names[i].Name == name {
			return i
		}
	}
	return -1
}

// Tuple is the expression for the values of the names. It stands at pos.
func (names Names) Tuple(pos syntax.Position) *syntax.TupleExpr {
	t := &syntax.TupleExpr{Lparen: pos, List: make([]syntax.Expr, len(names)), Rparen: pos}
	for i := range names {
		t.List[i] = names[i]
	}
	return t
}

// Read evaluates a reading, given the values of the names. An error is a *PlacedError.
func (names Names) Read(x syntax.Expr, values starlark.Tuple) (starlark.Value, error) {
	v, err := names.read(x, values)
	if err != nil {
		return nil, names.explain(x, values, err)
	}
	return v, nil
}

func (names Names) read(x syntax.Expr, values starlark.Tuple) (starlark.Value, error) {
	switch x := x.(type) {
	case *syntax.Ident:
		return values[names.find(x.Name)], nil
	case *syntax.Literal:
		if n, ok := x.Value.(int64); ok {
			return starlark.MakeInt64(n), nil
		}
		return starlark.String(x.Value.(string)), nil
	case *syntax.DotExpr:
		v, err := names.read(x.X, values)
		if err != nil {
			return nil, err
		}
		return member(v, x.Name.Name)
	case *syntax.BinaryExpr:
		left, err := names.read(x.X, values)
		if err != nil {
			return nil, err
		}
		right, err := names.read(x.Y, values)
		if err != nil {
			return nil, err
		}
		return starlark.Binary(syntax.PLUS, left, right)
	}
	return nil, errNoReading
}

var (
	errNoReading = errors.New("not a reading")
	errNoMember  = errors.New("no such member")
)

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

// copied copies a reading. Resolving changes its names, and a program may be running elsewhere.
func copied(x syntax.Expr) syntax.Expr {
	switch x := x.(type) {
	case *syntax.Ident:
		return &syntax.Ident{NamePos: x.NamePos, Name: x.Name}
	case *syntax.DotExpr:
		return &syntax.DotExpr{X: copied(x.X), Dot: x.Dot, NamePos: x.NamePos, Name: x.Name}
	case *syntax.BinaryExpr:
		return &syntax.BinaryExpr{X: copied(x.X), OpPos: x.OpPos, Op: x.Op, Y: copied(x.Y)}
	}
	return x
}

// explain has the interpreter fail in its own words.
func (names Names) explain(x syntax.Expr, values starlark.Tuple, err error) error {
	env := starlark.StringDict{}
	for i := range names {
		env[names[i].Name] = values[i]
	}
	start, _ := x.Span()
	placed := &PlacedError{Err: err, At: start}
	_, err = starlark.EvalExprOptions(Dialect(), &starlark.Thread{}, copied(x), env)
	var failed *starlark.EvalError
	if errors.As(err, &failed) {
		placed.Err = failed.Unwrap()
		if len(failed.CallStack) > 0 {
			placed.At = failed.CallStack.At(0).Pos
		}
	}
	return placed
}
