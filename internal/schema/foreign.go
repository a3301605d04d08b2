package schema

import (
	"fmt"
	"slices"

	"ytt/internal/diag"
	"ytt/internal/tree"
)

// This file warns of JSON Schema where a schema of data values is expected. It is valid there, but declares values called "type" and
// "properties":
//
//	replicas:
//	  type: integer
//	  default: 2

// doubtForeign warns of the first map of a document that is JSON Schema. Maps in lists are left alone: descriptions of columns, of
// parameters and the like are data.
func (d *declarer) doubtForeign(m *tree.Map, secret bool) {
	if d.foreign == d.schema || d.schema.Name == "" || d.items > 0 || secret { // results may be JSON Schema
		return
	}
	found, declaration := jsonSchema(m) // two entries
	if found == nil {
		return
	}
	d.foreign = d.schema
	if path := d.scope.path; len(path) > 0 && found[1].Key.Text == "default" {
		declaration = path[len(path)-1].String() + ": " + declaration
	}
	names := make([]string, len(found))
	for i, e := range found {
		names[i] = fmt.Sprintf("%q", e.Key.String())
	}
	d.diags = append(d.diags, &diag.Diagnostic{
		Code: diag.ForeignSchema, Severity: diag.Warning, Span: found[0].Span,
		Message: "this is JSON Schema: here, it declares data values called " + diag.ListAnd(names),
		Hints: []string{
			"a value is declared by its default, which also tells its type: write " + declaration,
			"a whole JSON Schema is converted by: ytt schema import FILE > schema.yml",
		},
	})
}

// jsonSchema returns the entries by which a map is known to be JSON Schema, and how its first value is declared here.
func jsonSchema(m *tree.Map) (found []*tree.Entry, declaration string) {
	typed, properties, items := entryOf(m, "type"), entryOf(m, "properties"), entryOf(m, "items")
	if mark := entryOf(m, "$schema"); mark != nil && properties != nil {
		return []*tree.Entry{mark, properties}, firstProperty(properties.Value)
	}
	switch name := textOf(typed); {
	case name == "object" && properties != nil && describesAll(properties.Value):
		return []*tree.Entry{typed, properties}, firstProperty(properties.Value)
	case name == "array" && items != nil && isDescription(items.Value):
		return []*tree.Entry{typed, items}, "a list with one item"
	case name != "":
		if plain := sampleOf(name, m); plain != "" {
			return []*tree.Entry{typed, entryOf(m, "default")}, plain
		}
	}
	return nil, ""
}

// firstProperty declares the first of some properties.
func firstProperty(n tree.Node) string {
	const unknown = "port: 8080"
	m, ok := n.(*tree.Map)
	if !ok || len(m.Entries) == 0 {
		return unknown
	}
	of, ok := m.Entries[0].Value.(*tree.Map)
	if !ok {
		return unknown
	}
	kind := textOf(entryOf(of, "type"))
	plain := sampleOf(kind, of)
	if plain == "" {
		plain = map[string]string{"string": `""`, "integer": "0", "number": "0.0", "boolean": "false", "object": "{…}", "array": "[…]"}[kind]
	}
	if plain == "" {
		return unknown
	}
	return m.Entries[0].Key.String() + ": " + plain
}

// textOf is the text of an entry, "" if there is none.
func textOf(e *tree.Entry) string {
	if e != nil {
		if s, ok := e.Value.(*tree.Scalar); ok && s.Kind == tree.String {
			return s.Text
		}
	}
	return ""
}

func entryOf(m *tree.Map, name string) *tree.Entry {
	if i := m.Find(tree.StringValue(name)); i >= 0 {
		return &m.Entries[i]
	}
	return nil
}

// describesAll reports whether a node is a map of descriptions of types, and not empty.
func describesAll(n tree.Node) bool {
	m, ok := n.(*tree.Map)
	return ok && len(m.Entries) > 0 && !slices.ContainsFunc(m.Entries, func(e tree.Entry) bool { return !isDescription(e.Value) })
}

func isDescription(n tree.Node) bool {
	m, ok := n.(*tree.Map)
	return ok && slices.ContainsFunc([]string{"type", "$ref", "enum", "const", "oneOf", "anyOf", "allOf"},
		func(name string) bool { return entryOf(m, name) != nil })
}

// sampleOf returns the default of a scalar as it is described; "" unless the map says that, and nothing else, in JSON Schema.
func sampleOf(kind string, m *tree.Map) string {
	words := []string{"type", "default", "description", "title", "enum", "minimum", "maximum", "minLength", "maxLength", "pattern", "format",
		"examples", "required"}
	for i := range m.Entries {
		if m.Entries[i].Metadata != nil || !slices.Contains(words, m.Entries[i].Key.String()) {
			return ""
		}
	}
	e := entryOf(m, "default")
	if e == nil {
		return ""
	}
	s, ok := e.Value.(*tree.Scalar)
	fits := ok && (kind == "string" && s.Kind == tree.String || kind == "integer" && s.Kind == tree.Int ||
		kind == "number" && (s.Kind == tree.Int || s.Kind == tree.Float) || kind == "boolean" && s.Kind == tree.Bool)
	if !fits {
		return ""
	}
	return clip(inline(s))
}
