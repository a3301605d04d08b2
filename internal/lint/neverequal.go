package lint

import (
	"fmt"

	"ytt/internal/diag"
	"ytt/internal/meaning"
	"ytt/internal/tree"
	"ytt/internal/workspace"
)

// This file finds comparisons of a data value with a text that it never equals:
// data.values.debug == "true", of a boolean.

func findUnequal(l *Library) {
	for _, f := range l.Templates {
		if f.Type != workspace.YAML && f.Type != workspace.Text || !f.Template {
			continue
		}
		for _, c := range l.Compiled(f).Glance.Compared {
			if kind := l.typeAt(c.Path); kind != "" {
				l.add(unequal(&c, kind))
			}
		}
	}
}

func unequal(c *meaning.Comparison, kind string) *diag.Diagnostic {
	value, text := c.At.Text(), c.Text
	return &diag.Diagnostic{
		Code:     diag.NeverEqual,
		Severity: diag.Warning,
		Message:  fmt.Sprintf("%s is of type %s: it never equals the text %q", value, kind, text),
		Span:     c.At,
		Fact:     &NeverEqual{c.Text, c.Op, kind == "boolean"},
	}
}

// typeAt returns the type of the data value at a path if it is a boolean or a
// number and can be nothing else; "" for others.
func (l *Library) typeAt(path []string) string {
	if !l.Schema.IsNone() {
		d := l.Schema.At(path)
		if d == nil || d.Type.Any || d.Type.Scalars.Declares(tree.String) {
			return ""
		}
	}
	s, ok := valueAt(l.Values.Value, path).(*tree.Scalar)
	if !ok {
		return ""
	}
	switch s.Kind {
	case tree.Bool:
		return "boolean"
	case tree.Int:
		return "integer"
	}
	return ""
}

// valueAt returns the value at a path, nil if there is none.
func valueAt(n tree.Node, path []string) tree.Node {
	for _, key := range path {
		m, ok := n.(*tree.Map)
		if !ok {
			return nil
		}
		if n, ok = m.GetString(key); !ok {
			return nil
		}
	}
	return n
}
