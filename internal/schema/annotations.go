package schema

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/value"
)

// This file implements what all annotations of schemas have in common: which of them stand on a node, and how mistakes in them
// are reported. Package annotation lists them with their arguments.

// annotations are those of one node, by what they mean.
type annotations [annotation.IDs]*tree.Annotation

// collect sorts the annotations of a node, and reports those that do not exist or that say the same thing twice. Of one
// that is given twice the last counts, as in ytt 0.48; which of two names counts would be a guess.
func (d *declarer) collect(at site) annotations {
	var found annotations
	for i := range at.notes.Annotations {
		a := &at.notes.Annotations[i]
		if !annotation.IsSchema(a.Name) {
			continue
		}
		spec := annotation.Lookup(a.Name)
		if spec == nil {
			d.unknownAnnotation(a, at)
			continue
		}
		if first := found[spec.ID]; first != nil && !d.opts.IgnoreUnknownAnnotations {
			if a.Name != first.Name {
				d.repeatedAnnotation(a, first, at)
				continue
			}
			d.diags = append(d.diags, annotation.Repeated(a.Name, a.Span, first.Span))
		}
		found[spec.ID] = a
	}
	return found
}

// findSchema returns the last annotation of a schema with a meaning, nil for none.
func findSchema(notes *tree.Notes, id annotation.ID) *tree.Annotation {
	for i := len(notes.Annotations) - 1; i >= 0; i-- {
		if a := &notes.Annotations[i]; annotation.IsSchema(a.Name) && annotation.Is(a.Name, id) {
			return a
		}
	}
	return nil
}

// unknownAnnotation reports an annotation that does not exist: a misspelt one is an error, because its author counts on it; any
// other is ignored with a warning, as ytt 0.48 ignores it.
func (d *declarer) unknownAnnotation(a *tree.Annotation, at site) {
	if d.opts.IgnoreUnknownAnnotations {
		return
	}
	hint, misspelt := annotation.SchemaHint(strings.TrimPrefix(a.Name, annotation.SchemaPrefix))
	if !misspelt {
		d.diags = append(d.diags, annotation.Ineffective(a.Name, a.Span, hint))
		return
	}
	d.invalid(diag.UnknownAnnotation, a, at, diag.Violation{
		Description: "unknown annotation",
		Found:       "@" + a.Name,
		FoundBy:     a.Span,
		Expected:    "an annotation that schemas have",
	}, hint)
}

func (d *declarer) repeatedAnnotation(a, first *tree.Annotation, at site) {
	d.invalid(diag.RepeatedAnnotation, a, at, diag.Violation{
		Description: "annotation is repeated",
		Found:       "@" + a.Name,
		FoundBy:     a.Span,
		Expected:    "at most one @" + first.Name + " on a node",
		ExpectedBy:  first.Span,
	})
}

// invalid reports a mistake in an annotation.
func (d *declarer) invalid(code diag.Code, a *tree.Annotation, at site, v diag.Violation, hints ...string) {
	v.InSchema = true
	v.Where = []source.Span{a.Span, at.span}
	message := v.Description
	if v.Found != "" {
		message += ": " + v.Found
	}
	d.diags = append(d.diags, &diag.Diagnostic{
		Code: code, Message: message, Span: a.Span, Hints: hints, Detail: v,
	})
}

// bind reads the arguments of an annotation; it reports the mistakes, and returns whether there was none.
func (d *declarer) bind(a *tree.Annotation, at site, to annotation.To) bool {
	return annotation.Lookup(a.Name).Bind(a, to, func(m annotation.Mistake) {
		d.invalid(diag.SchemaAnnotation, a, at, diag.Violation{
			Description: m.Message, Found: m.Found, FoundBy: a.Span, Expected: m.Expected,
		}, m.Hints...)
	})
}

// placed reports an annotation that cannot stand where it does, and returns whether it can.
func (d *declarer) placed(a *tree.Annotation, at site) bool {
	m := annotation.Lookup(a.Name).Misplaced(a.Name, at.on)
	if m.Message == "" {
		return true
	}
	d.invalid(diag.SchemaAnnotationPlace, a, at, diag.Violation{Description: m.Message, Found: m.Found, Expected: m.Expected}, m.Hints...)
	return false
}

// checkInsideAny reports annotations that have no meaning below a node of type any.
func (d *declarer) checkInsideAny(n tree.Node) {
	switch n := n.(type) {
	case *tree.Map:
		for i := range n.Entries {
			e := &n.Entries[i]
			d.checkNodeInsideAny(site{on: annotation.Entry, span: e.Span, notes: e.Notes})
			d.checkInsideAny(e.Value)
		}
	case *tree.Array:
		for i := range n.Items {
			item := &n.Items[i]
			d.checkNodeInsideAny(site{on: annotation.Item, span: item.Span, notes: item.Notes})
			d.checkInsideAny(item.Value)
		}
	}
}

func (d *declarer) checkNodeInsideAny(at site) {
	if at.notes == nil {
		return
	}
	found := d.collect(at)
	var names []string
	var where []source.Span
	specs := annotation.Specs()
	for i := range specs {
		a := found[specs[i].ID]
		if a == nil || annotation.Lookup(a.Name) != &specs[i] {
			continue
		}
		switch specs[i].InsideAny {
		case annotation.Refused:
			names = append(names, "@"+a.Name)
			where = append(where, a.Span)
		case annotation.Useless:
			d.diags = append(d.diags, &diag.Diagnostic{
				Code: diag.SchemaWithinAny, Severity: diag.Warning, Span: a.Span,
				Message: "@" + a.Name + " has no effect inside a value annotated @schema/type any=True",
			})
		}
	}
	if names == nil {
		return
	}
	slices.SortFunc(where, func(a, b source.Span) int { return int(a.Start - b.Start) })
	list := strings.Join(names, ", ") + " annotation(s)"
	d.diags = append(d.diags, &diag.Diagnostic{
		Code: diag.SchemaWithinAny, Span: where[0],
		Message: list + " within an \"any type\" fragment",
		Hints:   []string{`an "any type" fragment has no constraints; nested schema annotations conflict and are disallowed`},
		Detail: diag.Violation{
			InSchema:    true,
			Description: `Schema was specified within an "any type" fragment`,
			Found:       list,
			Expected:    "no '@schema/...' on nodes within a node annotated '@schema/type any=True'",
			Where:       append(where, at.span),
		},
	})
}

// readDocs reads the annotations that hold one text each.
func (d *declarer) readDocs(out *Decl, found *annotations, at site) {
	if a := found[annotation.Title]; a != nil {
		if text := ""; d.bind(a, at, annotation.To{"title", &text}) {
			out.docs().Title = text
		}
	}
	if a := found[annotation.Description]; a != nil {
		if text := ""; d.bind(a, at, annotation.To{"text", &text}) {
			out.docs().Desc = text
		}
	}
	if notice := d.readNotice(found[annotation.Deprecated], at); notice != nil {
		out.docs().Deprecated, d.schema.deprecates = notice, true
	}
}

// readNotice returns the text of an annotation that can do without, nil if there is no such annotation or it is wrong.
func (d *declarer) readNotice(a *tree.Annotation, at site) *string {
	if a == nil || !d.placed(a, at) {
		return nil
	}
	notice := ""
	if !d.bind(a, at, annotation.To{"notice", &notice}) {
		return nil
	}
	return &notice
}

func (out *Decl) docs() *Docs {
	if out.Docs == nil {
		out.Docs = &Docs{}
	}
	return out.Docs
}

// readDefault replaces the default of a declaration by the argument of @schema/default.
func (d *declarer) readDefault(out *Decl, a *tree.Annotation, at site) {
	if a == nil || !d.placed(a, at) {
		return
	}
	var given starlark.Value
	fine := annotation.Lookup(a.Name).Bind(a, annotation.To{"value", &given}, func(m annotation.Mistake) {
		d.invalid(diag.SchemaAnnotation, a, at, diag.Violation{
			Description: m.Message, Found: m.Found, FoundBy: a.Span, Expected: out.Type.Words(), ExpectedBy: at.span,
		}, m.Hints...)
	})
	if !fine {
		return
	}
	c := checker{
		summary: "@schema/default is wrong type", where: []source.Span{a.Span, at.span},
		spelling: spellingBudget,
	}
	if n, ok := d.checkArgument(&c, out, given); ok {
		complete := completer{edit: d.edit}
		out.Default = complete.node(&out.Type, n)
	}
}

// checkArgument converts a value given to an annotation, and checks that it is of the declared type.
func (d *declarer) checkArgument(c *checker, out *Decl, v starlark.Value) (tree.Node, bool) {
	n, err := value.ToTree(v, out.Span)
	if err != nil {
		bad := c.violation(diag.SchemaDefault, out.Span, nil, diag.Violation{
			Found: value.KindOf(v), Expected: out.Type.Words(), ExpectedBy: out.Span,
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

// readExamples reads "@schema/examples (description, value), …" and "@schema/example value".
func (d *declarer) readExamples(out *Decl, a *tree.Annotation, at site) {
	if a == nil {
		return
	}
	var pairs starlark.Tuple
	if !d.bind(a, at, annotation.To{"examples", &pairs, "value", &pairs}) {
		return
	}
	if a.Name == "schema/example" {
		switch {
		case len(pairs) == 1 && !d.isDescribed(out, pairs[0]):
			d.addExample(out, a, at, "", pairs[0])
			return
		case len(pairs) > 1 && slices.ContainsFunc(pairs, isNoPair):
			d.badExample(a, at, fmt.Sprintf("%d values in", len(pairs)), false)
			return
		}
	}
	if list, ok := pairs[0].(*starlark.List); ok && len(pairs) == 1 {
		pairs = elementsOf(list)
	}
	for _, pair := range pairs {
		if !d.readExample(out, a, at, pair, len(pairs) > 1) {
			return // without its parentheses, one pair is two arguments that are wrong
		}
	}
}

// isDescribed reports whether an example is a (description, value) pair: it does not fit the declared type, and its value does.
func (d *declarer) isDescribed(out *Decl, v starlark.Value) bool {
	return !isNoPair(v) && !d.fits(out, v) && d.fits(out, v.(starlark.Tuple)[1])
}

// isNoPair reports whether a value is no tuple of a description and something else.
func isNoPair(v starlark.Value) bool {
	pair, ok := v.(starlark.Tuple)
	if !ok || len(pair) != 2 {
		return true
	}
	_, ok = starlark.AsString(pair[0])
	return !ok
}

// fits reports whether a value is of the declared type.
func (d *declarer) fits(out *Decl, v starlark.Value) bool {
	try := declarer{opts: d.opts, schema: d.schema}
	_, ok := try.checkArgument(&checker{}, out, v)
	return ok
}

// readExample reads one (description, value) pair, and reports whether it is one. What is wrong with one of many says which.
func (d *declarer) readExample(out *Decl, a *tree.Annotation, at site, arg starlark.Value, many bool) bool {
	pair, ok := arg.(starlark.Tuple)
	switch {
	case !ok:
		d.badExample(a, at, arg.Type()+" for", true)
		return false
	case len(pair) == 0:
		d.badExample(a, at, "empty tuple in", false)
		return false
	case len(pair) != 2:
		d.badExample(a, at, fmt.Sprintf("%d-tuple argument in", len(pair)), false)
		return false
	}
	desc, ok := starlark.AsString(pair[0])
	if !ok {
		d.badExample(a, at, pair[0].Type()+" value for", true)
		return false
	}
	before := len(d.diags)
	d.addExample(out, a, at, desc, pair[1])
	for _, wrong := range d.diags[before:] {
		if many {
			wrong.Hints = append(wrong.Hints, fmt.Sprintf("this is about the example %q", desc))
		}
	}
	return true
}

func (d *declarer) badExample(a *tree.Annotation, at site, found string, foundAt bool) {
	expected := annotation.ExamplesExpected
	if a.Name == "schema/example" {
		expected = annotation.ExampleExpected
	}
	d.invalid(diag.SchemaAnnotation, a, at, diag.Violation{
		Description: "syntax error in @" + a.Name + " annotation",
		Found:       found + " @" + a.Name,
		FoundBy:     a.Span,
		FoundAt:     foundAt,
		Expected:    expected,
	})
}

func (d *declarer) addExample(out *Decl, a *tree.Annotation, at site, desc string, v starlark.Value) {
	c := checker{
		summary: "@" + a.Name + " has wrong type", where: []source.Span{a.Span, at.span},
		foundBy: true, spelling: spellingBudget,
	}
	if n, ok := d.checkArgument(&c, out, v); ok {
		out.docs().Examples = append(out.docs().Examples, Example{desc, n})
	}
}
