package schema

import (
	"fmt"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/validate"
)

// This file implements Declare: what the nodes of a schema document say about types and defaults. annotations.go reads
// the arguments of their annotations.

// Options change how schemas are read. The zero value is what the tool uses.
type Options struct {
	// Thread runs rules that describe themselves; nil stands for a fresh one.
	Thread *starlark.Thread
	// IgnoreUnknownAnnotations accepts annotations that do not exist, and repeated ones, of which the last counts.
	IgnoreUnknownAnnotations bool
}

// Declare reads a merged, evaluated schema document. It reports all mistakes; the Schema is then what can be made of
// the rest, with anything allowed where a mistake stands.
func Declare(doc *tree.Document, opts Options) (*Schema, diag.List) {
	d := declarer{opts: opts, null: tree.NewNull(), edit: tree.NewEdit()}
	s := &Schema{Root: &Decl{}}
	d.declare(s.Root, doc.Value, site{document, doc.Span, doc.Notes})
	return s, d.diags
}

type declarer struct {
	opts  Options
	diags diag.List
	null  *tree.Scalar
	edit  *tree.Edit
}

// site is where a declaration stands.
type site struct {
	place place
	span  source.Span
	notes *tree.Notes
}

type place uint8

const (
	document place = iota
	mapItem
	arrayItem
)

// declare fills in the declaration that a node and its annotations make.
func (d *declarer) declare(out *Decl, n tree.Node, at site) {
	out.Span = at.span
	if at.notes == nil || len(at.notes.Annotations) == 0 {
		out.Type, out.Default = d.infer(n, at)
		return
	}
	marks := d.collect(at)
	asked := d.readType(marks[typeMark], at)
	nullable := d.readNullable(marks[nullableMark], at)
	d.readDocs(out, &marks, at)
	d.setType(out, n, at, asked, marks[defaultMark] != nil)
	if nullable {
		out.Type.addNull(!asked.given)
		out.Default = d.null
	}
	d.readExamples(out, marks[examplesMark], at)
	d.readDefault(out, marks[defaultMark], at)
	if a := marks[validationMark]; a != nil {
		rules, diags := validate.FromAnnotation(a, d.opts.Thread)
		out.Rules = rules
		d.diags = append(d.diags, diags...)
	}
}

// addNull makes a type nullable. silent keeps messages from mentioning it.
func (t *Type) addNull(silent bool) {
	if !t.Any {
		t.Scalars |= kindsOf(tree.Null)
		t.Nullable = silent
	}
}

// setType gives a declaration the type that its annotations ask for, or that its value implies, and the default that
// goes with it.
func (d *declarer) setType(out *Decl, n tree.Node, at site, asked askedType, hasDefault bool) {
	switch {
	case asked.any:
		d.checkInsideAny(n)
		out.Type, out.Default = Type{Any: true}, withoutNotes(n)
	case !asked.given:
		out.Type, out.Default = d.infer(n, at)
	case asked.orInferred && !(tree.IsNull(n) && asked.kinds.Declares(tree.Null)):
		out.Type, out.Default = d.infer(n, at)
		if !out.Type.Any {
			out.Type.Scalars |= asked.kinds
		}
	default:
		out.Type, out.Default = Type{Scalars: asked.kinds}, withoutNotes(n)
		if !hasDefault && !out.Type.Accepts(n) {
			d.diags = append(d.diags, literalMismatch(out, n, at))
		}
	}
}

func literalMismatch(out *Decl, n tree.Node, at site) *diag.Diagnostic {
	found, expected := tree.KindName(n), out.Type.Words()
	return &diag.Diagnostic{
		Code:    diag.SchemaAnnotation,
		Message: fmt.Sprintf("the value is of type %s, but @schema/type declares %s", found, expected),
		Span:    at.span,
		Hints: []string{
			"the value of a node is its default; it must be of a declared type.",
			"to also allow the type of the value, annotate with @schema/type …, or_inferred=True.",
		},
		Detail: diag.Violation{
			Summary: invalidSchema, Found: found, Expected: expected,
			ExpectedBy: at.notes.Find("schema/type").Span,
			Where:      []source.Span{at.span},
		},
	}
}

// infer returns the type that a value implies and the default that it is.
func (d *declarer) infer(n tree.Node, at site) (Type, tree.Node) {
	switch n := n.(type) {
	case *tree.Map:
		return d.inferMap(n)
	case *tree.Array:
		if len(n.Items) != 1 {
			d.diags = append(d.diags, wrongItemCount(len(n.Items), at))
			return Type{Any: true}, n
		}
		array := &Array{}
		item := &n.Items[0]
		d.declare(&array.Item, item.Value, site{arrayItem, item.Span, item.Notes})
		return Type{Array: array}, &tree.Array{}
	case *tree.Scalar:
		if n.Kind != tree.Null {
			return Type{Scalars: kindsOf(n.Kind)}, n
		}
		d.diags = append(d.diags, nullNotAllowed(at))
		return Type{Any: true}, n
	}
	d.diags = append(d.diags, &diag.Diagnostic{
		Code: diag.SchemaAnnotation, Message: "a schema cannot hold a document set", Span: at.span,
		Detail: diag.Violation{Summary: invalidSchema, Found: tree.KindName(n), Expected: "map, array, string, integer, float or boolean"},
	})
	return Type{Any: true}, d.null
}

func (d *declarer) inferMap(n *tree.Map) (Type, tree.Node) {
	m := &Map{Keys: make([]Key, len(n.Entries)), literal: n}
	defaults := &tree.Map{Entries: make([]tree.Entry, len(n.Entries))}
	for i := range n.Entries {
		e, k := &n.Entries[i], &m.Keys[i]
		k.Name = e.Key
		d.declare(&k.Decl, e.Value, site{mapItem, e.Span, e.Notes})
		defaults.Entries[i] = tree.Entry{Key: e.Key, Value: k.Default, Span: e.Span}
	}
	return Type{Map: m}, defaults
}

func nullNotAllowed(at site) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code:    diag.SchemaNull,
		Message: "null value not allowed here",
		Span:    at.span,
		Hints: []string{
			"in YAML, omitting a value implies null.",
			"to set the default value to null, annotate with @schema/nullable.",
			"to allow any value, annotate with @schema/type any=True.",
		},
		Detail: diag.Violation{
			Summary:  "Invalid schema - null value not allowed here",
			Found:    "null value",
			Expected: "non-null value",
		},
	}
}

func wrongItemCount(n int, at site) *diag.Diagnostic {
	bad := &diag.Diagnostic{
		Code:    diag.SchemaArray,
		Message: fmt.Sprintf("wrong number of items in array definition: %d", n),
		Span:    at.span,
		Hints: []string{
			"in schema, the one item of the array implies the type of its elements.",
			"in schema, the default value for an array is always an empty list.",
			"default values can be overridden via a data values overlay.",
		},
		Detail: diag.Violation{
			Summary:  "Invalid schema - wrong number of items in array definition",
			Found:    fmt.Sprintf("%d array items", n),
			Expected: "exactly 1 array item, of the desired type",
		},
	}
	if n == 0 {
		bad.Hints = append(bad.Hints,
			`for a list of strings, which is empty by default, write the one item: - ""`,
			"for a list of anything, which is empty by default, annotate with @schema/type any=True.")
	}
	return bad
}

// withoutNotes returns a node without the annotations and comments below it: they are about the schema, not about the
// values that the node is the default of.
func withoutNotes(n tree.Node) tree.Node {
	switch n := n.(type) {
	case *tree.Map:
		var bare *tree.Map
		for i := range n.Entries {
			e := &n.Entries[i]
			v := withoutNotes(e.Value)
			if bare == nil && (e.Notes != nil || v != e.Value) {
				bare = &tree.Map{Entries: append([]tree.Entry(nil), n.Entries...)}
			}
			if bare != nil {
				bare.Entries[i].Value, bare.Entries[i].Notes = v, nil
			}
		}
		if bare != nil {
			return bare
		}
	case *tree.Array:
		var bare *tree.Array
		for i := range n.Items {
			item := &n.Items[i]
			v := withoutNotes(item.Value)
			if bare == nil && (item.Notes != nil || v != item.Value) {
				bare = &tree.Array{Items: append([]tree.Item(nil), n.Items...)}
			}
			if bare != nil {
				bare.Items[i].Value, bare.Items[i].Notes = v, nil
			}
		}
		if bare != nil {
			return bare
		}
	}
	return n
}
