package schema

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/validate"
	"ytt/internal/value"
	"ytt/internal/yaml/print"
)

// This file implements Declare: what the nodes of a schema document, and the annotations on them, say about types and defaults.

// Options change how schemas are read. The zero value is what the tool uses.
type Options struct {
	// Thread runs rules that describe themselves; nil stands for a fresh one.
	Thread *starlark.Thread
	// IgnoreUnknownAnnotations accepts annotations that do not exist, and repeated ones, of which the last is used.
	IgnoreUnknownAnnotations bool
	// Names are the schemas that the document may refer to by name; nil for none.
	Names *Names
	// MaxProblems is how many mistakes are kept; the others are counted. 0 keeps all.
	MaxProblems int64
}

// Declare reads a merged, evaluated schema document. It returns all mistakes, and always a Schema: a node with a mistake takes
// any value.
func Declare(doc *tree.Document, opts Options) (*Schema, diag.List) {
	d := newDeclarer(opts)
	schemas := d.all([]Document{{Doc: doc}})
	return schemas[0], d.diags
}

type declarer struct {
	opts    Options
	diags   diag.List
	null    *tree.Scalar
	edit    *tree.Edit
	plain   *Special                  // of declarations without annotations
	schema  *Schema                   // the one whose document is being read
	foreign *Schema                   // the one that was reported as JSON Schema
	regexps map[string]*regexp.Regexp // by the expression in the schema

	named   map[string]*Schema // by name: those declared together
	pending *pending           // what waits until all types are known; nil if nothing has to wait

	scope scope
	// items is how many items and entries of patterns are around the node.
	items int
	// marks is how many places in diags are remembered.
	marks int
	// settling is how many nodes so far have a computed default or an old path.
	settling int
}

// site is where a declaration stands.
type site struct {
	on    annotation.Nodes
	span  source.Span
	notes *tree.Metadata
	// undefaulted is set for entries that are never added with their default; null then declares a value of any type.
	undefaulted bool
	// secret is set below sensitive nodes, and for these.
	secret  bool
	pattern bool // the entry stands for several keys
}

// hide marks the problems from a position on as sensitive: their places are those of a node that is.
func (d *declarer) hide(from int) {
	for _, p := range d.diags[from:] {
		p.Sensitive = true
	}
}

// declare fills in the declaration that a node and its annotations make.
func (d *declarer) declare(out *Decl, n tree.Node, at site) {
	before := d.settling
	d.declareNode(out, n, at)
	out.settles = d.settling > before
	if d.pending != nil {
		d.pending.all = append(d.pending.all, out)
	}
	if d.marks == 0 {
		d.diags = d.diags.Cut(d.opts.MaxProblems)
	}
}

func (d *declarer) declareNode(out *Decl, n tree.Node, at site) {
	out.Span = at.span
	if out.Special == nil {
		out.Special = d.plain
	}
	d.schema.size++
	if at.notes == nil || len(at.notes.Annotations) == 0 {
		out.Type, out.Default = d.infer(out, n, at)
		return
	}
	d.special(out).Written = Written{n, at.notes.Annotations}
	before := len(d.diags)
	d.marks++
	found := d.collect(at)
	asked := d.readType(found[annotation.Type], at)
	nullable := found[annotation.Nullable]
	if nullable != nil {
		d.bind(nullable, at, nil)
		d.warnOfArguments(nullable)
	}
	if a := found[annotation.Sensitive]; a != nil && d.bind(a, at, nil) {
		out.Sensitive, d.schema.sensitive = true, true
		at.secret = true
		defer func() {
			d.hide(before)
			d.marks--
		}()
	} else {
		d.marks--
	}
	d.readDocs(out, &found, at)
	d.setType(out, n, at, asked, found[annotation.Default] != nil)
	if nullable != nil {
		out.Type.addNull(!asked.given)
	}
	d.readMarks(out, &found, at)
	d.readRenamed(out, &found, at)
	if d.pending == nil {
		d.readValues(out, &found, at)
		return
	}
	kept, items := found, d.items // a copy, so that found is on the stack in schemas without references
	if a := found[annotation.Default]; a != nil && a.HasKeyword("via") {
		d.settling++
	}
	d.later(out, func() {
		d.items = items
		if at.secret {
			before := len(d.diags)
			d.marks++
			defer func() {
				d.hide(before)
				d.marks--
			}()
		}
		d.readValues(out, &kept, at)
	})
}

// warnOfArguments warns of arguments that have no effect.
func (d *declarer) warnOfArguments(a *tree.Annotation) {
	if len(a.Args) == 0 {
		return
	}
	hint := "write it alone in its line: #@" + a.Name
	if a.Args[0] == starlark.False {
		hint = "null is allowed here all the same: if it should not be, remove the annotation"
	}
	d.diags = append(d.diags, &diag.Diagnostic{
		Code: diag.IgnoredArgument, Severity: diag.Warning, Span: a.Span,
		Message: "the arguments in @" + a.Name + " have no effect: it takes no arguments", Hints: []string{hint},
	})
}

// special returns what is special about a declaration, to be changed.
func (d *declarer) special(out *Decl) *Special {
	if out.Special == nil || out.Special == d.plain {
		out.Special = &Special{}
	}
	return out.Special
}

// readValues reads the annotations about values, for which all types must be known.
func (d *declarer) readValues(out *Decl, found *annotations, at site) {
	sample := out.Default
	switch {
	case found[annotation.Nullable] != nil:
		out.Default = d.null
	case out.Ref != nil && !out.Ref.inferred && !hasConstant(found[annotation.Default]) && found[annotation.Required] == nil && out.Removed == nil:
		out.Default = d.defaultOfReference(out, sample)
	}
	d.readExamples(out, found[annotation.Examples], at)
	d.readDefault(out, found[annotation.Default], at)
	d.readRequired(out, found, at, sample)
	d.readRules(out, found[annotation.Validation], at)
	d.readCrossRules(out, found[annotation.CrossRules], at)
}

// hasConstant reports whether @schema/default gives a value.
func hasConstant(a *tree.Annotation) bool { return a != nil && !a.HasKeyword("via") }

// readDefault replaces the default of a declaration by the argument of @schema/default.
func (d *declarer) readDefault(out *Decl, a *tree.Annotation, at site) {
	if a == nil || !d.placed(a, at) {
		return
	}
	if a.HasKeyword("via") {
		d.readComputed(out, a, at)
		return
	}
	var given starlark.Value
	fine := annotation.Lookup(a.Name).Bind(a, annotation.To{"value", &given}, func(m annotation.Mistake) {
		if len(a.Args)+len(a.Kwargs) == 0 && !at.secret {
			m.Hints = append(m.Hints, "write the value behind it, such as #@"+a.Name+" "+out.inCode())
		}
		d.invalid(diag.SchemaAnnotation, a, at, diag.Violation{
			Description: m.Message, Found: m.Found, FoundBy: a.Span, Expected: out.Type.Describe(), ExpectedBy: at.span,
		}, m.Hints...)
	})
	if !fine {
		return
	}
	c := checker{
		summary: "@schema/default is wrong type", where: []source.Span{a.Span, at.span},
		spelling: spellingBudget, hides: out.hides(),
	}
	c.inSecret(at)
	if n, ok := d.checkArgument(&c, out, given); ok {
		complete := d.completer()
		out.Default = complete.node(&out.Type, n)
	}
}

// inSecret tells a checker of arguments whether a node around is sensitive.
func (c *checker) inSecret(at site) {
	if at.secret {
		c.secret++
	}
}

// checkArgument converts a value given to an annotation, and checks that it is of the declared type.
func (d *declarer) checkArgument(c *checker, out *Decl, v starlark.Value) (tree.Node, bool) {
	n, err := value.ToTree(v, out.Span)
	if err != nil {
		bad := c.violation(diag.SchemaDefault, out.Span, nil, diag.Violation{
			Found: value.KindOf(v), Expected: out.Type.Describe(), ExpectedBy: out.Span,
		}, err.Error())
		bad.Hints = append(bad.Hints, err.Error())
		d.diags = append(d.diags, bad)
		return nil, false
	}
	c.node(out, n, out.Span)
	wrong := c.found
	for _, w := range wrong {
		w.Code = diag.SchemaDefault
		if c.foundBy {
			w.Code = diag.SchemaExamples
		}
	}
	d.diags = append(d.diags, wrong...)
	return withoutNotes(n), len(wrong) == 0
}

// readMarks reads the annotations about whether a value must not be given, or must not be shown.
func (d *declarer) readMarks(out *Decl, found *annotations, at site) {
	if a := found[annotation.Key]; a != nil {
		d.placed(a, at) // readKey reads the arguments
	}
	out.Removed = d.readNotice(found[annotation.Removed], at)
}

// readRequired reads the annotation that a value must be given.
func (d *declarer) readRequired(out *Decl, found *annotations, at site, sample tree.Node) {
	a := found[annotation.Required]
	if a == nil || !d.bind(a, at, nil) || !d.placed(a, at) {
		return
	}
	switch {
	case found[annotation.Default] != nil:
		d.contradiction(a, found[annotation.Default], at, "a required value has no default")
	case found[annotation.Removed] != nil:
		d.contradiction(a, found[annotation.Removed], at, "a removed value cannot be given")
	case at.undefaulted:
		d.contradiction(a, findSchema(at.notes, annotation.Key), at, "a key that may be missing is not required")
	default:
		out.Required, out.Sample, out.Default = true, sample, tree.NewNull()
	}
}

// contradiction reports two annotations that exclude each other.
func (d *declarer) contradiction(a, other *tree.Annotation, at site, why string) {
	d.invalid(diag.SchemaAnnotation, a, at, diag.Violation{
		Description: why,
		Found:       "@" + a.Name + " and @" + other.Name,
		FoundBy:     a.Span,
		Expected:    "one of the two",
		ExpectedBy:  other.Span,
	})
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
	misfits := rules.Misfits(out.Type.Kinds(), out.Type.Describe())
	if word := typeWord(out.Default); word != "" {
		for _, m := range misfits {
			m.Hints = []string{insteadOfTypeWord(word, nameOf(at))}
		}
	}
	d.diags = append(d.diags, misfits...)
	if len(diags)+len(misfits) == 0 {
		d.doubtDefault(out, at)
	}
}

// addNull makes a type nullable. If silent is set, messages do not mention null.
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
	case asked.ref != "":
		d.refer(out, n, at, asked)
	case !asked.given:
		out.Type, out.Default = d.infer(out, n, at)
	case asked.orInferred && !(tree.IsNull(n) && asked.kinds.Declares(tree.Null)):
		out.Type, out.Default = d.infer(out, n, at)
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
	hints := []string{
		"the value of a node is its default; it must be of a declared type.",
		"to also allow the type of the value, annotate with @schema/type …, or_inferred=True.",
	}
	if tree.IsNull(n) && at.notes.Find("schema/nullable") != nil {
		hints = []string{"write a value of the type, such as " + nameOf(at) + ": " + inline(out.sampleValue()) + ": with @schema/nullable the default is null anyway"}
	}
	if _, isScalar := n.(*tree.Scalar); !isScalar {
		hints = append(hints, "for the type of the value alone, leave the annotation out.")
	}
	return &diag.Diagnostic{
		Code:    diag.SchemaAnnotation,
		Message: fmt.Sprintf("the value is of type %s, but @schema/type declares %s", found, expected),
		Span:    at.span,
		Hints:   hints,
		Detail: diag.Violation{
			InSchema: true, Found: found, Expected: expected,
			ExpectedBy: at.notes.Find("schema/type").Span,
			Where:      []source.Span{at.span},
		},
	}
}

// infer returns the type that a value implies and the default that it is.
func (d *declarer) infer(out *Decl, n tree.Node, at site) (Type, tree.Node) {
	switch n := n.(type) {
	case *tree.Map:
		return d.inferMap(out, n, at.secret)
	case *tree.Array:
		if len(n.Items) != 1 {
			d.diags = append(d.diags, wrongItemCount(n, at))
			return Type{Any: true}, n
		}
		array := &Array{}
		item := &n.Items[0]
		d.items++
		d.inScope(&array.Item, func() {
			d.declare(&array.Item, item.Value, site{on: annotation.Item, span: item.Span, notes: item.Metadata, secret: at.secret})
		})
		d.items--
		return Type{Array: array}, &tree.Array{}
	case *tree.Scalar:
		switch {
		case n.Kind != tree.Null:
			if doubt := truthWord(n, at.secret); doubt != nil {
				d.diags = append(d.diags, doubt)
			}
			if d.schema.Name != "" && d.foreign != d.schema && !at.secret && at.on == annotation.Entry {
				d.doubtTypeWord(n, at)
			}
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

func (d *declarer) inferMap(out *Decl, n *tree.Map, secret bool) (Type, tree.Node) {
	d.doubtForeign(n, secret)
	m := &Map{Keys: make([]Key, len(n.Entries)), literal: n}
	for i := range n.Entries {
		e, k := &n.Entries[i], &m.Keys[i]
		k.Name = e.Key
		at := site{on: annotation.Entry, span: e.Span, notes: e.Metadata, secret: secret}
		if e.Metadata != nil {
			d.readKey(k, at)
			at.undefaulted = k.Optional || k.Pattern != nil || findSchema(e.Metadata, annotation.Removed) != nil
			at.pattern = k.Pattern != nil
		}
		d.declareEntry(k, e.Value, at)
		if k.Inserted() {
			m.inserted++
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
	if d.pending == nil && m.isItsDefault() {
		return Type{Map: m}, n
	}
	defaults := &tree.Map{Entries: make([]tree.Entry, 0, m.inserted)}
	if d.pending == nil {
		d.fill(defaults, m)
	} else {
		d.later(out, func() { d.fill(defaults, m) })
	}
	return Type{Map: m}, defaults
}

// isItsDefault reports whether the map in the schema is the one of the defaults of its keys.
func (m *Map) isItsDefault() bool {
	for i := range m.Keys {
		if e := &m.literal.Entries[i]; e.Metadata != nil || m.Keys[i].Default != e.Value {
			return false
		}
	}
	return true
}

// fill adds the defaults of the keys of a map to its own.
func (d *declarer) fill(defaults *tree.Map, m *Map) {
	for i := range m.Keys {
		if k := &m.Keys[i]; k.Inserted() {
			d.settle(&k.Decl)
			defaults.Entries = append(defaults.Entries, tree.Entry{Key: k.Name, Value: k.Default, Span: k.Span})
		}
	}
}

// declareEntry declares the value of an entry, whose key is known.
func (d *declarer) declareEntry(k *Key, n tree.Node, at site) {
	if k.Pattern != nil {
		d.items++
		d.inScope(&k.Decl, func() { d.declare(&k.Decl, n, at) })
		d.items--
		return
	}
	d.scope.path = append(d.scope.path, k.Name)
	d.declare(&k.Decl, n, at)
	d.scope.path = d.scope.path[:len(d.scope.path)-1]
}

// booleanKey warns of a key that YAML reads as a boolean: "on:" and "y:" are usually meant as strings.
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
			"for a text that may be null, write\n#@schema/nullable\n" + nameOf(at) + ": \"\"",
		},
		Detail: diag.Violation{
			InSchema: true,
			Summary:  "null value not allowed here",
			Found:    "null value",
			Expected: "non-null value",
		},
	}
}

// nameOf is the key of an entry, as an example for other nodes.
func nameOf(at site) string {
	if at.on == annotation.Entry && at.span.Known() {
		return at.span.Text()
	}
	return "name"
}

func wrongItemCount(array *tree.Array, at site) *diag.Diagnostic {
	n := len(array.Items)
	key := nameOf(at)
	bad := &diag.Diagnostic{
		Code:    diag.SchemaArray,
		Message: fmt.Sprintf("a list in a schema has exactly 1 item, which tells their type, but this has %d", n),
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
	if other := addedElsewhere(array, at.span); other.Known() {
		file := other.File.Shown()
		bad.Notes = append(bad.Notes, diag.Note{Message: "another file adds items: it is a schema, too, merged into this one", Span: other})
		bad.Hints = append(bad.Hints, "if "+file+" is to give values rather than a schema, write #@data/values in it in place of #@data/values-schema")
	} else if hint := severalByDefault(array, key); n > 1 && !at.secret && hint != "" {
		bad.Hints = append(bad.Hints, hint)
	}
	if n == 0 {
		bad.Hints = append(bad.Hints,
			"for a list of strings, which is empty by default, write\n"+key+":\n- \"\"",
			"for a list of anything, which is empty by default, write\n#@schema/type any=True\n"+key+": []")
	}
	return bad
}

// addedElsewhere returns the place of an item of an array that stands in another file than its key; nowhere if there is none.
func addedElsewhere(array *tree.Array, key source.Span) source.Span {
	for i := range array.Items {
		if at := array.Items[i].Span; at.Known() && key.Known() && at.File != key.File {
			return at
		}
	}
	return source.Span{}
}

// severalByDefault says how the items of an array become its default; "" for those that are too long to show.
func severalByDefault(array *tree.Array, key string) string {
	const most = 300
	secret := false
	plain := tree.WithMetadata(array, func(_ tree.Node, m *tree.Metadata) *tree.Metadata {
		secret = secret || m.Find("schema/sensitive") != nil
		return nil
	}).(*tree.Array)
	if secret || len(plain.Items) == 0 {
		return ""
	}
	item, same := typeOfAll(plain)
	declared := &tree.Array{Items: []tree.Item{{Value: item}}}
	if !same {
		declared = plain
	}
	text, err := print.AppendNodeYAML(nil, &tree.Map{Entries: []tree.Entry{{Key: tree.StringValue(key), Value: declared}}}, print.Options{MaxBytes: most})
	given := inCode(plain)
	if err != nil || len(given) > most {
		return ""
	}
	shown := strings.TrimSuffix(string(text), "\n")
	if !same {
		return "the items are of different types: for a list of anything, with these by default, write\n#@schema/type any=True\n" + shown
	}
	return "to have these items by default, write one item for their type, and above the key\n#@schema/default " + given + "\n" + shown
}

// typeOfAll returns a node that declares the items of an array: the first of them, with the keys that only others have. It is false if the
// items are of different types.
func typeOfAll(array *tree.Array) (item tree.Node, same bool) {
	item = array.Items[0].Value
	for i := range array.Items[1:] {
		if item, same = typeOfBoth(item, array.Items[i+1].Value); !same {
			return nil, false
		}
	}
	return item, true
}

func typeOfBoth(a, b tree.Node) (both tree.Node, same bool) {
	first, isMap := a.(*tree.Map)
	second, areMaps := b.(*tree.Map)
	if !isMap || !areMaps {
		return a, tree.KindName(a) == tree.KindName(b)
	}
	all := &tree.Map{Entries: slices.Clone(first.Entries)}
	for _, e := range second.Entries {
		i := all.Find(e.Key)
		if i < 0 {
			e.Value = emptyLike(e.Value)
			all.Entries = append(all.Entries, e)
			continue
		}
		if all.Entries[i].Value, same = typeOfBoth(all.Entries[i].Value, e.Value); !same {
			return nil, false
		}
	}
	return all, true
}

// emptyLike returns a scalar of the same type that says nothing; other nodes as they are.
func emptyLike(n tree.Node) tree.Node {
	s, ok := n.(*tree.Scalar)
	if !ok {
		return n
	}
	switch s.Kind {
	case tree.String:
		return tree.NewScalar(tree.StringValue(""), s.Span)
	case tree.Int:
		return tree.NewScalar(tree.IntValue(0), s.Span)
	case tree.Bool:
		return tree.NewScalar(tree.BoolValue(false), s.Span)
	}
	return n
}

// withoutNotes returns a node without the annotations and comments below it, which describe the schema: a default is a value.
func withoutNotes(n tree.Node) tree.Node {
	return tree.WithMetadata(n, func(tree.Node, *tree.Metadata) *tree.Metadata { return nil })
}
