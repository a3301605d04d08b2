package validate

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"
)

// This file implements rules given by keywords, "@schema/validation min=1": a table from keywords to assertions. A new
// keyword is a row here and a constructor.

// Keyword is a rule that annotations give by a keyword argument.
type Keyword struct {
	// Names are synonyms; Assertion.Keyword returns the first.
	Names []string
	// Param names the argument, and Doc describes when the rule holds.
	Param, Doc string
	// Optional lets the argument be left out (it is True), Several lets it be a list of values.
	Optional, Several bool
	// list says that the argument is always a sequence.
	list bool
	// omitsPosition leaves out the position of the annotation in errors, as ytt 0.48 does.
	omitsPosition bool

	// One of these makes the assertion; they differ in the type of the argument.
	any    func(starlark.Value) (*Assertion, error)
	number func(starlark.Value) (*Assertion, error)
	text   func(string) (*Assertion, error)
	flag   func() *Assertion
	named  func(name string, arg starlark.Value) (*Assertion, error) // errors contain the keyword's name
}

// Build makes the assertion of the keyword's argument, under one of its names. It is nil for an argument that asks for
// no rule (not_null=False). Errors are about the argument, and may have hints.
func (k *Keyword) Build(name string, arg starlark.Value) (*Assertion, error) {
	switch {
	case k.number != nil:
		if _, ok := truncated(arg); !ok {
			return nil, wrongArgument(name, "number", arg)
		}
		return k.number(arg)
	case k.text != nil:
		text, ok := starlark.AsString(arg)
		if !ok {
			return nil, wrongArgument(name, "string", arg)
		}
		return k.text(text)
	case k.flag != nil:
		wanted, ok := arg.(starlark.Bool)
		switch {
		case !ok:
			return nil, wrongArgument(name, "boolean", arg)
		case !bool(wanted):
			return nil, nil
		}
		return k.flag(), nil
	case k.named != nil:
		return k.named(name, arg)
	}
	return k.any(arg)
}

// Keywords returns the keywords in the order in which their rules run, except that not_null runs before all rules.
func Keywords() []Keyword { return slices.Clone(keywords[:]) }

var keywords = [...]Keyword{
	{Names: []string{"min_len"}, Param: "length", number: MinLen,
		Doc: "a string has at least as many characters, an array or map at least as many items."},
	{Names: []string{"max_len"}, Param: "length", number: MaxLen,
		Doc: "a string has at most as many characters, an array or map at most as many items."},
	{Names: []string{"min"}, Param: "bound", any: Min,
		Doc: "a value compares >= to the bound; a map has all keys of the bound, with values that do."},
	{Names: []string{"max"}, Param: "bound", any: Max,
		Doc: "a value compares <= to the bound; a map has all keys of the bound, with values that do."},
	{Names: []string{"not_null"}, Param: "wanted=True", Optional: true, flag: NotNull,
		Doc: "a value is not null."},
	{Names: []string{"one_not_null"}, Param: "keys=True", Optional: true, named: oneNotNullKeyword, list: true, omitsPosition: true,
		Doc: "exactly one value of a map, or one of those with the given keys, is not null."},
	{Names: []string{"one_of", "enum"}, Param: "*values", Several: true, named: oneOfKeyword, list: true, omitsPosition: true,
		Doc: "a value is equal to one of the list."},
	{Names: []string{"regexp", "pattern"}, Param: "pattern", text: Regexp,
		Doc: "the whole of a string matches a regular expression, in the syntax of RE2."},
	{Names: []string{"format"}, Param: "*names", Several: true, named: formatKeyword,
		Doc: "a string has a format, or one of a list of formats."},
	{Names: []string{"unique"}, Param: "wanted=True", Optional: true, flag: Unique,
		Doc: "all items of an array differ."},
	{Names: []string{"starts_with", "prefix"}, Param: "prefix", text: StartsWith,
		Doc: "a string starts with another."},
	{Names: []string{"ends_with", "suffix"}, Param: "suffix", text: EndsWith,
		Doc: "a string ends with another."},
	{Names: []string{"multiple_of"}, Param: "number", number: MultipleOf,
		Doc: "a number is a whole multiple of another."},
}

func wrongArgument(name, expected string, arg starlark.Value) error {
	return fmt.Errorf("expected keyword argument %q to be a %s, but was %s", name, expected, arg.Type())
}

func oneNotNullKeyword(_ string, arg starlark.Value) (*Assertion, error) {
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

func oneOfKeyword(name string, arg starlark.Value) (*Assertion, error) {
	if _, ok := sequence(arg); !ok {
		return nil, fmt.Errorf("expected keyword argument %s to be a sequence, but was %s", name, arg.Type())
	}
	return OneOf(arg)
}

// formatKeyword reads the name of a format, or a sequence of names.
func formatKeyword(name string, arg starlark.Value) (*Assertion, error) {
	if text, ok := starlark.AsString(arg); ok {
		return Format(text)
	}
	elems, ok := sequence(arg)
	if !ok {
		return nil, wrongArgument(name, "string or a list of strings", arg)
	}
	names := make([]string, len(elems))
	for i, e := range elems {
		if names[i], ok = starlark.AsString(e); !ok {
			return nil, wrongArgument(name, "string or a list of strings", e)
		}
	}
	return Format(names...)
}

// reworded splits the argument of "min=(1, "a positive number")" into the keyword's argument and a description. If the
// argument is a sequence anyway, only a pair that starts with a sequence is split.
func (k *Keyword) reworded(arg starlark.Value) (own starlark.Value, mustBe string) {
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
