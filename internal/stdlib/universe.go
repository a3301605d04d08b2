package stdlib

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/meter"
	"ytt/internal/script"
	"ytt/internal/value"
)

// Universe returns the predeclared names that programs have besides the
// interpreter's own, or instead of them: all that take time or memory in
// proportion to their arguments count it. Those that print show floats as ytt
// 0.48 does (describe.go).
func Universe(m *meter.Meter) starlark.StringDict {
	g := guard{m}
	all := g.builtins()
	maps.Copy(all, g.operators())
	maps.Copy(all, starlark.StringDict{
		"fail":              starlark.NewBuiltin("fail", g.fail),
		"max":               starlark.NewBuiltin("max", g.extreme(syntax.GT)),
		"min":               starlark.NewBuiltin("min", g.extreme(syntax.LT)),
		"print":             starlark.NewBuiltin("print", g.printLine),
		"repr":              starlark.NewBuiltin("repr", g.repr),
		"sorted":            starlark.NewBuiltin("sorted", g.sorted),
		"str":               starlark.NewBuiltin("str", g.str),
		script.LoadNames:    starlark.NewBuiltin("load", script.Load),
		script.FormatString: &operator{"%", g.asFormat},
		script.FormatMethod: starlark.NewBuiltin("format", g.callFormat),
	})
	return all
}

// universeSize is about how many names there are.
const universeSize = 48

// operator is a function that programs call as "operator ^ x", which takes the
// interpreter half of the time of a call.
type operator struct {
	name  string
	apply func(x starlark.Value) (starlark.Value, error)
}

var _ starlark.HasBinary = (*operator)(nil)

func (o *operator) String() string        { return o.name }
func (o *operator) Type() string          { return "operator" }
func (o *operator) Freeze()               {}
func (o *operator) Truth() starlark.Bool  { return true }
func (o *operator) Hash() (uint32, error) { return 0, errors.New("unhashable: operator") }

// Binary implements "^".
func (o *operator) Binary(op syntax.Token, x starlark.Value, side starlark.Side) (starlark.Value, error) {
	if op != syntax.CIRCUMFLEX || side != starlark.Left {
		return nil, nil
	}
	return o.apply(x)
}

func (g guard) str(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
	kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(kwargs) > 0 {
		return nil, fmt.Errorf("str does not accept keyword arguments")
	}
	if len(args) != 1 {
		return nil, fmt.Errorf("str: got %d arguments, want exactly 1", len(args))
	}
	switch v := args[0].(type) {
	case starlark.String:
		return v, nil
	case starlark.Bytes:
		if err := g.Bytes(len(v)); err != nil {
			return nil, err
		}
		return starlark.String(strings.ToValidUTF8(string(v), "\uFFFD")), nil
	}
	return g.described(args[0])
}

func (g guard) repr(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
	kwargs []starlark.Tuple) (starlark.Value, error) {
	var v starlark.Value
	if err := starlark.UnpackPositionalArgs("repr", args, kwargs, 1, &v); err != nil {
		return nil, err
	}
	return g.described(v)
}

// hasattr is the interpreter's own, but faster for structs: that one lists all
// members of a struct without the member.
func hasattr(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple,
	kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) == 2 && len(kwargs) == 0 {
		s, isStruct := args[0].(*value.Struct)
		name, isString := starlark.AsString(args[1])
		if isStruct && isString {
			return starlark.Bool(s.HasAttr(name)), nil
		}
	}
	return starlark.Call(thread, starlark.Universe["hasattr"], args, kwargs)
}

func (g guard) fail(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple,
	kwargs []starlark.Tuple) (starlark.Value, error) {
	text, err := g.joined("fail", args, kwargs, (*describer).value)
	if err != nil {
		return nil, err
	}
	return nil, errors.New("fail: " + text)
}
