package schemadoc

import (
	"strconv"

	"ytt/internal/diag"
	"ytt/internal/schema"
	"ytt/internal/tree"
)

// This file implements what is told about each value, apart from how: the model of the formats for people.

// field is one declared value.
type field struct {
	name  string // the key; what stands for it, for a pattern; "" for the document and for array items
	path  string // "databases[].port"
	step  string // the last part of the path: "port"
	title string
	doc   string
	words string // of the type: "string", "array of map", "integer or null"
	kind  string // of the type without what is in it, as messages name it

	// preset is the default as people are shown it; nil for none, and for a map that is the sum of its keys.
	preset   tree.Node
	examples []example
	rules    []string // what a value must be

	required, nullable, optional, sensitive bool
	deprecated, removed                     *string // the notice, maybe empty
	keys                                    string  // which keys a pattern means, and how many of them
	isPattern                               bool

	fields []*field // of a map
	item   *field   // of an array
}

// example is a value that a field might have.
type example struct {
	desc  string
	value tree.Node
}

// hidden stands for values that nobody is to see.
var hidden = &tree.Scalar{Value: tree.Value{Kind: tree.String, Text: diag.Redacted}}

// fieldsOf returns the document as a field.
func fieldsOf(s *schema.Schema) *field {
	r := reader{presence: newPresence(withRules)}
	return r.decl(&field{}, s.Root, false)
}

type reader struct{ presence }

// decl fills in a field. secret says that it is part of something sensitive.
func (r *reader) decl(f *field, d *schema.Decl, secret bool) *field {
	secret = secret || d.Sensitive
	f.sensitive, f.removed = d.Sensitive, d.Removed
	f.kind = d.Type.Words()
	f.nullable = !d.Type.Any && d.Type.Scalars.Declares(tree.Null)
	f.words = wordsOf(&d.Type, f.nullable)
	f.required = r.refusesDefault(d)
	f.addDocs(d, secret)
	f.addRules(d)
	switch {
	case d.Removed != nil:
		return f
	case f.required, defaultIsImplied(d):
	case secret:
		f.preset = hidden
	default:
		f.preset = d.Redact(d.Default)
	}
	if d.Type.Array != nil {
		r.item(f, &d.Type.Array.Item, secret)
	}
	if d.Type.Map != nil {
		r.keys(f, d.Type.Map, secret)
	}
	return f
}

func (f *field) addDocs(d *schema.Decl, secret bool) {
	docs := d.Docs
	if docs == nil {
		return
	}
	if docs.Title != "" {
		f.title = docs.Title
	}
	f.doc, f.deprecated = docs.Desc, docs.Deprecated
	for _, e := range docs.Examples {
		shown := hidden
		if secret {
			f.examples = append(f.examples, example{e.Desc, shown})
			continue
		}
		f.examples = append(f.examples, example{e.Desc, d.Redact(d.Complete(e.Value))})
	}
}

func (f *field) addRules(d *schema.Decl) {
	rules := d.Rules.List()
	for i := range rules {
		words := ruleWords(&rules[i], &d.Type)
		if d.Rules.Conditional() {
			words += condition
		}
		f.rules = append(f.rules, words)
	}
}

// wordsOf names a type with what its arrays hold.
func wordsOf(t *schema.Type, nullable bool) string {
	words := t.Words()
	if t.Array != nil && words == "array" {
		item := &t.Array.Item.Type
		words += " of " + wordsOf(item, item.Scalars.Declares(tree.Null))
	}
	if nullable && t.Nullable && words != "null" {
		words += " or null"
	}
	return words
}

func (r *reader) item(f *field, d *schema.Decl, secret bool) {
	f.item = r.decl(&field{path: longPath(f.path, "[]"), step: "[]"}, d, secret)
	f.item.preset, f.item.required = nil, false // an item is given or not
}

// saysMore reports whether there is more to say than the type.
func (f *field) saysMore() bool {
	return f.title != "" || f.doc != "" || f.rules != nil || f.examples != nil || f.sensitive || f.deprecated != nil
}

func (r *reader) keys(f *field, m *schema.Map, secret bool) {
	for i := range m.Keys {
		k := &m.Keys[i]
		child := &field{name: k.Name.String(), optional: k.Optional}
		if k.Pattern != nil {
			child.name, child.isPattern = k.Pattern.Words(), true
			child.keys = countWords(k)
			child.step = placeholder(k.Pattern)
		} else {
			child.title = schema.Humanize(child.name)
			child.step = child.name
		}
		child.path = longPath(f.path, "."+child.step)
		r.decl(child, &k.Decl, secret)
		if k.Pattern != nil || k.Optional {
			child.required = false // it is not there, or it is given
			child.preset = nil
		}
		f.fields = append(f.fields, child)
	}
}

// countWords says how many keys of a pattern there must be.
func countWords(k *schema.Key) string {
	if c := k.Expects.Criteria; len(c) == 1 && c[0].AtLeast && c[0].N == 0 {
		return "any number of keys"
	}
	return k.Expects.Words()
}

// placeholder is what stands for the keys of a pattern in a path.
func placeholder(p *schema.Pattern) string {
	if p.Any {
		return "<key>"
	}
	return "<" + p.Text + ">"
}

// longestPath bounds the paths of values, which would otherwise grow with every map within a map.
const longestPath = 200

func longPath(path, step string) string {
	if path == "" && step != "" && step[0] == '.' {
		step = step[1:]
	}
	if len(path) > longestPath {
		path = "…"
	}
	return path + step
}

// below returns the fields that readers see under a field. The items of an array are one of them only if there is more to
// say than what type they are and what is in them.
func (f *field) below() []*field {
	switch {
	case f.item == nil:
		return f.fields
	case f.item.saysMore():
		return append([]*field{f.item}, f.fields...)
	case f.fields == nil:
		return f.item.below()
	}
	return append(f.item.below(), f.fields...)
}

// counted words a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}
