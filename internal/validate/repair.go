package validate

import (
	"fmt"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/spell"
	"ytt/internal/tree"
)

// This file implements what problems say of a value that breaks a rule: the value itself, and what to write instead.

// exact says what was found, with the value; "" where the failure says it all.
func (r *Rule) exact(n tree.Node, found string) string {
	s, isScalar := n.(*tree.Scalar)
	a := r.Assertion
	switch {
	case isScalar && s.Kind == tree.Null:
		return ""
	case a == nil:
		if isScalar && found == "" {
			return quote(s)
		}
		return ""
	}
	switch a.keyword {
	case "min", "max":
		if isScalar {
			return quote(s) + choose(a.keyword == "min", ", less than ", ", more than ") + abbreviated(a.arg.String())
		}
	case "min_len", "max_len":
		return sized(n)
	case "one_of":
		if isScalar {
			return quote(s) + ", not one of the allowed values"
		}
	}
	return ""
}

// sized shows a value by its length: `"abc", 3 characters`, "no items".
func sized(n tree.Node) string {
	have, err := length(n)
	if err != nil {
		return ""
	}
	switch n := n.(type) {
	case *tree.Scalar:
		if have == 0 {
			return `"", which is empty`
		}
		return quote(n) + ", " + counted(have, "character")
	case *tree.Map:
		return counted(have, "key")
	}
	return counted(have, "item")
}

func counted(n int, noun string) string {
	if n == 0 {
		return "no " + noun + "s"
	}
	return diag.Count(n, noun)
}

// contradiction is about bounds between which there is no value, so that nobody can give one; "" if there are none.
func (rules *Rules) contradiction() string {
	bounds := map[string]*tree.Scalar{}
	for i := range rules.rules {
		r := &rules.rules[i]
		if r.keyword == "" {
			continue
		}
		if s, ok := r.Assertion.node.(*tree.Scalar); ok && s.Kind == tree.Int {
			bounds[r.keyword] = s
		}
	}
	for _, unit := range [...]string{"", "_len"} {
		least, most := bounds["min"+unit], bounds["max"+unit]
		if least != nil && most != nil && least.Int() > most.Int() {
			return fmt.Sprintf("no value can meet this rule: the schema says min%[1]s=%[2]s, max%[1]s=%[3]s; were they to be min%[1]s=%[3]s, max%[1]s=%[2]s?", unit, least, most)
		}
	}
	return ""
}

// repairs says what to write instead of a value.
func (r *Rule) repairs(n tree.Node) []string {
	s, isScalar := n.(*tree.Scalar)
	a := r.Assertion
	switch {
	case a == nil:
	case isScalar && s.Kind == tree.Null:
		if a.keyword == "not_null" {
			return []string{"give it a value: null is also what stands where nothing is written"}
		}
	case a.keyword == "min_len":
		if have, err := length(n); err == nil && have == 0 {
			return []string{"it must not be empty"}
		}
	case (a.keyword == "min" || a.keyword == "max") && isScalar && kindOf(a.node) == Number:
		return []string{"write " + abbreviated(a.arg.String()) + choose(a.keyword == "min", " or more", " or less")}
	case a.keyword == "one_of" && isScalar:
		return a.nearest(s)
	case a.keyword == "multiple_of" && isScalar && s.Kind == tree.Int:
		return multiplesAround(s.Int(), a.node)
	case a.keyword == "format":
		return exampleOf(a.node)
	}
	return nil
}

// nearest names the allowed value that a scalar was probably meant to be: misspelt, in another case, or of another kind.
func (a *Assertion) nearest(s *tree.Scalar) []string {
	allowed, isArray := a.node.(*tree.Array)
	if !isArray {
		return nil
	}
	const most = 1000
	var texts []string
	for i := range allowed.Items[:min(len(allowed.Items), most)] {
		v, ok := allowed.Items[i].Value.(*tree.Scalar)
		switch {
		case !ok:
		case v.Kind != s.Kind && v.String() == strings.TrimSpace(s.String()), v.Kind == tree.String && s.Kind == tree.String &&
			strings.EqualFold(v.Text, strings.TrimSpace(s.Text)):
			return []string{"did you mean " + quote(v) + "?"}
		case v.Kind == tree.String && s.Kind == tree.String:
			texts = append(texts, v.Text)
		}
	}
	if s.Kind != tree.String || s.Text == "" {
		return nil
	}
	if hint := spell.Hint("did you mean %q?", s.Text, texts); hint != nil {
		return hint
	}
	return shortOrLong(s.Text, texts)
}

// shortOrLong names the one text that another is the beginning of, or that begins with it: "prod" and "production".
func shortOrLong(text string, of []string) []string {
	const least = 3 // characters
	found := ""
	for _, t := range of {
		a, b := strings.ToLower(t), strings.ToLower(text)
		short, long := min(a, b), max(a, b)
		if len(short) >= least && strings.HasPrefix(long, short) {
			if found != "" {
				return nil
			}
			found = t
		}
	}
	if found == "" {
		return nil
	}
	return []string{fmt.Sprintf("did you mean %q?", found)}
}

// multiplesAround names the multiples of a whole number next to another.
func multiplesAround(n int64, of tree.Node) []string {
	unit, ok := of.(*tree.Scalar)
	const most = 1 << 50
	if !ok || unit.Kind != tree.Int || unit.Int() <= 0 || max(n, -n, unit.Int()) > most {
		return nil
	}
	below := n - n%unit.Int()
	if n < below {
		below -= unit.Int()
	}
	return []string{fmt.Sprintf("the nearest are %d and %d", below, below+unit.Int())}
}

// exampleOf shows a text of the first of the formats.
func exampleOf(names tree.Node) []string {
	list, ok := names.(*tree.Array)
	if !ok {
		return nil
	}
	for _, f := range formats() {
		if s, ok := list.Items[0].Value.(*tree.Scalar); ok && s.Text == f.Name {
			return []string{"for example: " + f.Example}
		}
	}
	return nil
}

func choose(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}
