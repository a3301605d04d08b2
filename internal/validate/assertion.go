package validate

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/value"
)

// This file implements assertions: the rules that need no code to decide (spec 02 §2). One Assertion serves the
// keyword of an annotation (min=1), the object that assert.min(1) returns, and a rule that is such an object.

// Assertion is a condition on a value. To code it is an object with the one attribute check.
type Assertion struct {
	name string // of the function of the assert module: "min"
	// What a value must be is worded from three parts, when somebody asks: "a value >= ", the argument, "".
	before string
	arg    starlark.Value // nil for none
	after  string
	// holds returns nil for a valid value, a broken for one that breaks the condition, another error for one that the
	// condition does not apply to.
	holds func(n tree.Node) error
}

// broken says in what way a value breaks a condition: "length = 1".
type broken string

func (b broken) Error() string { return string(b) }

// MustBe words the condition: "length >= 2".
func (a *Assertion) MustBe() string {
	if a.arg == nil {
		return a.before
	}
	return a.before + a.arg.String() + a.after
}

// Min and Max are met by values that compare >= and <= to the bound.
func Min(bound starlark.Value) (*Assertion, error) {
	return comparison("min", syntax.GE, "a value >= ", "value < ", bound)
}

func Max(bound starlark.Value) (*Assertion, error) {
	return comparison("max", syntax.LE, "a value <= ", "value > ", bound)
}

func comparison(name string, op syntax.Token, before, opposite string, bound starlark.Value) (*Assertion, error) {
	limit, err := value.ToTree(bound, source.Span{})
	if err != nil {
		return nil, err
	}
	return &Assertion{name: name, before: before, arg: bound, holds: func(n tree.Node) error {
		switch holds, err := ordered(op, n, limit); {
		case err != nil:
			return err
		case !holds:
			return broken(opposite + plainText(bound))
		}
		return nil
	}}, nil
}

// plainText is str(v) of code.
func plainText(v starlark.Value) string {
	if s, ok := starlark.AsString(v); ok {
		return s
	}
	return v.String()
}

// MinLen and MaxLen are met by strings, arrays and maps of at least and at most a length.
func MinLen(n starlark.Value) (*Assertion, error) {
	return lengthBound("min_len", "length >= ", n, func(have, bound int) bool { return have >= bound })
}

func MaxLen(n starlark.Value) (*Assertion, error) {
	return lengthBound("max_len", "length <= ", n, func(have, bound int) bool { return have <= bound })
}

func lengthBound(name, before string, n starlark.Value, fits func(have, bound int) bool) (*Assertion, error) {
	bound, ok := truncated(n)
	if !ok {
		return nil, fmt.Errorf("expected value to be an number, but was %s", n.Type())
	}
	return &Assertion{name: name, before: before, arg: starlark.MakeInt(bound), holds: func(n tree.Node) error {
		have, err := length(n)
		if err != nil {
			return err
		}
		if !fits(have, bound) {
			return broken("length = " + strconv.Itoa(have))
		}
		return nil
	}}, nil
}

// truncated returns a number without its fraction, at most as large as an int is.
func truncated(v starlark.Value) (n int, ok bool) {
	switch v.(type) {
	case starlark.Int, starlark.Float:
		f, _ := starlark.AsFloat(v)
		switch {
		case f >= math.MaxInt:
			return math.MaxInt, true
		case f <= math.MinInt:
			return math.MinInt, true
		case f != f:
			return 0, false
		}
		return int(f), true
	}
	return 0, false
}

// NotNull is met by all values but null.
func NotNull() *Assertion {
	return &Assertion{name: "not_null", before: "not null", holds: func(n tree.Node) error {
		if tree.IsNull(n) {
			return broken("value is null")
		}
		return nil
	}}
}

// OneNotNull is met by maps of which exactly one value, or one of those under the keys of a sequence, is not null. The
// argument is a sequence of keys, or True or nil for all.
func OneNotNull(keys starlark.Value) (*Assertion, error) {
	a := &Assertion{name: "one_not_null", before: "exactly one of all children to be not null"}
	var wanted []tree.Value
	switch keys := keys.(type) {
	case nil:
	case starlark.Bool:
		if !keys {
			return nil, fmt.Errorf("one_not_null() cannot be False")
		}
	default:
		elems, ok := sequence(keys)
		if !ok {
			return nil, fmt.Errorf("expected a sequence of keys, but was a '%s'", keys.Type())
		}
		wanted = make([]tree.Value, 0, len(elems))
		for _, e := range elems {
			n, err := value.ToTree(e, source.Span{})
			key, isScalar := n.(*tree.Scalar)
			if err != nil || !isScalar {
				return nil, fmt.Errorf("expected a sequence of keys, but it holds a '%s'", e.Type())
			}
			wanted = append(wanted, key.Value)
		}
		a.before, a.arg, a.after = "exactly one of ", keys, " to be not null"
	}
	all := a.arg == nil
	a.holds = func(n tree.Node) error { return oneNotNull(n, wanted, all) }
	return a, nil
}

func oneNotNull(n tree.Node, wanted []tree.Value, all bool) error {
	m, ok := n.(*tree.Map)
	if !ok {
		return broken(fmt.Sprintf("value must be a map or dict, but was '%s'", starlarkType(n)))
	}
	if len(m.Entries) == 0 {
		return broken("value is empty")
	}
	var given []tree.Value
	if all {
		for i := range m.Entries {
			if !tree.IsNull(m.Entries[i].Value) {
				given = append(given, m.Entries[i].Key)
			}
		}
	} else {
		for _, key := range wanted {
			if v, found := m.Get(key); found && !tree.IsNull(v) {
				given = append(given, key)
			}
		}
	}
	switch len(given) {
	case 0:
		return broken("all values are null")
	case 1:
		return nil
	}
	words := make([]string, len(given))
	for i, key := range given {
		words[i] = value.FromScalar(key).String()
	}
	return broken("[" + strings.Join(words, ", ") + "] are not null")
}

// OneOf is met by values equal to an element of the sequence.
func OneOf(allowed starlark.Value) (*Assertion, error) {
	elems, ok := sequence(allowed)
	if !ok {
		return nil, fmt.Errorf("expected a sequence, but was a '%s'", allowed.Type())
	}
	scalars := make(map[tree.Value]struct{}, len(elems))
	var collections []tree.Node
	for _, e := range elems {
		n, err := value.ToTree(e, source.Span{})
		if err != nil {
			return nil, err
		}
		if s, ok := n.(*tree.Scalar); ok {
			scalars[canonical(s.Value)] = struct{}{}
		} else {
			collections = append(collections, n)
		}
	}
	return &Assertion{name: "one_of", before: "one of ", arg: allowed, holds: func(n tree.Node) error {
		if s, ok := n.(*tree.Scalar); ok {
			if _, found := scalars[canonical(s.Value)]; found {
				return nil
			}
		}
		for _, c := range collections {
			if equal(n, c) {
				return nil
			}
		}
		return broken("not one of allowed values")
	}}, nil
}

// sequence returns the elements of a list, tuple, set or array fragment.
func sequence(v starlark.Value) ([]starlark.Value, bool) {
	if value.KindOf(v) == "map" {
		return nil, false
	}
	seq, ok := v.(starlark.Iterable)
	if !ok {
		return nil, false
	}
	elems := make([]starlark.Value, 0, max(starlark.Len(v), 0))
	it := seq.Iterate()
	defer it.Done()
	var e starlark.Value
	for it.Next(&e) {
		elems = append(elems, e)
	}
	return elems, true
}

// Check is the check of an assertion as code calls it: it fails unless the value is valid.
func (a *Assertion) Check(v starlark.Value) error {
	n, err := value.ToTree(v, source.Span{})
	if err != nil {
		return err
	}
	err = a.holds(n)
	if why, ok := err.(broken); ok {
		return fmt.Errorf("%s%s", a.prefix(), string(why))
	}
	return err
}

// prefix is what code sees in front of the reason of a failure.
func (a *Assertion) prefix() string {
	if a.name == "one_not_null" {
		return "check: "
	}
	return "fail: "
}

var (
	_ starlark.HasAttrs   = (*Assertion)(nil)
	_ value.Unconvertible = (*Assertion)(nil)
)

func (a *Assertion) String() string        { return a.Type() }
func (a *Assertion) Type() string          { return "@ytt:assert.assertion" }
func (a *Assertion) Freeze()               {}
func (a *Assertion) Truth() starlark.Bool  { return true }
func (a *Assertion) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable type: %s", a.Type()) }
func (a *Assertion) AttrNames() []string   { return []string{"check"} }

// ConversionError implements value.Unconvertible.
func (a *Assertion) ConversionError() string {
	return a.Type() + " does not encode (did you mean to call check()?)"
}

// Attr gives the function check.
func (a *Assertion) Attr(name string) (starlark.Value, error) {
	if name != "check" {
		return nil, nil
	}
	if a.name == "one_not_null" {
		return starlark.NewBuiltin("check", a.call), nil
	}
	return checkFunc{starlark.NewBuiltin("lambda", a.call), a.name}, nil
}

func (a *Assertion) call(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := a.countArguments(args, kwargs); err != nil {
		return nil, err
	}
	if err := a.Check(args[0]); err != nil {
		return nil, err
	}
	return starlark.True, nil
}

// countArguments words a wrong number of arguments the way the interpreter does for what check claims to be: a lambda,
// but for one_not_null a builtin.
func (a *Assertion) countArguments(args starlark.Tuple, kwargs []starlark.Tuple) error {
	if a.name == "one_not_null" || len(kwargs) > 0 {
		return starlark.UnpackPositionalArgs("check", args, kwargs, 1, new(starlark.Value))
	}
	switch len(args) {
	case 0:
		parameter := "value"
		if a.name == "one_of" {
			parameter = "val"
		}
		return fmt.Errorf("function lambda missing 1 argument (%s)", parameter)
	case 1:
		return nil
	}
	return fmt.Errorf("function lambda accepts 1 positional argument (%d given)", len(args))
}

// checkFunc is a check that call stacks show as the lambda that the documentation of the assert module says it is:
// "in lambda", "assert.max:1".
type checkFunc struct {
	*starlark.Builtin
	assertion string
}

// Position is where call stacks find the function.
func (c checkFunc) Position() syntax.Position {
	file := "assert." + c.assertion
	return syntax.MakePosition(&file, 1, 1)
}
