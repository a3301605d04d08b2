package schemadoc

import (
	"strconv"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/schema"
	"ytt/internal/tree"
	"ytt/internal/validate"
)

// This file implements rules in words for people: what stands behind "must be". Messages are terser.

// ruleWords words a rule on values of a type.
func ruleWords(rule *validate.Rule, t *schema.Type) string {
	if rule.Assertion == nil || rule.Reworded() {
		return rule.Words()
	}
	arg := rule.Assertion.Argument()
	switch rule.Assertion.Keyword() {
	case "min":
		return "at least " + shortYAML(arg)
	case "max":
		return "at most " + shortYAML(arg)
	case "min_len":
		return "at least " + length(lengthOf(arg), t)
	case "max_len":
		return "at most " + length(lengthOf(arg), t)
	case "one_not_null":
		which := "value"
		if keys, ok := arg.(*tree.Array); ok {
			which = "of " + diag.ListOr(words(keys))
		}
		return "a map in which exactly one " + which + " is not null"
	case "one_of":
		if values, ok := arg.(*tree.Array); ok && len(values.Items) > 0 {
			return diag.ListOr(words(values))
		}
	}
	return rule.Words()
}

func words(values *tree.Array) []string {
	all := make([]string, len(values.Items))
	for i := range values.Items {
		all[i] = shortYAML(values.Items[i].Value)
	}
	return all
}

// length says how long a value is: "5 characters", "1 item".
func length(n int64, t *schema.Type) string {
	var things []string
	kinds := t.Kinds()
	for _, of := range []struct {
		kind  validate.Kinds
		thing string
	}{{validate.String, "character"}, {validate.Array, "item"}, {validate.Map, "key"}} {
		if kinds&of.kind != 0 {
			things = append(things, of.thing)
		}
	}
	words := diag.ListOr(things)
	if n != 1 {
		for i := range things {
			things[i] += "s"
		}
		words = diag.ListOr(things)
	}
	return strconv.FormatInt(n, 10) + " " + words + " long"
}

// shortYAML shows a value on one line.
func shortYAML(n tree.Node) string {
	if text, err := asYAML(n); err == nil && !strings.Contains(text, "\n") {
		return text
	}
	text, err := tree.AppendNodeJSON(nil, n, tree.JSONOptions{KeepOrder: true})
	if err != nil {
		return tree.KindName(n)
	}
	return string(text)
}
