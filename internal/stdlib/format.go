package stdlib

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/spell"
)

// This file implements formatting, "…" % x and "…".format(x), for floats and for what holds floats: they look the way
// str shows them. Everything else is left to the interpreter. How code gets here is told in package script.

// formatString is a string on the left of a "%".
type formatString string

var _ starlark.HasBinary = formatString("")

func (s formatString) String() string        { return starlark.String(s).String() }
func (s formatString) Type() string          { return "string" }
func (s formatString) Freeze()               {}
func (s formatString) Truth() starlark.Bool  { return len(s) > 0 }
func (s formatString) Hash() (uint32, error) { return starlark.String(s).Hash() }

// Binary implements "%".
func (s formatString) Binary(op syntax.Token, y starlark.Value, side starlark.Side) (starlark.Value, error) {
	if op != syntax.PERCENT || side != starlark.Left {
		return nil, nil
	}
	if text, ok := interpolate(string(s), y); ok {
		return starlark.String(text), nil
	}
	if !anyShown(y) {
		return starlark.Binary(op, starlark.String(s), y)
	}
	format, rest, err := fillIn(string(s), y)
	if err != nil {
		return nil, err
	}
	return starlark.Binary(op, starlark.String(format), rest)
}

// asFormat implements script.FormatString.
func asFormat(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	if s, ok := args[0].(starlark.String); ok {
		return formatString(s), nil
	}
	return args[0], nil
}

// anyShown reports whether y, the right side of a "%", is or holds values that are shown differently.
func anyShown(y starlark.Value) bool {
	args, ok := y.(starlark.Tuple)
	if !ok {
		return isShown(y)
	}
	return slices.ContainsFunc(args, isShown)
}

// isShown reports whether a value is a float or may hold one.
func isShown(v starlark.Value) bool {
	switch v.(type) {
	case starlark.Float, starlark.Tuple, *starlark.List, *starlark.Dict, *starlark.Set:
		return true
	}
	return false
}

// fillIn puts those arguments into a format that are shown differently, and returns it with the others:
//
//	"%d: %s (50%%)" % (1, 2.0)   becomes   "%d: 2 (50%%)" % (1,)
func fillIn(format string, y starlark.Value) (string, starlark.Value, error) {
	args, isTuple := y.(starlark.Tuple)
	if !isTuple {
		args = starlark.Tuple{y}
	}
	var out strings.Builder
	var rest starlark.Tuple
	for {
		i := strings.IndexByte(format, '%')
		if i < 0 || i+1 == len(format) {
			break
		}
		out.WriteString(format[:i])
		directive, arg, isNamed := cutDirective(format[i:], y)
		format = format[i+len(directive):]
		if !isNamed && directive != "%%" {
			if len(args) == 0 {
				return "", nil, errors.New("not enough arguments for format string")
			}
			arg, args = args[0], args[1:]
		}
		text, err := shownBy(directive, arg)
		switch {
		case err != nil:
			return "", nil, err
		case text != "":
			out.WriteString(strings.ReplaceAll(text, "%", "%%"))
			continue
		case !isNamed && directive != "%%":
			rest = append(rest, arg)
		}
		out.WriteString(directive)
	}
	out.WriteString(format)
	if _, isMapping := y.(starlark.Mapping); isMapping {
		return out.String(), y, nil
	}
	return out.String(), append(rest, args...), nil
}

// cutDirective returns the directive that text begins with, and, when it names its argument, as in "%(name)s", that;
// nil if there is none.
func cutDirective(text string, y starlark.Value) (directive string, arg starlark.Value, isNamed bool) {
	if text[1] != '(' {
		return text[:2], nil, false
	}
	end := strings.IndexByte(text, ')')
	if end < 0 || end+1 == len(text) {
		return text, nil, true
	}
	if m, ok := y.(starlark.Mapping); ok {
		// A name that is missing is for the interpreter to report.
		arg, _, _ = m.Get(starlark.String(text[2:end]))
	}
	return text[:end+2], arg, true
}

// shownBy returns the text of an argument in a directive; "" where the interpreter's is the right one.
func shownBy(directive string, arg starlark.Value) (string, error) {
	if arg == nil {
		return "", nil
	}
	switch directive[len(directive)-1] {
	case 's', 'r':
		if isShown(arg) {
			return describe(arg)
		}
	case 'g':
		if f, ok := starlark.AsFloat(arg); ok && !math.IsInf(f, 0) && !math.IsNaN(f) {
			return strconv.FormatFloat(f, 'g', -1, 64), nil
		}
	}
	return "", nil
}

// shown stands for a value in the arguments of the method format. It has the right text.
type shown struct {
	starlark.Value
	text string
}

func (s shown) String() string { return s.text }

// callFormat implements script.FormatMethod.
func callFormat(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	receiver, args := args[0], args[1:]
	if s, ok := receiver.(starlark.String); ok && len(kwargs) == 0 {
		if text, ok := fill(string(s), args); ok {
			return starlark.String(text), nil
		}
	}
	method, err := formatOf(receiver)
	if err != nil {
		return nil, err
	}
	if _, ok := receiver.(starlark.String); !ok {
		return starlark.Call(thread, method, args, kwargs)
	}
	if args, kwargs, err = showAll(args, kwargs); err != nil {
		return nil, err
	}
	// Not by way of starlark.Call: the call stack shall have one frame for this call.
	return method.(*starlark.Builtin).CallInternal(thread, args, kwargs)
}

// interpolate formats what most formats are: "%s" and "%d" for strings and integers. Everything else, mistakes included, is left to
// the interpreter.
func interpolate(format string, y starlark.Value) (string, bool) {
	args, isTuple := y.(starlark.Tuple)
	if !isTuple {
		args = starlark.Tuple{y}
	}
	b := make([]byte, 0, len(format)+16*len(args))
	for {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			return string(append(b, format...)), len(args) == 0
		}
		if i+1 == len(format) || len(args) == 0 {
			return "", false
		}
		b = append(b, format[:i]...)
		text, isText := args[0].(starlark.String)
		switch {
		case format[i+1] == 's' && isText:
			b = append(b, text...)
		case format[i+1] == 's' || format[i+1] == 'd':
			n, ok := int64Of(args[0])
			if !ok {
				return "", false
			}
			b = strconv.AppendInt(b, n, 10)
		default:
			return "", false
		}
		args, format = args[1:], format[i+len("%s"):]
	}
}

// int64Of returns an integer that is not too big.
func int64Of(v starlark.Value) (int64, bool) {
	n, ok := v.(starlark.Int)
	if !ok {
		return 0, false
	}
	return n.Int64()
}

// fill formats what most formats are: fields "{}" for strings and integers. Everything else, mistakes included, is left to the
// interpreter's method.
func fill(format string, args starlark.Tuple) (string, bool) {
	b := make([]byte, 0, len(format)+16*len(args))
	for {
		i := strings.IndexAny(format, "{}")
		if i < 0 {
			return string(append(b, format...)), true
		}
		if !strings.HasPrefix(format[i:], "{}") || len(args) == 0 {
			return "", false
		}
		b = append(b, format[:i]...)
		if text, ok := args[0].(starlark.String); ok {
			b = append(b, text...)
		} else if n, ok := int64Of(args[0]); ok {
			b = strconv.AppendInt(b, n, 10)
		} else {
			return "", false
		}
		args, format = args[1:], format[i+len("{}"):]
	}
}

// showAll returns arguments with those exchanged that are shown differently. What it is given stays as it is.
func showAll(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Tuple, []starlark.Tuple, error) {
	if slices.ContainsFunc(args, isShown) {
		args = slices.Clone(args)
		for i := range args {
			var err error
			if args[i], err = show(args[i]); err != nil {
				return nil, nil, err
			}
		}
	}
	if slices.ContainsFunc(kwargs, func(kv starlark.Tuple) bool { return isShown(kv[1]) }) {
		kwargs = slices.Clone(kwargs)
		for i, kv := range kwargs {
			v, err := show(kv[1])
			if err != nil {
				return nil, nil, err
			}
			kwargs[i] = starlark.Tuple{kv[0], v}
		}
	}
	return args, kwargs, nil
}

// formatOf returns the attribute format of a value.
func formatOf(v starlark.Value) (starlark.Value, error) {
	var names []string
	if x, ok := v.(starlark.HasAttrs); ok {
		method, err := x.Attr("format")
		if method != nil || err != nil {
			return method, err
		}
		names = x.AttrNames()
	}
	suggestion := ""
	if near := spell.Nearest("format", names); near != "" {
		suggestion = fmt.Sprintf(" (did you mean .%s?)", near)
	}
	return nil, fmt.Errorf("%s has no .format field or method%s", v.Type(), suggestion)
}

func show(v starlark.Value) (starlark.Value, error) {
	if !isShown(v) {
		return v, nil
	}
	text, err := describe(v)
	return shown{v, text}, err
}
