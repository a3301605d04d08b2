package validate

import (
	"fmt"
	"sync"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/value"
)

// This file implements assertions: the rules that need no code to decide (spec 02 §2). One Assertion serves the
// keyword of an annotation (min=1), the object that assert.min(1) returns, and a rule that is such an object.
// bounds.go, members.go, text.go and formats.go make them.

// Assertion is a condition on a value. To code it is an object with the one attribute check.
type Assertion struct {
	keyword string // "min"
	kinds   Kinds  // of the values that can meet it
	// What a value must be is worded from three parts, when somebody asks: "a value >= ", the argument, "".
	before string
	arg    starlark.Value // nil for none
	after  string
	node   tree.Node // the argument in the form that others read

	wording sync.Once
	words   string // MustBe

	// holds returns nil for a valid value, a broken for one that breaks the condition, another error for one that the
	// condition does not apply to.
	holds func(n tree.Node) error
}

// Keyword is the assertion's name in annotations; of several names the first in the table of keywords.
func (a *Assertion) Keyword() string { return a.keyword }

// Argument is what the keyword was given:
//
//	min, max                 any value
//	min_len, max_len         an integer
//	multiple_of              a number
//	one_of, format           an array, even if it is of one
//	one_not_null             an array of keys, or true for all keys
//	regexp                   a string: a pattern in RE2 syntax that the whole text must match
//	starts_with, ends_with   a string
//	not_null, unique         true
func (a *Assertion) Argument() tree.Node { return a.node }

// Kinds returns the kinds of values that can meet the assertion.
func (a *Assertion) Kinds() Kinds { return a.kinds }

// Accepts reports whether a value meets the assertion.
func (a *Assertion) Accepts(n tree.Node) bool { return a.holds(n) == nil }

// MustBe words the condition: "length >= 2".
func (a *Assertion) MustBe() string {
	if a.arg == nil {
		return a.before
	}
	a.wording.Do(func() { a.words = a.before + clipped(a.arg.String(), maxArgument) + a.after })
	return a.words
}

// broken says in what way a value breaks a condition. What quotes the value stands apart from what does not, because
// values may be secrets.
type failure struct {
	words  string // "length = 1"
	quoted string // the value, or a part of it: `"300.1.1.1"`
	reason string // what is wrong with what is quoted
}

// Error is what was found: `length = 1`, `"a_b" (contains "_")`, `items [0] and [2] are equal: "x"`.
func (b *failure) Error() string {
	found := b.quoted
	if b.reason != "" {
		found += " (" + b.reason + ")"
	}
	switch {
	case b.words == "":
		return found
	case found == "":
		return b.words
	}
	return b.words + ": " + found
}

// Check is the check of an assertion as code calls it: it fails unless the value is valid.
func (a *Assertion) Check(v starlark.Value) error {
	n, err := value.ToTree(v, source.Span{})
	if err != nil {
		return err
	}
	err = a.holds(n)
	why, ok := err.(*failure)
	switch {
	case !ok:
		return err
	case why.words != "":
		return fmt.Errorf("%s%s", a.prefix(), why)
	}
	// What is quoted is found by itself next to what must be; here both make a sentence.
	return fmt.Errorf("%s%s is not %s", a.prefix(), why, a.MustBe())
}

// prefix is what code sees in front of the reason of a failure.
func (a *Assertion) prefix() string {
	if a.keyword == "one_not_null" {
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
	if a.keyword == "one_not_null" {
		return starlark.NewBuiltin("check", a.call), nil
	}
	return checkFunc{starlark.NewBuiltin("lambda", a.call), a.keyword}, nil
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
	if a.keyword == "one_not_null" || len(kwargs) > 0 {
		return starlark.UnpackPositionalArgs("check", args, kwargs, 1, new(starlark.Value))
	}
	switch len(args) {
	case 0:
		parameter := "value"
		if a.keyword == "one_of" {
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
