package schemaview

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/printer"
	"ytt/internal/tree"
	"ytt/internal/value"
)

// This file implements values as text in schema files: as YAML on one line, and as expressions in annotations.

// KeyText returns a key on one line; one with line breaks is quoted.
func KeyText(key tree.Value) string {
	if key.Kind == tree.String && strings.ContainsAny(key.Text, "\n\r\u0085\u2028\u2029") {
		return strconv.QuoteToASCII(key.Text)
	}
	text, err := printer.AppendNodeYAML(nil, &tree.Scalar{Value: key}, printer.Options{})
	if err != nil {
		return strconv.QuoteToASCII(key.Text)
	}
	return strings.TrimSuffix(string(text), "\n")
}

// LosesFloats reports whether there is a float that YAML shows as an integer.
func LosesFloats(n tree.Node) bool {
	switch n := n.(type) {
	case *tree.Map:
		return slices.ContainsFunc(n.Entries, func(e tree.Entry) bool { return LosesFloats(e.Value) })
	case *tree.Array:
		return slices.ContainsFunc(n.Items, func(i tree.Item) bool { return LosesFloats(i.Value) })
	case *tree.Scalar:
		return n.Kind == tree.Float && n.Float() == math.Trunc(n.Float()) && !math.IsInf(n.Float(), 0)
	}
	return false
}

// Flow returns a value on one line, in which floats have a decimal point.
func Flow(n tree.Node) string {
	switch n := n.(type) {
	case *tree.Map:
		entries := make([]string, len(n.Entries))
		for i := range n.Entries {
			key := &tree.Scalar{Value: n.Entries[i].Key}
			entries[i] = Flow(key) + ": " + Flow(n.Entries[i].Value)
		}
		return "{" + strings.Join(entries, ", ") + "}"
	case *tree.Array:
		items := make([]string, len(n.Items))
		for i := range n.Items {
			items[i] = Flow(n.Items[i].Value)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case *tree.Scalar:
		switch {
		case n.Kind == tree.String:
			return strconv.QuoteToASCII(n.Text)
		case LosesFloats(n):
			return strconv.FormatFloat(n.Float(), 'f', 1, 64)
		}
		return ShortYAML(n)
	}
	panic("schemaview: unknown node")
}

// Quoted returns a text as a string of Starlark.
func Quoted(text string) string { return starlark.String(text).String() }

// Expression returns a value as a Starlark expression.
func Expression(n tree.Node) string {
	switch n := n.(type) {
	case *tree.Map:
		entries := make([]string, len(n.Entries))
		for i := range n.Entries {
			entries[i] = expressionOf(value.FromScalar(n.Entries[i].Key)) + ": " + Expression(n.Entries[i].Value)
		}
		return "{" + strings.Join(entries, ", ") + "}"
	case *tree.Array:
		items := make([]string, len(n.Items))
		for i := range n.Items {
			items[i] = Expression(n.Items[i].Value)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case *tree.Scalar:
		return expressionOf(value.FromScalar(n.Value))
	}
	panic("schemaview: unknown node")
}

// expressionOf returns a scalar as a Starlark expression.
func expressionOf(v starlark.Value) string {
	if f, ok := v.(starlark.Float); ok && (math.IsInf(float64(f), 0) || math.IsNaN(float64(f))) {
		return "float(\"" + f.String() + "\")"
	}
	return v.String()
}
