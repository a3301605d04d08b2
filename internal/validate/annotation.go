package validate

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/spell"
	"ytt/internal/tree"
	"ytt/internal/value"
)

// This file implements reading annotations: "@schema/validation ("odd", is_odd), min=1, when=in_use" becomes Rules.

// FromAnnotation returns the rules of an annotation, and all its problems. Functions that describe themselves are
// called on the thread; nil is a new one.
func FromAnnotation(a *tree.Annotation, thread *starlark.Thread) (*Rules, diag.List) {
	r := reader{annotation: a, thread: thread, rules: Rules{Span: a.Span, annotation: a.Name}}
	if len(a.Args) == 0 && len(a.Kwargs) == 0 {
		r.mistake(nil, "expected annotation to have 2-tuple as argument(s), but found no arguments (by %s)", a.Span)
	}
	r.rules.rules = make([]Rule, 0, len(a.Args)+len(a.Kwargs))
	for _, arg := range a.Args {
		r.positional(arg)
	}
	r.keywordArguments()
	return &r.rules, r.diags
}

type reader struct {
	annotation *tree.Annotation
	thread     *starlark.Thread
	rules      Rules
	diags      diag.List
}

func (r *reader) mistake(hints []string, format string, args ...any) {
	r.diags = append(r.diags, &diag.Diagnostic{
		Code:    diag.ValidationRule,
		Message: "Invalid @" + r.annotation.Name + " annotation - " + fmt.Sprintf(format, args...),
		Span:    r.annotation.Span,
		Hints:   hints,
	})
}

// positional reads a rule: a (description, assertion) pair, or an assertion.
func (r *reader) positional(arg starlark.Value) {
	at := r.annotation.Span
	switch arg := arg.(type) {
	case starlark.Tuple:
		if len(arg) != 2 {
			r.mistake(nil, "expected 2-tuple, but found tuple with length %d (by %s)", len(arg), at)
			return
		}
		mustBe, ok := starlark.AsString(arg[0])
		if !ok {
			r.mistake(nil, "expected first item in the 2-tuple to be a string describing a valid value, but was %s (at %s)", arg[0].Type(), at)
			return
		}
		if rule, ok := r.condition(arg[1]); ok {
			rule.description = mustBe
			r.rules.rules = append(r.rules.rules, rule)
		}
	case starlark.Callable, *Assertion, *value.Struct:
		if rule, ok := r.condition(arg); ok {
			if rule.code != nil {
				rule.description = r.description(rule.code)
			}
			r.rules.rules = append(r.rules.rules, rule)
		}
	default:
		r.mistake(nil, "expected annotation to have 2-tuple as argument(s), but found: %s (by %s)", quoteValue(arg), at)
	}
}

// condition reads the assertion of a rule: a function, or an object with a function check.
func (r *reader) condition(v starlark.Value) (Rule, bool) {
	at := r.annotation.Span
	switch v := v.(type) {
	case *Assertion:
		return Rule{Assertion: v}, true
	case starlark.Callable:
		return Rule{code: v}, true
	case *value.Struct:
		check, _ := v.Attr("check")
		if check == nil {
			r.mistake(nil, "expected second item in tuple to be an assertion function or assertion object, but was a struct (at %s)", at)
			return Rule{}, false
		}
		code, ok := check.(starlark.Callable)
		if !ok {
			r.mistake(nil, "expected struct with attribute check(), but was %s (at %s)", check.Type(), at)
			return Rule{}, false
		}
		return Rule{code: code}, true
	}
	r.mistake(nil, "expected second item in the 2-tuple to be an assertion function, but was %s (at %s)", v.Type(), at)
	return Rule{}, false
}

// description returns the description of a function without one: its result when called without arguments, if its
// parameters have defaults, or its name. "comes_in_pairs" becomes "comes in pairs", base64.decodable "base64
// decodable".
func (r *reader) description(fn starlark.Callable) string {
	if f, ok := fn.(*starlark.Function); ok && f.NumParams() > 0 && f.ParamDefault(0) != nil {
		thread := r.thread
		if thread == nil {
			thread = &starlark.Thread{Name: "description"}
		}
		// A function that fails on its defaults does not describe itself.
		if result, err := starlark.Call(thread, f, nil, nil); err == nil {
			if words, ok := starlark.AsString(result); ok {
				return words
			}
		}
	}
	if fn.Name() == "lambda" {
		return "valid"
	}
	return strings.NewReplacer("_", " ", ".", " ").Replace(fn.Name())
}

func (r *reader) keywordArguments() {
	var given [len(keywords)]starlark.Tuple // name and argument
	for _, kv := range r.annotation.Kwargs {
		name, _ := starlark.AsString(kv[0])
		switch i := keywordNamed(name); {
		case i >= 0 && given[i] != nil:
			first, _ := starlark.AsString(given[i][0])
			r.mistake(nil, "%s= and %s= are the same rule (at %s)", first, name, r.annotation.Span)
		case i >= 0:
			given[i] = kv
		case name == "when":
			r.readWhen(kv[1])
		case name == "when_null_skip":
			r.readNulls(kv[1])
		default:
			r.mistake(suggestion(name), "unknown keyword argument %q (at %s)", name, r.annotation.Span)
		}
	}
	for i, kv := range given {
		if kv != nil {
			name, _ := starlark.AsString(kv[0])
			r.named(&keywords[i], name, kv[1])
		}
	}
}

func keywordNamed(name string) int {
	for i := range keywords {
		if slices.Contains(keywords[i].Names, name) {
			return i
		}
	}
	return -1
}

func suggestion(name string) []string {
	names := []string{"when", "when_null_skip"}
	for i := range keywords {
		names = append(names, keywords[i].Names...)
	}
	if near := didYouMean(name, names); near != nil {
		return near
	}
	return []string{"the rules with names are " + strings.Join(names[2:], "=, ") + "="}
}

func didYouMean(name string, names []string) []string {
	if near := spell.Nearest(name, names); near != "" {
		return []string{fmt.Sprintf("did you mean %q?", near)}
	}
	return nil
}

// named reads a rule given by a keyword, under the name that was used.
func (r *reader) named(k *Keyword, name string, arg starlark.Value) {
	own, words := k.reworded(arg)
	assertion, err := k.Build(name, own)
	if err != nil {
		hints := []string(nil)
		if h, ok := err.(*hinted); ok {
			err, hints = h.fault, h.hints
		}
		if k.omitsPosition {
			r.mistake(hints, "%s", err)
		} else {
			r.mistake(hints, "%s (at %s)", err, r.annotation.Span)
		}
		return
	}
	rule := Rule{Assertion: assertion, description: words, keyword: name}
	switch {
	case assertion == nil:
	case assertion.keyword == "not_null":
		r.rules.notNull = true
		r.rules.rules = slices.Insert(r.rules.rules, 0, rule)
	default:
		r.rules.rules = append(r.rules.rules, rule)
	}
}

func (r *reader) readWhen(arg starlark.Value) {
	fn, ok := arg.(starlark.Callable)
	if !ok {
		r.mistake(nil, "expected keyword argument %q to be a function, but was %s (at %s)", "when", arg.Type(), r.annotation.Span)
		return
	}
	r.rules.when = fn
}

func (r *reader) readNulls(arg starlark.Value) {
	skip, ok := arg.(starlark.Bool)
	switch {
	case !ok:
		r.mistake(nil, "expected keyword argument %q to be a boolean, but was %s (at %s)", "when_null_skip", arg.Type(), r.annotation.Span)
	case bool(skip):
		r.rules.nulls = skipNulls
	default:
		r.rules.nulls = checkNulls
	}
}
