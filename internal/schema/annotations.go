package schema

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/directive"
	"ytt/internal/source"
	"ytt/internal/spell"
	"ytt/internal/tree"
	"ytt/internal/value"
)

// This file implements the annotations of schemas: which there are, and what arguments they take (spec 04 §4).

// mark tells annotations apart; names that mean the same share one.
type mark uint8

const (
	typeMark mark = iota
	nullableMark
	defaultMark
	titleMark
	descMark
	examplesMark
	deprecatedMark
	validationMark
	keyMark
	requiredMark
	removedMark
	sensitiveMark
	otherMark // read by the code that finds schema documents
	markCount
)

type annotation struct {
	name string
	mark mark
	// inside says what happens to the annotation inside an any value.
	inside insideAny
}

// insideAny tells annotations that only document from those that say something about types or values, of which an any value
// has none below it.
type insideAny uint8

const (
	allowed insideAny = iota
	useless
	refused
)

// known lists all annotations of schemas, by their names without "schema/". Messages name them in this order.
var known = [...]annotation{
	{"nullable", nullableMark, refused},
	{"type", typeMark, refused},
	{"default", defaultMark, refused},
	{"required", requiredMark, refused},
	{"key", keyMark, refused},
	{"any-key", keyMark, refused},
	{"key-may-be-present", keyMark, refused},
	{"title", titleMark, allowed},
	{"desc", descMark, allowed},
	{"doc", descMark, allowed},
	{"examples", examplesMark, allowed},
	{"example", examplesMark, allowed},
	{"deprecated", deprecatedMark, useless},
	{"removed", removedMark, useless},
	{"sensitive", sensitiveMark, useless},
	{"validation", validationMark, useless},
	{"validate", validationMark, useless},
	{"definition", otherMark, refused},
	{"match", otherMark, refused},
}

// prefix is in front of the names of all annotations of schemas.
const prefix = "schema/"

// marks are the annotations of one node.
type marks [markCount]*tree.Annotation

// collect sorts the annotations of a node, and reports those that nobody knows or that say the same thing twice. Of one
// that is given twice the last counts, as in the convention; which of two names counts would be a guess.
func (d *declarer) collect(at site) marks {
	var found marks
	for i := range at.notes.Annotations {
		a := &at.notes.Annotations[i]
		name, ok := strings.CutPrefix(a.Name, prefix)
		if !ok {
			continue
		}
		k := indexOf(name)
		switch {
		case k < 0:
			d.unknownAnnotation(a, name, at)
		case found[known[k].mark] != nil && !d.opts.IgnoreUnknownAnnotations:
			first := found[known[k].mark]
			if a.Name != first.Name {
				d.repeatedAnnotation(a, first, at)
				continue
			}
			d.diags = append(d.diags, directive.Repeated(a.Name, a.Span, first.Span))
			fallthrough
		default:
			found[known[k].mark] = a
		}
	}
	return found
}

func indexOf(name string) int {
	return slices.IndexFunc(known[:], func(k annotation) bool { return k.name == name })
}

// findMark returns the last annotation with a mark, nil for none.
func findMark(notes *tree.Metadata, wanted mark) *tree.Annotation {
	for i := len(notes.Annotations) - 1; i >= 0; i-- {
		a := &notes.Annotations[i]
		if name, ok := strings.CutPrefix(a.Name, prefix); ok {
			if k := indexOf(name); k >= 0 && known[k].mark == wanted {
				return a
			}
		}
	}
	return nil
}

// unknownAnnotation reports an annotation that does not exist: a misspelt one is a mistake, as its author counts on it; any
// other is what the convention ignores, too.
func (d *declarer) unknownAnnotation(a *tree.Annotation, name string, at site) {
	if d.opts.IgnoreUnknownAnnotations {
		return
	}
	names := make([]string, len(known))
	for i := range known {
		names[i] = known[i].name
	}
	meant := otherAnnotation(name)
	near := ""
	if meant == "" {
		near = spell.Nearest(name, append(names, "description", "documentation"))
		meant = otherAnnotation(near)
	}
	end := max(strings.IndexAny(name, "(=:"), 0)
	switch {
	case indexOf(name[:end]) >= 0:
		d.misspelt(a, at, fmt.Sprintf("put a space between the name and what follows: \"#@%s%s …\"", prefix, name[:end]))
	case meant == "" && near != "":
		d.misspelt(a, at, fmt.Sprintf("did you mean \"@%s%s\"?", prefix, near))
	case meant == "":
		meant = "the annotations of schemas are " + strings.Join(names, ", ")
		fallthrough
	default:
		d.diags = append(d.diags, directive.Useless(a.Name, a.Span, meant))
	}
}

func (d *declarer) misspelt(a *tree.Annotation, at site, hint string) {
	d.invalid(diag.UnknownAnnotation, a, at, diag.Violation{
		Description: "unknown annotation",
		Found:       "@" + a.Name,
		FoundBy:     a.Span,
		Expected:    "an annotation that schemas have",
	}, hint)
}

// otherAnnotation says what to write in place of a name that people expect to exist, "" for any other.
func otherAnnotation(name string) string {
	switch strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(name)) {
	case "description", "documentation", "docs":
		return `did you mean "@schema/desc"?`
	case "optional", "missing_ok":
		return `for a key that may be absent, write "@schema/key missing_ok=True"; for a value that may be null, "@schema/nullable"`
	case "any":
		return `did you mean "@schema/type any=True"?`
	case "secret", "write_only":
		return `did you mean "@schema/sensitive"?`
	case "min", "max", "min_len", "max_len", "not_null", "one_not_null", "one_of", "enum", "regexp", "pattern", "format", "unique",
		"starts_with", "prefix", "ends_with", "suffix", "multiple_of":
		return fmt.Sprintf(`did you mean "@schema/validation %s=…"?`, name)
	case "values", "data_values":
		return `did you mean "@data/values-schema"?`
	}
	return ""
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

// checkInsideAny reports annotations that have no meaning below a node of type any.
func (d *declarer) checkInsideAny(n tree.Node) {
	switch n := n.(type) {
	case *tree.Map:
		for i := range n.Entries {
			e := &n.Entries[i]
			d.checkNodeInsideAny(site{place: mapItem, span: e.Span, notes: e.Metadata})
			d.checkInsideAny(e.Value)
		}
	case *tree.Array:
		for i := range n.Items {
			item := &n.Items[i]
			d.checkNodeInsideAny(site{place: arrayItem, span: item.Span, notes: item.Metadata})
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
	for _, k := range known {
		a := found[k.mark]
		if a == nil || a.Name != prefix+k.name {
			continue
		}
		switch k.inside {
		case refused:
			names = append(names, "@"+a.Name)
			where = append(where, a.Span)
		case useless:
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

func (d *declarer) readNullable(a *tree.Annotation, at site) bool {
	if a == nil {
		return false
	}
	switch {
	case len(a.Kwargs) > 0:
		d.invalid(diag.SchemaAnnotation, a, at, diag.Violation{
			Description: "expected @schema/nullable annotation to not contain any keyword arguments",
			Found:       "keyword argument in @schema/nullable",
			FoundBy:     a.Span,
			Expected:    "starlark.Bool",
		}, "Supported kwargs are 'any'")
	case len(a.Args) > 0:
		d.readFlag(a, at)
	}
	return true
}

// readDocs reads the annotations that hold one text each.
func (d *declarer) readDocs(out *Decl, found *marks, at site) {
	if a := found[titleMark]; a != nil {
		if text, ok := d.readText(a, at); ok {
			out.docs().Title = text
		}
	}
	if a := found[descMark]; a != nil {
		if text, ok := d.readText(a, at); ok {
			out.docs().Desc = text
		}
	}
	a := found[deprecatedMark]
	switch {
	case a == nil:
	case at.place == document:
		d.invalid(diag.SchemaAnnotationPlace, a, at,
			diag.Violation{Description: "@schema/deprecated not supported on a document"},
			"do you mean to deprecate the entire schema document?",
			"use schema/deprecated on individual keys.")
	default:
		if notice, ok := d.readNotice(a, at); ok {
			out.docs().Deprecated, d.schema.deprecates = &notice, true
		}
	}
}

// readNotice returns the string that an annotation may take.
func (d *declarer) readNotice(a *tree.Annotation, at site) (string, bool) {
	if len(a.Args) == 0 && len(a.Kwargs) == 0 {
		return "", true
	}
	return d.readText(a, at)
}

// readFlag reports whether an annotation, which takes no arguments, is right.
func (d *declarer) readFlag(a *tree.Annotation, at site) bool {
	if len(a.Args) == 0 && len(a.Kwargs) == 0 {
		return true
	}
	d.invalid(diag.SchemaAnnotation, a, at, diag.Violation{
		Description: "syntax error in @" + a.Name + " annotation",
		Found:       "arguments in @" + a.Name,
		FoundBy:     a.Span,
		Expected:    "no arguments",
	})
	return false
}

func (out *Decl) docs() *Docs {
	if out.Docs == nil {
		out.Docs = &Docs{}
	}
	return out.Docs
}

// readText returns the one string that an annotation takes.
func (d *declarer) readText(a *tree.Annotation, at site) (string, bool) {
	found, hints := "", []string(nil)
	switch {
	case len(a.Kwargs) > 0:
		found, hints = "keyword argument", []string{"this annotation only accepts one argument: a string."}
	case len(a.Args) == 0:
		found = "missing value"
	case len(a.Args) > 1:
		found = fmt.Sprintf("%d values", len(a.Args))
	default:
		if text, ok := starlark.AsString(a.Args[0]); ok {
			return text, true
		}
		found = "Non-string value"
	}
	d.invalid(diag.SchemaAnnotation, a, at, diag.Violation{
		Description: "syntax error in @" + a.Name + " annotation",
		Found:       found + " in @" + a.Name,
		FoundBy:     a.Span,
		Expected:    "string",
	}, hints...)
	return "", false
}

// readDefault replaces the default of a declaration by the argument of @schema/default.
func (d *declarer) readDefault(out *Decl, a *tree.Annotation, at site) {
	if a == nil {
		return
	}
	if at.place == arrayItem {
		d.invalid(diag.SchemaAnnotationPlace, a, at,
			diag.Violation{Description: "Invalid schema - @schema/default not supported on array item"},
			"do you mean to set a default value for the array?",
			"set an array's default by annotating its parent.")
		return
	}
	found, hints := "", []string(nil)
	switch {
	case len(a.Kwargs) > 0:
		found, hints = "keyword argument", []string{
			"this annotation only accepts one argument: the default value.",
			"value must be in Starlark format, e.g.: {'key': 'value'}, True.",
		}
	case len(a.Args) == 0:
		found = "missing value"
	case len(a.Args) > 1:
		found = fmt.Sprintf("%d values", len(a.Args))
	}
	if found != "" {
		d.invalid(diag.SchemaAnnotation, a, at, diag.Violation{
			Description: "syntax error in @schema/default annotation",
			Found:       found + " in @schema/default",
			FoundBy:     a.Span,
			Expected:    out.Type.Describe(),
			ExpectedBy:  at.span,
		}, hints...)
		return
	}
	c := checker{
		summary: "@schema/default is wrong type", where: []source.Span{a.Span, at.span},
		spelling: spellingBudget,
	}
	if n, ok := d.checkArgument(&c, out, a.Args[0]); ok {
		complete := completer{edit: d.edit}
		out.Default = complete.node(&out.Type, n)
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

// readExamples reads "@schema/examples (description, value), …" and "@schema/example value".
func (d *declarer) readExamples(out *Decl, a *tree.Annotation, at site) {
	if a == nil {
		return
	}
	pairs := a.Args
	switch {
	case len(a.Kwargs) > 0:
		d.badExample(a, at, "keyword argument in", false)
		return
	case len(a.Args) == 0:
		d.badExample(a, at, "missing value in", false)
		return
	case a.Name == "schema/example" && len(a.Args) == 1 && !d.isDescribed(out, a.Args[0]):
		d.addExample(out, a, at, "", a.Args[0])
		return
	case a.Name == "schema/example" && len(a.Args) > 1 && slices.ContainsFunc(a.Args, isNoPair):
		d.badExample(a, at, fmt.Sprintf("%d values in", len(a.Args)), false)
		return
	}
	if list, ok := a.Args[0].(*starlark.List); ok && len(a.Args) == 1 {
		pairs = nil
		for i := range list.Len() {
			pairs = append(pairs, list.Index(i))
		}
	}
	for _, pair := range pairs {
		if !d.readExample(out, a, at, pair, len(pairs) > 1) {
			return // whoever forgets the parentheses of one pair has two mistakes that are one
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
	expected := "2-tuple containing description (string) and example value (of expected type)"
	if a.Name == "schema/example" {
		expected = "one example value (of expected type)"
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
