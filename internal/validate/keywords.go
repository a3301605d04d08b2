package validate

import (
	"fmt"

	"go.starlark.net/starlark"
)

// This file implements the rules with names, "@schema/validation min=1": a table from keywords to assertions. A new
// keyword is a row here and a constructor in assertion.go.

type keyword struct {
	name string
	// build makes the rule from the keyword's argument; nil for an argument that asks for no rule (not_null=False).
	build func(arg starlark.Value) (*Assertion, error)
	// list is set for keywords whose argument is itself a sequence.
	list bool
	// unplaced is set for keywords whose conventional error text ends without the place of the annotation.
	unplaced bool
}

// keywords stand in the order in which their rules run, except that not_null comes before all rules.
var keywords = [...]keyword{
	{name: "min_len", build: numeric("min_len", MinLen)},
	{name: "max_len", build: numeric("max_len", MaxLen)},
	{name: "min", build: Min},
	{name: "max", build: Max},
	{name: "not_null", build: notNullKeyword},
	{name: "one_not_null", build: oneNotNullKeyword, list: true, unplaced: true},
	{name: "one_of", build: oneOfKeyword, list: true, unplaced: true},
}

// numeric words the mistake of a keyword that wants a number.
func numeric(name string, build func(starlark.Value) (*Assertion, error)) func(starlark.Value) (*Assertion, error) {
	return func(arg starlark.Value) (*Assertion, error) {
		if _, ok := truncated(arg); !ok {
			return nil, fmt.Errorf("expected keyword argument %q to be a number, but was %s", name, arg.Type())
		}
		return build(arg)
	}
}

func notNullKeyword(arg starlark.Value) (*Assertion, error) {
	wanted, ok := arg.(starlark.Bool)
	switch {
	case !ok:
		return nil, fmt.Errorf("expected keyword argument %q to be a boolean, but was %s", "not_null", arg.Type())
	case !bool(wanted):
		return nil, nil
	}
	return NotNull(), nil
}

func oneNotNullKeyword(arg starlark.Value) (*Assertion, error) {
	if b, ok := arg.(starlark.Bool); ok && !bool(b) {
		return nil, fmt.Errorf("one_not_null= cannot be False")
	}
	if _, ok := arg.(starlark.Bool); !ok {
		if _, ok := sequence(arg); !ok {
			return nil, fmt.Errorf("expected True or a sequence of keys, but was a '%s'", arg.Type())
		}
	}
	return OneNotNull(arg)
}

func oneOfKeyword(arg starlark.Value) (*Assertion, error) {
	if _, ok := sequence(arg); !ok {
		return nil, fmt.Errorf("expected keyword argument one_of to be a sequence, but was %s", arg.Type())
	}
	return OneOf(arg)
}

// reworded splits the argument of "min=(1, "a positive number")" into the keyword's own argument and the words that
// say what a value must be. Where an argument is a sequence anyway, only a pair that starts with a sequence is meant
// so.
func (k *keyword) reworded(arg starlark.Value) (own starlark.Value, mustBe string) {
	pair, ok := arg.(starlark.Tuple)
	if !ok || len(pair) != 2 {
		return arg, ""
	}
	words, ok := starlark.AsString(pair[1])
	if !ok {
		return arg, ""
	}
	if k.list {
		switch pair[0].(type) {
		case *starlark.List, starlark.Tuple:
		default:
			return arg, ""
		}
	}
	return pair[0], words
}
