package stdlib

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/script"
	"ytt/internal/value"
)

// This file implements most builtins that differ from the interpreter's own. They print floats with six significant
// digits, as C's %g does and as the interpreter once did: str(1.0) is "1", str(3.14159265) is "3.14159". Templates
// out there rely on it. Formatting (format.go) follows them.

// Universe returns what programs find predeclared besides the interpreter's own builtins.
func Universe() starlark.StringDict {
	return starlark.StringDict{
		"fail":              starlark.NewBuiltin("fail", fail),
		"hasattr":           starlark.NewBuiltin("hasattr", hasattr),
		"max":               starlark.NewBuiltin("max", extreme(syntax.GT)),
		"min":               starlark.NewBuiltin("min", extreme(syntax.LT)),
		"print":             starlark.NewBuiltin("print", printLine),
		"repr":              starlark.NewBuiltin("repr", repr),
		"sorted":            starlark.NewBuiltin("sorted", sorted),
		"str":               starlark.NewBuiltin("str", str),
		script.LoadNames:    starlark.NewBuiltin("load", script.Load),
		script.BoundSize:    operator{"size", boundSize},
		script.FormatString: operator{"%", asFormat},
		script.FormatMethod: starlark.NewBuiltin("format", callFormat),
	}
}

// What may be added to itself or multiplied by itself: 128 MiB of text, elements of that size, numbers of a million bits.
const (
	maxDoubledText  = 128 << 20
	maxDoubledItems = 8 << 20
	maxDoubledBits  = 1 << 20
)

// operator is a function that programs call as "operator ^ x": the interpreter does that in a fifth of the time of a call.
type operator struct {
	name  string
	apply func(x starlark.Value) (starlark.Value, error)
}

var _ starlark.HasBinary = operator{}

func (o operator) String() string        { return o.name }
func (o operator) Type() string          { return "operator" }
func (o operator) Freeze()               {}
func (o operator) Truth() starlark.Bool  { return true }
func (o operator) Hash() (uint32, error) { return 0, errors.New("unhashable: operator") }

// Binary implements "^".
func (o operator) Binary(op syntax.Token, x starlark.Value, side starlark.Side) (starlark.Value, error) {
	if op != syntax.CIRCUMFLEX || side != starlark.Left {
		return nil, nil
	}
	return o.apply(x)
}

// boundSize implements script.BoundSize.
func boundSize(x starlark.Value) (starlark.Value, error) {
	size, limit := 0, maxDoubledItems
	switch v := x.(type) {
	case starlark.String:
		size, limit = len(v), maxDoubledText
	case starlark.Bytes:
		size, limit = len(v), maxDoubledText
	case starlark.Int:
		if _, small := v.Int64(); !small {
			size, limit = v.BigInt().BitLen(), maxDoubledBits
		}
	case starlark.Sequence:
		size = v.Len()
	}
	if size > limit {
		limit := &diag.LimitError{
			Code:    diag.BudgetOutput,
			Message: fmt.Sprintf("this %s is too big to be combined with itself", x.Type()),
			Hint:    "does it grow in a loop?",
		}
		return nil, &diag.ListError{List: diag.List{{Code: limit.Code, Message: limit.Message, Hints: []string{limit.Hint}, Err: limit}}}
	}
	return x, nil
}

func str(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
		return starlark.String(strings.ToValidUTF8(string(v), "\uFFFD")), nil
	}
	return described(args[0])
}

func repr(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v starlark.Value
	if err := starlark.UnpackPositionalArgs("repr", args, kwargs, 1, &v); err != nil {
		return nil, err
	}
	return described(v)
}

// hasattr is the interpreter's own, which lists all members of what lacks one, but quick for structs.
func hasattr(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) == 2 && len(kwargs) == 0 {
		s, isStruct := args[0].(*value.Struct)
		name, isString := starlark.AsString(args[1])
		if isStruct && isString {
			return starlark.Bool(s.HasAttr(name)), nil
		}
	}
	return starlark.Call(thread, starlark.Universe["hasattr"], args, kwargs)
}

func fail(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	text, err := joined("fail", args, kwargs)
	if err != nil {
		return nil, err
	}
	return nil, errors.New("fail: " + text)
}

func printLine(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	text, err := joined("print", args, kwargs)
	if err == nil && thread.Print != nil {
		thread.Print(thread, text)
	}
	return starlark.None, err
}

// joined returns the text of the arguments of print and fail.
func joined(name string, args starlark.Tuple, kwargs []starlark.Tuple) (string, error) {
	sep := " "
	if err := starlark.UnpackArgs(name, nil, kwargs, "sep?", &sep); err != nil {
		return "", err
	}
	var d describer
	for i, v := range args {
		if i > 0 {
			d.text.WriteString(sep)
		}
		if s, ok := starlark.AsString(v); ok {
			d.text.WriteString(s)
		} else if b, ok := v.(starlark.Bytes); ok {
			d.text.WriteString(string(b))
		} else {
			d.value(v)
		}
		if d.text.Len() > maxText {
			return "", errTooLong
		}
	}
	return d.text.String(), nil
}

func described(v starlark.Value) (starlark.Value, error) {
	text, err := describe(v)
	return starlark.String(text), err
}

// describe returns the text of a value as repr shows it.
func describe(v starlark.Value) (string, error) {
	text := ""
	if n, ok := v.(starlark.Int); ok {
		text = n.String() // most are, and need no describer
	} else {
		var d describer
		d.value(v)
		text = d.text.String()
	}
	if len(text) > maxText {
		return "", errTooLong
	}
	return text, nil
}

// describer writes values the way the interpreter's String methods do, but for floats.
type describer struct {
	text strings.Builder
	open []starlark.Value // lists and dicts around the value, which may contain themselves
}

func (d *describer) value(v starlark.Value) {
	if d.text.Len() > maxText {
		return
	}
	switch v := v.(type) {
	case starlark.String:
		d.text.WriteString(syntax.Quote(string(v), false))
	case starlark.Float:
		d.text.WriteString(strconv.FormatFloat(float64(v), 'g', 6, 64))
	case starlark.Tuple:
		d.sequence("(", v, ")")
	case *starlark.List:
		d.within(v, "[...]", func() { d.sequence("[", v, "]") })
	case *starlark.Set:
		d.sequence("set([", v, "])")
	case *starlark.Dict:
		d.within(v, "{...}", func() { d.dict(v) })
	default:
		d.text.WriteString(v.String())
	}
}

// maxNested is how deep values are shown. Looking for a container among those that are open takes time in proportion to
// their number.
const maxNested = 1_000

// within writes a container, or instead of one that is open already, or is too deep, its abbreviation.
func (d *describer) within(v starlark.Value, abbreviated string, write func()) {
	if len(d.open) == maxNested {
		d.text.WriteString(abbreviated)
		return
	}
	for _, o := range d.open {
		if o == v {
			d.text.WriteString(abbreviated)
			return
		}
	}
	d.open = append(d.open, v)
	write()
	d.open = d.open[:len(d.open)-1]
}

func (d *describer) sequence(open string, v starlark.Sequence, end string) {
	d.text.WriteString(open)
	n := 0
	for elem := range starlark.Elements(v) {
		if n > 0 {
			d.text.WriteString(", ")
		}
		d.value(elem)
		n++
	}
	if _, isTuple := v.(starlark.Tuple); isTuple && n == 1 {
		d.text.WriteByte(',')
	}
	d.text.WriteString(end)
}

func (d *describer) dict(v *starlark.Dict) {
	d.text.WriteByte('{')
	sep := ""
	for key, elem := range starlark.Entries(v) {
		d.text.WriteString(sep)
		sep = ", "
		d.value(key)
		d.text.WriteString(": ")
		d.value(elem)
	}
	d.text.WriteByte('}')
}
