package schema

import (
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/validate"
	"ytt/internal/yaml/print"
)

// This file warns of defaults that break their own rules. Nothing says so otherwise as long as every user gives a value:
//
//	#@schema/validation min=3
//	replicas: 2
//
// Many schemas have such a default on purpose, so that a value must be given: an empty one, or a placeholder like "CHANGEME".

// doubtDefault warns of the default of a declaration, unless it is that of a result, of which values are samples. Rules that are code may ask for more than the type of the value, and are left alone.
func (d *declarer) doubtDefault(out *Decl, at site) {
	s, isScalar := out.Default.(*tree.Scalar)
	if !isScalar || d.schema.Name == "" || out.Required || out.Computed != nil || out.Removed != nil || out.Rules.Conditional() || asksForValue(s) {
		return
	}
	for _, rule := range out.Rules.List() {
		if a := rule.Assertion; a != nil && rule.Named() && !a.Accepts(s) {
			d.diags = append(d.diags, brokenDefault(out, s, &rule, at))
			return
		}
	}
}

func brokenDefault(out *Decl, s *tree.Scalar, rule *validate.Rule, at site) *diag.Diagnostic {
	shown, span := diag.Redacted, at.span
	secret := at.secret || out.Sensitive
	if !secret {
		shown, span = tree.KindName(s), tree.ValueSpan(s, at.span)
		if text, err := print.AppendNodeJSON(nil, s, print.JSONOptions{}); err == nil {
			shown = diag.Clip(strings.TrimSpace(string(text)), 80)
		}
	}
	w := &diag.Diagnostic{
		Code: diag.DefaultBreaksRule, Severity: diag.Warning, Span: span, Sensitive: secret,
		Message: "the default " + shown + " breaks its own rule: it must be " + rule.Describe(),
		Fact:    BrokenDefault,
		Notes:   []diag.Note{{Message: "the rule", Span: out.Rules.Span}},
	}
	return w
}

// RuleOf returns where the rule stands that a warning of a default is about; nowhere for other problems.
func RuleOf(warning *diag.Diagnostic) source.Span {
	if warning.Code != diag.DefaultBreaksRule {
		return source.Span{}
	}
	return warning.Notes[0].Span
}

// asksForValue reports whether a default stands for none: it is empty, a negative number, or a text that asks to be replaced.
func asksForValue(s *tree.Scalar) bool {
	switch s.Kind {
	case tree.String:
		text := strings.ToLower(s.Text)
		if text == "" || text != s.Text && strings.ToUpper(s.Text) == s.Text {
			return true
		}
		for _, sign := range [...]string{"change", "replace", "todo", "fixme", "placeholder", "required", "must", "your", "example", "none", "unset",
			"missing", "xxx", "dummy", "<", "$", "{{", "..."} {
			if strings.Contains(text, sign) {
				return true
			}
		}
		return strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789") == text
	case tree.Int, tree.Float:
		return strings.HasPrefix(s.String(), "-") || strings.Trim(s.String(), "0.") == ""
	}
	return true
}
