package schema

import (
	"fmt"
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/spell"
	"ytt/internal/tree"
)

// This file implements the check of values against their declarations (spec 04 §2.2, §3).
//
// One walk finds all violations. People know them in this order: first maps and arrays that stand where something
// else is declared (nothing is said about what is in them), then, parents before children, keys that are not
// declared and scalars of the wrong type, the undeclared keys of a map before what is wrong below its other keys.

// Check returns the violations of a document. Values that are the same nodes as in the value before are left out: they
// have been checked already. before may be nil.
func (s *Schema) Check(before tree.Node, doc *tree.Document) diag.List {
	c := checker{summary: "One or more data values were invalid", spelling: spellingBudget}
	c.node(s.Root, before, doc.Value, doc.Span)
	return append(c.structural, c.others...)
}

type checker struct {
	summary string
	// where is set while checking the argument of an annotation: its violations all show these places, and are
	// "found at" (or by) the first.
	where   []source.Span
	foundBy bool

	path       tree.Path
	spelling   int // how many more names may be compared to find did-you-means
	structural diag.List
	others     diag.List
}

// spellingBudget keeps documents with thousands of unknown keys from being compared with thousands of declared ones.
const spellingBudget = 200_000

// node checks one value; span is of the key, "-" or "---" that holds it.
func (c *checker) node(d *Decl, before, n tree.Node, span source.Span) {
	t := &d.Type
	if n == before || t.Any {
		return
	}
	switch n := n.(type) {
	case *tree.Scalar:
		if !t.Scalars.Accept(n.Kind) {
			c.others = append(c.others, c.wrongType(d, n, span))
		}
	case *tree.Map:
		if t.Map == nil {
			c.structural = append(c.structural, c.wrongType(d, n, span))
			return
		}
		before, _ := before.(*tree.Map)
		c.mapping(d, before, n)
	case *tree.Array:
		if t.Array == nil {
			c.structural = append(c.structural, c.wrongType(d, n, span))
			return
		}
		before, _ := before.(*tree.Array)
		c.path = append(c.path, tree.Step{})
		for i := range n.Items {
			c.path[len(c.path)-1] = tree.Step{Index: i, Item: true}
			c.node(&t.Array.Item, itemBefore(before, i), n.Items[i].Value, n.Items[i].Span)
		}
		c.path = c.path[:len(c.path)-1]
	default:
		c.structural = append(c.structural, c.wrongType(d, n, span))
	}
}

func (c *checker) mapping(d *Decl, before, n *tree.Map) {
	t := d.Type.Map
	start, k := len(c.others), -1
	var unknown diag.List
	c.path = append(c.path, tree.Step{})
	for i := range n.Entries {
		e := &n.Entries[i]
		c.path[len(c.path)-1] = tree.Step{Key: e.Key}
		was := entryBefore(before, i, e.Key)
		if k = t.find(k+1, e.Key); k >= 0 {
			c.node(&t.Keys[k].Decl, was, e.Value, e.Span)
		} else if was == nil {
			unknown = append(unknown, c.unknownKey(d, e))
		}
	}
	c.path = c.path[:len(c.path)-1]
	if unknown != nil {
		c.others = slices.Insert(c.others, start, unknown...)
	}
}

func (c *checker) wrongType(d *Decl, n tree.Node, span source.Span) *diag.Diagnostic {
	found, expected := tree.KindName(n), d.Type.Words()
	return c.violation(diag.ViolationType, span, n, diag.Violation{
		Found:      found,
		Expected:   expected,
		ExpectedBy: d.Span,
	}, fmt.Sprintf("expected %s, but found %s", expected, found))
}

func (c *checker) unknownKey(d *Decl, e *tree.Entry) *diag.Diagnostic {
	key := e.Key.String()
	v := c.violation(diag.ViolationUnknownKey, e.Span, e.Value, diag.Violation{
		Description: "Given data value is not declared in schema",
		Found:       key,
		Expected:    expectedKeys(d.Type.Map),
		ExpectedBy:  d.Span,
		ExpectedOf:  true,
	}, fmt.Sprintf("%q is not declared in schema", key))
	if near := c.nearestKey(key, d.Type.Map); near != "" {
		v.Hints = append(v.Hints, fmt.Sprintf("did you mean %q?", near))
	}
	return v
}

// violation completes a violation with what depends on whether data values or the argument of an annotation are
// being checked.
func (c *checker) violation(code diag.Code, span source.Span, n tree.Node, v diag.Violation, message string) *diag.Diagnostic {
	v.Summary = c.summary
	switch {
	case c.where != nil:
		span = c.where[0]
		v.Where, v.FoundBy, v.FoundAt = c.where, span, !c.foundBy
	case !span.Known():
		v.Computed = c.computed(n)
	}
	return &diag.Diagnostic{Code: code, Message: message, Span: span, Path: c.path.String(), Detail: v}
}

// computed shows a value that stems from no text: `name: "x"`.
func (c *checker) computed(n tree.Node) string {
	text := tree.KindName(n)
	if s, ok := n.(*tree.Scalar); ok {
		text = s.String()
		if s.Kind == tree.String {
			text = fmt.Sprintf("%q", text)
		}
	}
	if len(c.path) == 0 {
		return text
	}
	last := c.path[len(c.path)-1]
	if last.Item {
		return "- " + text
	}
	return last.Key.String() + ": " + text
}

// expectedKeys words which keys a map may have. Of too many it names none.
func expectedKeys(m *Map) string {
	const most = 9
	switch n := len(m.Keys); {
	case n == 1:
		return fmt.Sprintf("a map item with the key named %q", m.Keys[0].Name.String())
	case n == 0 || n > most:
		return "a key declared in map"
	}
	names := m.names()
	slices.Sort(names)
	return "one of { " + strings.Join(names, ", ") + " }"
}

func (m *Map) names() []string {
	names := make([]string, len(m.Keys))
	for i := range m.Keys {
		names[i] = m.Keys[i].Name.String()
	}
	return names
}

func (c *checker) nearestKey(key string, m *Map) string {
	if c.spelling < len(m.Keys) {
		return ""
	}
	c.spelling -= len(m.Keys)
	return spell.Nearest(key, m.names())
}
