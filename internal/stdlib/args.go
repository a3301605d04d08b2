package stdlib

import (
	"fmt"
	"math"

	"go.starlark.net/starlark"

	"ytt/internal/value"
)

// This file implements the unpacking of arguments. A function states where its arguments go, by pointers; the type
// of the pointer says what is accepted:
//
//	*string             a string
//	*bool               True or False
//	*int                an integer; one beyond Go's int counts as the nearest that fits
//	*float64            an integer or a float
//	*starlark.Callable  a function
//	*starlark.Value     anything
//
// There are two conventions. Functions of old take a fixed number of positional arguments (Positional) and then
// options by name (Options, which ignores names it does not know, or StrictOptions, which does not). Newer ones
// take every argument by position or by name (Named).

// Call is one call of a function.
type Call struct {
	Thread *starlark.Thread
	Host   Host
	Args   starlark.Tuple
	Kwargs []starlark.Tuple
}

// Positional unpacks exactly as many positional arguments as there are pointers.
func (c Call) Positional(into ...any) error {
	if len(c.Args) != len(into) {
		return fmt.Errorf("expected %s", exactly(len(into)))
	}
	for i, arg := range c.Args {
		if err := assign(into[i], arg); err != nil {
			return err
		}
	}
	return nil
}

func exactly(n int) string {
	switch n {
	case 0:
		return "no argument"
	case 1:
		return "exactly one argument"
	case 2:
		return "exactly two arguments"
	}
	return fmt.Sprintf("exactly %d arguments", n)
}

// Count checks the number of positional arguments. A negative most means any number.
func (c Call) Count(least, most int) error {
	got := len(c.Args)
	bound := ""
	switch {
	case got >= least && (most < 0 || got <= most):
		return nil
	case least == most:
	case got < least:
		bound, most = "at least ", least
	default:
		bound = "at most "
	}
	return fmt.Errorf("got %d arguments, want %s%d", got, bound, most)
}

// Options unpacks arguments given by name: pairs of a name and a pointer. Other names are ignored.
func (c Call) Options(pairs ...any) error {
	for _, kv := range c.Kwargs {
		if into := find(pairs, kv[0]); into != nil {
			if err := assign(into, kv[1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// StrictOptions is Options, but other names are errors.
func (c Call) StrictOptions(pairs ...any) error {
	for _, kv := range c.Kwargs {
		if find(pairs, kv[0]) == nil {
			return unknownName(kv[0])
		}
	}
	return c.Options(pairs...)
}

// Named unpacks arguments given by position or by name: pairs of a name and a pointer. The first required ones must
// be given.
func (c Call) Named(required int, pairs ...any) error {
	if len(c.Args) > len(pairs)/2 {
		return c.Count(required, len(pairs)/2)
	}
	given := make([]bool, len(pairs)/2)
	for i, arg := range c.Args {
		given[i] = true
		if err := assign(pairs[2*i+1], arg); err != nil {
			return err
		}
	}
	for _, kv := range c.Kwargs {
		at := indexOf(pairs, kv[0])
		if at < 0 {
			return unknownName(kv[0])
		}
		if given[at] {
			return fmt.Errorf("got multiple values for argument %s", pairs[2*at])
		}
		given[at] = true
		if err := assign(pairs[2*at+1], kv[1]); err != nil {
			return err
		}
	}
	for i := range required {
		if !given[i] {
			return fmt.Errorf("missing argument for %s", pairs[2*i])
		}
	}
	return nil
}

func unknownName(name starlark.Value) error {
	text, _ := starlark.AsString(name)
	return fmt.Errorf("invalid argument name: %s", text)
}

// find returns the pointer that goes with a name, or nil.
func find(pairs []any, name starlark.Value) any {
	if i := indexOf(pairs, name); i >= 0 {
		return pairs[2*i+1]
	}
	return nil
}

func indexOf(pairs []any, name starlark.Value) int {
	text, _ := starlark.AsString(name)
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] == text {
			return i / 2
		}
	}
	return -1
}

func assign(into any, v starlark.Value) error {
	switch into := into.(type) {
	case *starlark.Value:
		*into = v
	case *string:
		text, err := stringOf(v)
		if err != nil {
			return err
		}
		*into = text
	case *bool:
		b, ok := v.(starlark.Bool)
		if !ok {
			return fmt.Errorf("expected starlark.Bool, but was %s", value.GoType(v))
		}
		*into = bool(b)
	case *int:
		i, ok := v.(starlark.Int)
		if !ok {
			return fmt.Errorf("expected starlark.Int")
		}
		*into = clamp(i)
	case *float64:
		f, ok := starlark.AsFloat(v)
		if !ok {
			return fmt.Errorf("expected float value, but was %s", value.GoType(v))
		}
		*into = f
	case *starlark.Callable:
		f, ok := v.(starlark.Callable)
		if !ok {
			return fmt.Errorf("expected argument to be a function, but was %s", value.GoType(v))
		}
		*into = f
	default:
		panic(fmt.Sprintf("stdlib: no argument goes into a %T", into))
	}
	return nil
}

func stringOf(v starlark.Value) (string, error) {
	if s, ok := v.(starlark.String); ok {
		return string(s), nil
	}
	return "", fmt.Errorf("expected a string, but was %s", v.Type())
}

func clamp(i starlark.Int) int {
	if n, ok := i.Int64(); ok {
		return int(n)
	}
	if i.Sign() < 0 {
		return math.MinInt
	}
	return math.MaxInt
}
