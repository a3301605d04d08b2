package schema

import (
	"fmt"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/yaml"
)

// This file implements the warnings about words that are read as booleans where nothing asks for one: "country: NO".

// Doubts returns the warnings about values that have no schema.
func Doubts(doc *tree.Document) diag.List {
	c := checker{final: true}
	c.doubt(doc.Value, doc.Span)
	return c.doubts
}

// maxDoubts is how many words are reported.
const maxDoubts = 20

// doubt searches a value of any type. The span is of the node that holds it.
func (c *checker) doubt(n tree.Node, span source.Span) {
	if !c.final || len(c.doubts) >= maxDoubts {
		return
	}
	switch n := n.(type) {
	case *tree.Map:
		c.path = append(c.path, tree.Step{})
		for i := range n.Entries {
			e := &n.Entries[i]
			c.path[len(c.path)-1] = tree.StepTo(e)
			c.doubt(e.Value, e.Span)
		}
		c.path = c.path[:len(c.path)-1]
	case *tree.Array:
		c.path = append(c.path, tree.Step{})
		for i := range n.Items {
			c.path[len(c.path)-1] = tree.Step{Index: i, Item: true}
			c.doubt(n.Items[i].Value, n.Items[i].Span)
		}
		c.path = c.path[:len(c.path)-1]
	case *tree.Scalar:
		if d := truthWord(n, c.secret > 0); d != nil {
			d.Path = c.path.String()
			c.doubts = append(c.doubts, d)
		}
	}
}

// typeWord is the name of a type that a text is, "" for other values.
func typeWord(n tree.Node) string {
	s, ok := n.(*tree.Scalar)
	if !ok || s.Kind != tree.String || !s.Span.Known() || len(s.Text) > len("integer") || !namesType(s.Text) {
		return ""
	}
	return s.Text
}

// namesType reports whether a text is the name of a type in other languages.
func namesType(text string) bool {
	switch strings.ToLower(text) {
	case "integer", "int", "number", "float", "boolean", "bool", "string", "str":
		return true
	}
	return false
}

// tellsType reports whether a key is for names of types.
func tellsType(key string) bool {
	key = strings.ToLower(key)
	for _, word := range []string{"type", "kind", "format", "engine", "mode", "class"} {
		if strings.Contains(key, word) {
			return true
		}
	}
	return false
}

// hasRules reports whether a node has rules, which a default that is the name of a type usually breaks.
func (at site) hasRules() bool { return at.notes.Find("schema/validation") != nil }

// doubtTypeWord warns of a default that is the name of a type.
func (d *declarer) doubtTypeWord(n tree.Node, at site) {
	word := typeWord(n)
	if word == "" || at.undefaulted || at.hasRules() || tellsType(nameOf(at)) {
		return
	}
	d.diags = append(d.diags, &diag.Diagnostic{
		Code: diag.ForeignSchema, Severity: diag.Warning, Span: tree.ValueSpan(n, at.span),
		Message: fmt.Sprintf("the default is the text %q, which looks like the name of a type", word),
		Fact:    &TypeWord{word, nameOf(at)},
	})
}

// truthWord warns of a boolean that is written as another word; nil if it is none.
func truthWord(s *tree.Scalar, secret bool) *diag.Diagnostic {
	if s.Kind != tree.Bool || !s.Span.Known() {
		return nil
	}
	word := s.Span.Text()
	if !yaml.IsTruthWord(word) {
		return nil
	}
	d := &diag.Diagnostic{
		Code: diag.BooleanValue, Severity: diag.Warning, Span: s.Span, Sensitive: secret,
		Message: fmt.Sprintf("the value %s is read as %s, as YAML 1.1 has it", word, s),
		Fact:    &TruthWord{word, s.Bool()},
	}
	if secret {
		d.Message = "the value is a word that is read as a boolean, as YAML 1.1 has it"
		d.Fact = SecretTruthWord
	}
	return d
}
