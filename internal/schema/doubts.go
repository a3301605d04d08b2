package schema

import (
	"fmt"

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
		Hints:   []string{fmt.Sprintf("for a text, put it in quotes: %q; for a boolean, write %s", word, s)},
	}
	if secret {
		d.Message = "the value is a word that is read as a boolean, as YAML 1.1 has it"
		d.Hints = []string{"for a text, put it in quotes; for a boolean, write true or false"}
	}
	return d
}
