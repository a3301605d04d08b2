package validate

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/spell"
	"ytt/internal/tree"
	"ytt/internal/value"
)

// This file implements the reading of an annotation: from "@schema/validation ("odd", is_odd), min=1, when=in_use" to
// Rules (spec 04 §5.1, 09 §6).

// Rules are the rules of one annotation, in the order in which they run.
type Rules struct {
	// Span is of the annotation.
	Span    source.Span
	rules   []rule
	notNull bool // the first rule is not_null
	nulls   nulls
	when    starlark.Callable // nil for always
}

// rule is one condition; either assertion or code decides.
type rule struct {
	mustBe    string // empty: as the assertion words it
	assertion *Assertion
	code      starlark.Callable
}

// nulls tells what happens to null values.
type nulls uint8

const (
	nullsByRule nulls = iota // checked only if not_null=True is among the rules
	skipNulls                // when_null_skip=True
	checkNulls               // when_null_skip=False
)

// FromAnnotation reads the rules of an annotation, with all its mistakes. Rules that describe themselves are asked
// for their description on the thread; nil stands for a fresh one.
func FromAnnotation(a *tree.Annotation, thread *starlark.Thread) (*Rules, diag.List) {
	r := reader{annotation: a, thread: thread, rules: Rules{Span: a.Span}}
	if len(a.Args) == 0 && len(a.Kwargs) == 0 {
		r.mistake(nil, "expected annotation to have 2-tuple as argument(s), but found no arguments (by %s)", a.Span)
	}
	r.rules.rules = make([]rule, 0, len(a.Args)+len(a.Kwargs))
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

// positional reads a rule: a (description, assertion) pair, or an assertion that describes itself.
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
			rule.mustBe = mustBe
			r.rules.rules = append(r.rules.rules, rule)
		}
	case starlark.Callable, *Assertion, *value.Struct:
		if rule, ok := r.condition(arg); ok {
			if rule.code != nil {
				rule.mustBe = r.description(rule.code)
			}
			r.rules.rules = append(r.rules.rules, rule)
		}
	default:
		r.mistake(nil, "expected annotation to have 2-tuple as argument(s), but found: %s (by %s)", arg, at)
	}
}

// condition reads what decides: a function, or an object with a function check.
func (r *reader) condition(v starlark.Value) (rule, bool) {
	at := r.annotation.Span
	switch v := v.(type) {
	case *Assertion:
		return rule{assertion: v}, true
	case starlark.Callable:
		return rule{code: v}, true
	case *value.Struct:
		check, _ := v.Attr("check")
		if check == nil {
			r.mistake(nil, "expected second item in tuple to be an assertion function or assertion object, but was a struct (at %s)", at)
			return rule{}, false
		}
		code, ok := check.(starlark.Callable)
		if !ok {
			r.mistake(nil, "expected struct with attribute check(), but was %s (at %s)", check.Type(), at)
			return rule{}, false
		}
		return rule{code: code}, true
	}
	r.mistake(nil, "expected second item in the 2-tuple to be an assertion function, but was %s (at %s)", v.Type(), at)
	return rule{}, false
}

// description returns the words for a function that stands alone: those it returns when it is called without
// arguments, or else its name: "number_is_even" must be "number is even".
func (r *reader) description(fn starlark.Callable) string {
	if f, ok := fn.(*starlark.Function); ok && f.NumParams() > 0 && f.ParamDefault(0) != nil {
		thread := r.thread
		if thread == nil {
			thread = &starlark.Thread{Name: "description"}
		}
		// A function may fail on its own default: then it is not one that describes itself.
		if result, err := starlark.Call(thread, f, nil, nil); err == nil {
			if words, ok := starlark.AsString(result); ok {
				return words
			}
		}
	}
	if fn.Name() == "lambda" {
		return "valid"
	}
	return strings.ReplaceAll(fn.Name(), "_", " ")
}

func (r *reader) keywordArguments() {
	var args [len(keywords)]starlark.Value
	for _, kv := range r.annotation.Kwargs {
		name, _ := starlark.AsString(kv[0])
		switch i := indexOf(name); {
		case i >= 0:
			args[i] = kv[1]
		case name == "when":
			r.readWhen(kv[1])
		case name == "when_null_skip":
			r.readNulls(kv[1])
		default:
			r.mistake(suggestion(name), "unknown keyword argument %q (at %s)", name, r.annotation.Span)
		}
	}
	for i, arg := range args {
		if arg != nil {
			r.named(&keywords[i], arg)
		}
	}
}

func indexOf(name string) int {
	for i := range keywords {
		if keywords[i].name == name {
			return i
		}
	}
	return -1
}

func suggestion(name string) []string {
	names := []string{"when", "when_null_skip"}
	for i := range keywords {
		names = append(names, keywords[i].name)
	}
	if near := spell.Nearest(name, names); near != "" {
		return []string{fmt.Sprintf("did you mean %q?", near)}
	}
	return nil
}

func (r *reader) named(k *keyword, arg starlark.Value) {
	own, mustBe := k.reworded(arg)
	assertion, err := k.build(own)
	switch {
	case err != nil && k.unplaced:
		r.mistake(nil, "%s", err)
	case err != nil:
		r.mistake(nil, "%s (at %s)", err, r.annotation.Span)
	case assertion == nil:
	case assertion.name == "not_null":
		r.rules.notNull = true
		r.rules.rules = append([]rule{{mustBe: mustBe, assertion: assertion}}, r.rules.rules...)
	default:
		r.rules.rules = append(r.rules.rules, rule{mustBe: mustBe, assertion: assertion})
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
