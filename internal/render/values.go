package render

import (
	"fmt"
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/overlay"
	"ytt/internal/schema"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements the values stage: layers are merged onto the defaults, one by one, and the result is checked.
//
// With a schema, a layer may hold any key and put any kind of value anywhere: whether that is right is for the schema
// to say, of all values at once and in its own words. Without one, the first layer is what the others must fit.

// compute computes the values.
func (l *library) compute(session *eval.Session) ([]eval.Result, diag.List) {
	given := len(l.inbox.values)+len(l.called)+len(l.after) > 0
	context := inOrder("Overlaying data values", l.valued, "additional data values", given)
	own, ran, diags := l.documents(session, l.valued, valuesMark)
	if diags.HasErrors() {
		return ran, diags.Within(context)
	}
	layers := slices.Concat(own, l.inbox.values, l.called, l.after)
	doc, problems := l.merge(session, layers)
	l.values = doc
	diags = append(diags, problems...)
	if !diags.HasErrors() {
		diags = append(diags, l.check(session, layers)...)
	}
	// What comes from outside is merged behind what the library itself says.
	l.deliveries = append(l.addressed, l.deliveries...)
	return ran, diags.Within(context)
}

// merge merges layers onto the defaults, completing the result after each. It costs time in proportion to the layers, not to
// the schema.
func (l *library) merge(session *eval.Session, layers []Layer) (*tree.Document, diag.List) {
	if l.schema.IsNone() && len(layers) == 0 {
		return &tree.Document{Value: &tree.Map{}}, nil
	}
	thread := l.thread(session, "data values")
	if l.schema.IsNone() {
		base := &tree.Document{Value: &tree.Map{}}
		if !layers[0].Plain && !layers[0].Typed {
			base, layers = layers[0].Doc, layers[1:]
		}
		merger := overlay.NewMerger(thread, base)
		var diags diag.List
		for _, layer := range layers {
			opts := overlay.Options{Plain: layer.Plain, MissingOK: layer.MissingOK, Frames: session.Frames}
			diags = append(diags, merger.Apply(layer.Doc, opts)...)
		}
		return merger.Result(), diags
	}
	var diags diag.List
	merger := overlay.NewMerger(thread, &tree.Document{Value: l.schema.Defaults(), Span: l.schema.Root.Span})
	for _, layer := range layers {
		var changed overlay.Delta
		opts := overlay.Options{
			Plain: layer.Plain, MissingOK: true, ReplaceKinds: true, Frames: session.Frames, Delta: &changed,
		}
		diags = append(diags, merger.Apply(layer.read(l.schema), opts)...)
		merger.Update(func(edit *tree.Edit, v tree.Node) tree.Node { return l.schema.Complete(edit, v, &changed) })
	}
	return merger.Result(), diags
}

// read returns the document of a layer with its text read by the declared type, if it stems from a flag or variable
// that holds bare text.
func (layer *Layer) read(s *schema.Schema) *tree.Document {
	if !layer.Typed {
		return layer.Doc
	}
	var keys []string
	n := layer.Doc.Value
	for {
		m, ok := n.(*tree.Map)
		if !ok {
			break
		}
		keys, n = append(keys, m.Entries[0].Key.Text), m.Entries[0].Value
	}
	text, isScalar := n.(*tree.Scalar)
	declared := s.At(keys)
	if !isScalar || declared == nil {
		return layer.Doc
	}
	v, ok := declared.Type.Read(text.Text)
	if !ok || v == text.Value {
		return layer.Doc
	}
	doc := *layer.Doc
	doc.Value = withLeaf(layer.Doc.Value, tree.NewScalar(v, text.Span))
	return &doc
}

// withLeaf returns maps of one entry each with another value in the innermost.
func withLeaf(n tree.Node, leaf tree.Node) tree.Node {
	m, ok := n.(*tree.Map)
	if !ok {
		return leaf
	}
	e := m.Entries[0]
	e.Value = withLeaf(e.Value, leaf)
	return &tree.Map{Entries: []tree.Entry{e}}
}

// check checks the merged values.
func (l *library) check(session *eval.Session, layers []Layer) diag.List {
	if l.schema.IsNone() {
		return nil
	}
	order := make(map[*source.File]int, len(layers))
	for i := range layers {
		if f := layers[i].Doc.Span.File; f != nil {
			if _, known := order[f]; !known {
				order[f] = i
			}
		}
	}
	l.checked = l.schema.Check(l.values, schema.CheckOptions{
		Thread: l.thread(session, "schema"),
		Order: func(f *source.File) (int, bool) {
			i, ok := order[f]
			return i, ok
		},
		Explain: func(d *schema.Decl, n tree.Node, at source.Span) []string {
			if i, ok := order[at.File]; ok {
				return layers[i].explain(d, n, at)
			}
			return nil
		},
	})
	l.run.warn(l.checked.Warnings)
	return l.checked.Violations
}

// explain returns hints about a value of the layer that does not fit its declaration. The span is of the node that holds
// it.
func (layer *Layer) explain(d *schema.Decl, n tree.Node, at source.Span) []string {
	s, isScalar := n.(*tree.Scalar)
	switch {
	case !isScalar:
		return layer.explainCollection(d, n)
	case s.Kind == tree.Null:
		return explainNull(d)
	case layer.Typed && s.Kind == tree.String:
		return explainText(d, s)
	case layer.Flag == "--data-value-yaml" && d.Type.Scalars.Declares(tree.String):
		return []string{"to give a text that looks like " + article(tree.KindName(n)) + ", use --data-value, or quotes within the value"}
	}
	written := s.Span.Text()
	if written == "" || s.Span == at { // computed
		return nil
	}
	if d.Type.Array != nil && d.Type.Array.Item.Type.Accepts(s) {
		return []string{"for an array of one item, put it in brackets"}
	}
	quoted := written[0] == '"' || written[0] == '\''
	read, fits := d.Type.Read(s.Text)
	switch {
	case s.Kind == tree.String && quoted && fits:
		return []string{"without the quotes it is " + article(read.Kind.String())}
	case s.Kind == tree.String || !d.Type.Scalars.Declares(tree.String):
		return nil
	case d.Sensitive:
		return []string{"to give a string, put it in quotes"}
	}
	return []string{fmt.Sprintf("to give a string, put it in quotes: %q", written)}
}

// explainCollection returns hints about a map or an array.
func (layer *Layer) explainCollection(d *schema.Decl, n tree.Node) []string {
	_, isMap := n.(*tree.Map)
	switch {
	case layer.Flag == "" || !isMap:
		return nil
	case d.Type.Array != nil:
		return []string{"items cannot be given one by one: give the array in a file of values, or with --data-value-yaml"}
	}
	return []string{"it is declared as one value, without keys of its own"}
}

// explainNull returns hints about a null, which stands in files where nothing is written.
func explainNull(d *schema.Decl) []string {
	var ways []string
	if d.Type.Scalars.Declares(tree.String) {
		ways = append(ways, `for an empty string, write ""`)
	}
	if !d.Required {
		ways = append(ways, "for the default, leave the key out")
	}
	if ways == nil {
		return nil
	}
	return []string{strings.Join(ways, "; ")}
}

// explainText returns hints about a text that the declared type cannot read.
func explainText(d *schema.Decl, s *tree.Scalar) []string {
	switch {
	case d.Type.Map != nil && !d.Type.HasScalars():
		return []string{"give its keys one by one (a.b=…), or all in a file of values"}
	case d.Type.Array != nil && !d.Type.HasScalars():
		return []string{"give it in a file of values, or as YAML with --data-value-yaml"}
	case !d.Type.HasScalars():
		return nil
	}
	text := diag.Redacted
	if !d.Sensitive {
		text = fmt.Sprintf("%q", s.Text)
	}
	hint := fmt.Sprintf("the text %s cannot be read as %s", text, article(d.Type.Describe()))
	if d.Type.Scalars.Declares(tree.Bool) {
		hint += "; booleans are true and false"
	}
	return []string{hint}
}

// article puts "a" or "an" in front of the name of a kind.
func article(kind string) string {
	if strings.HasPrefix(kind, tree.Int.String()) || strings.HasPrefix(kind, "array") {
		return "an " + kind
	}
	return "a " + kind
}

// validate checks the rules.
func (l *library) validate(session *eval.Session) diag.List {
	if l.rules.SkipValidations {
		return nil
	}
	thread := l.thread(session, "validations")
	return l.schema.Validate(thread, l.values, l.checked).Within("Validating final data values:\n")
}
