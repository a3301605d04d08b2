package schema

import (
	"fmt"
	"regexp"

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
	s := &Schema{Root: &Decl{}}
	d := declarer{opts: opts, null: tree.NewNull(), edit: tree.NewEdit(), schema: s}
	d.declare(s.Root, doc.Value, site{place: document, span: doc.Span, notes: doc.Metadata})
	return s, d.diags
}

type declarer struct {
	opts    Options
	diags   diag.List
	null    *tree.Scalar
	edit    *tree.Edit
	schema  *Schema
	regexps map[string]*regexp.Regexp // by what the author wrote
}

// site is where a declaration stands.
type site struct {
	place place
	span  source.Span
	notes *tree.Metadata
	// undefaulted is set for entries whose default nobody needs, where null stands for any value.
	undefaulted bool
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
	sample := out.Default
	if nullable {
		out.Type.addNull(!asked.given)
		out.Default = d.null
	}
	d.readExamples(out, marks[examplesMark], at)
	d.readDefault(out, marks[defaultMark], at)
	d.readPresence(out, &marks, at, sample)
	d.readRules(out, marks[validationMark], at)
}

// readPresence reads what annotations say about whether a value must, may or must not be given, and be seen.
func (d *declarer) readPresence(out *Decl, marks *marks, at site, sample tree.Node) {
	if a := marks[keyMark]; a != nil && at.place != mapItem {
		d.misplaced(a, at, "only map items have keys")
	}
	if a := marks[sensitiveMark]; a != nil && d.readFlag(a, at) {
		out.Sensitive, d.schema.sensitive = true, true
	}
	if a := marks[removedMark]; a != nil {
		if at.place != mapItem {
			d.misplaced(a, at, "annotate the key that was removed")
		} else if remedy, ok := d.readNotice(a, at); ok {
			out.Removed = &remedy
		}
	}
	a := marks[requiredMark]
	if a == nil || !d.readFlag(a, at) {
		return
	}
	switch {
	case at.place != mapItem:
		d.misplaced(a, at, "annotate the keys that must be given",
			"to ask for items in an array, annotate it with @schema/validation min_len=1.")
	case marks[defaultMark] != nil:
		d.contradiction(a, marks[defaultMark], at, "a required value has no default")
	case marks[removedMark] != nil:
		d.contradiction(a, marks[removedMark], at, "a removed value cannot be given")
	case at.undefaulted:
		d.contradiction(a, findMark(at.notes, keyMark), at, "a key that may be missing is not required")
	default:
		out.Required, out.Sample, out.Default = true, sample, tree.NewNull()
	}
}

// contradiction reports two annotations that cannot both be meant.
func (d *declarer) contradiction(a, other *tree.Annotation, at site, why string) {
	d.invalid(diag.SchemaAnnotation, a, at, diag.Violation{
		Description: why,
		Found:       "@" + a.Name + " and @" + other.Name,
		FoundBy:     a.Span,
		Expected:    "one of the two",
		ExpectedBy:  other.Span,
	})
}

func (d *declarer) misplaced(a *tree.Annotation, at site, hints ...string) {
	where := "a document"
	if at.place == arrayItem {
		where = "an array item"
	}
	d.invalid(diag.SchemaAnnotationPlace, a, at, diag.Violation{
		Description: "@" + a.Name + " not supported on " + where, Found: where, Expected: "a map item",
	}, hints...)
}

func (d *declarer) readRules(out *Decl, a *tree.Annotation, at site) {
	if mark := at.notes.Find(stringsRequired); mark != nil {
		if more := notEmpty(&out.Type, a, mark); more != nil {
			a = more
		}
	}
	if a == nil {
		return
	}
	rules, diags := validate.FromAnnotation(a, d.opts.Thread)
	out.Rules = rules
	d.diags = append(d.diags, diags...)
	d.diags = append(d.diags, rules.Misfits(out.Type.ruleKinds(), out.Type.Describe())...)
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
	case asked.broken:
		out.Type, out.Default = Type{Any: true}, withoutNotes(n)
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
		if !hasDefault && !out.Type.Accepts(n) && !(at.undefaulted && tree.IsNull(n)) {
			d.diags = append(d.diags, literalMismatch(out, n, at))
		}
	}
}

func literalMismatch(out *Decl, n tree.Node, at site) *diag.Diagnostic {
	found, expected := tree.KindName(n), out.Type.Describe()
	return &diag.Diagnostic{
		Code:    diag.SchemaAnnotation,
		Message: fmt.Sprintf("the value is of type %s, but @schema/type declares %s", found, expected),
		Span:    at.span,
		Hints: []string{
			"the value of a node is its default; it must be of a declared type.",
			"to also allow the type of the value, annotate with @schema/type …, or_inferred=True.",
		},
		Detail: diag.Violation{
			InSchema: true, Found: found, Expected: expected,
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
		d.declare(&array.Item, item.Value, site{place: arrayItem, span: item.Span, notes: item.Metadata})
		return Type{Array: array}, &tree.Array{}
	case *tree.Scalar:
		switch {
		case n.Kind != tree.Null:
			return Type{Scalars: kindsOf(n.Kind)}, n
		case at.undefaulted:
			return Type{Any: true}, n
		}
		d.diags = append(d.diags, nullNotAllowed(at))
		return Type{Any: true}, n
	}
	d.diags = append(d.diags, &diag.Diagnostic{
		Code: diag.SchemaAnnotation, Message: "a schema cannot hold a document set", Span: at.span,
		Detail: diag.Violation{InSchema: true, Found: tree.KindName(n), Expected: "map, array, string, integer, float or boolean"},
	})
	return Type{Any: true}, d.null
}

func (d *declarer) inferMap(n *tree.Map) (Type, tree.Node) {
	m := &Map{Keys: make([]Key, len(n.Entries)), literal: n}
	defaults := &tree.Map{Entries: make([]tree.Entry, 0, len(n.Entries))}
	for i := range n.Entries {
		e, k := &n.Entries[i], &m.Keys[i]
		k.Name = e.Key
		at := site{place: mapItem, span: e.Span, notes: e.Metadata}
		if e.Metadata != nil {
			d.readKey(k, at)
			at.undefaulted = k.Optional || k.Pattern != nil || findMark(e.Metadata, removedMark) != nil
		}
		d.declare(&k.Decl, e.Value, at)
		if k.inserted() {
			m.inserted++
			defaults.Entries = append(defaults.Entries, tree.Entry{Key: e.Key, Value: k.Default, Span: e.Span})
		}
		if k.Pattern != nil {
			m.patterns = append(m.patterns, i)
		} else if e.Key.Kind == tree.Bool {
			d.booleanKey(e)
		}
		if k.countsMatter(d.opts.Thread) {
			m.counted = append(m.counted, i)
		}
	}
	return Type{Map: m}, defaults
}

// booleanKey warns of a key that YAML takes for a boolean: people mean a string when they write "on:" or "y:".
func (d *declarer) booleanKey(e *tree.Entry) {
	written := e.Key.String()
	if e.Span.Known() {
		written = e.Span.Text()
	}
	d.diags = append(d.diags, &diag.Diagnostic{
		Code: diag.SchemaBooleanKey, Severity: diag.Warning, Span: e.Span,
		Message: fmt.Sprintf("the key %s (%s) is the boolean %s", written, e.Span, e.Key),
		Hints:   []string{fmt.Sprintf("for a string, put it in quotes: %q", written)},
	})
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
			InSchema: true,
			Summary:  "null value not allowed here",
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
			InSchema: true,
			Summary:  "wrong number of items in array definition",
			Found:    fmt.Sprintf("%d array items", n),
			Expected: "exactly 1 array item, of the desired type",
		},
	}
	if n == 0 {
		key := "list"
		if at.place == mapItem && at.span.Known() {
			key = at.span.Text()
		}
		bad.Hints = append(bad.Hints,
			"for a list of strings, which is empty by default, write\n"+key+":\n- \"\"",
			"for a list of anything, which is empty by default, write\n#@schema/type any=True\n"+key+": []")
	}
	return bad
}

// withoutNotes returns a node without the annotations and comments below it: they are about the schema, not about the
// values that the node is the default of.
func withoutNotes(n tree.Node) tree.Node {
	return tree.WithMetadata(n, func(tree.Node, *tree.Metadata) *tree.Metadata { return nil })
}
