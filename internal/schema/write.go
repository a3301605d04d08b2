package schema

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/value"
	"ytt/internal/yaml/print"
)

// This file implements what to write instead of a value that is not of the declared type. What is shown can be pasted: it is
// made of the value that was given, or else of the schema's own values.

// Misfit is a value that is not of the type of its declaration.
type Misfit struct {
	Decl *Decl
	Node tree.Node
	// Span is of the key, "-" or "---" that holds the value, Path the way to it.
	Span source.Span
	Path tree.Path
	// Secret is set for a value that must not be shown.
	Secret bool
}

// Repairs says what to write where the value stands in a file.
func (m *Misfit) Repairs() []string {
	switch n := m.Node.(type) {
	case *tree.Map:
		return m.insteadOfMap(n)
	case *tree.Array:
		return m.insteadOfArray(n)
	case *tree.Scalar:
		if n.Kind == tree.Null {
			return m.insteadOfNull()
		}
		return m.insteadOfScalar(n)
	}
	return nil
}

// insteadOfNull is about a null, which stands in files where nothing is written.
func (m *Misfit) insteadOfNull() []string {
	var ways []string
	t := &m.Decl.Type
	switch {
	case t.Map != nil && len(m.Path) == 0:
		return []string{"nothing stands between this line and the next '---', or the end: write the keys there, or take one '---' away; for no keys, write {}"}
	case t.Scalars.Declares(tree.String) && m.Decl.Rules.Rejects(tree.NewScalar(tree.StringValue(""), source.Span{})):
		return []string{"write a text behind it, which must not be empty"}
	case t.Scalars.Declares(tree.String):
		ways = append(ways, `for an empty string, write ""`)
	case t.HasScalars():
		ways = append(ways, "write "+m.describeScalars())
	case t.Map != nil && t.Map.requires() != nil:
		return []string{"write its keys below it: " + diag.ListAnd(t.Map.requires()) + " must be given"}
	case t.Map != nil:
		ways = append(ways, "for no keys, write {}")
	case t.Array != nil:
		ways = append(ways, "for no items, write []")
	}
	if !m.Decl.Required && len(m.Path) > 0 && !m.Path[len(m.Path)-1].Item {
		ways = append(ways, "for the default, leave the key out")
	}
	if ways == nil {
		return nil
	}
	return []string{strings.Join(ways, "; ")}
}

// requires returns the keys of a map that must be given.
func (m *Map) requires() (names []string) {
	for i := range m.Keys {
		if k := &m.Keys[i]; k.Required && k.Pattern == nil {
			names = append(names, k.Name.String())
		}
	}
	return names
}

func (m *Misfit) insteadOfScalar(s *tree.Scalar) []string {
	t, written := &m.Decl.Type, s.Span.Text()
	fromText := written != "" && s.Span != m.Span // otherwise it is computed
	switch {
	case t.Scalars.Declares(tree.String) && s.Kind != tree.String:
		switch {
		case !fromText:
			return nil
		case m.Secret:
			return []string{"to give a string, put it in quotes"}
		}
		return []string{fmt.Sprintf("to give a string, put it in quotes: %q", written)}
	case t.HasScalars():
		return m.otherScalar(s, written)
	case t.Array != nil:
		return m.oneItem(s, fromText)
	case t.Map != nil && len(m.Path) == 0 && strings.Contains(s.Text, "=") && !strings.HasPrefix(s.Text, "="):
		return []string{"a value stands behind ': ' rather than '=':\n" + m.withColons(written)}
	case t.Map != nil:
		if key, text, ok := strings.Cut(s.Text, "="); ok && s.Kind == tree.String && !m.Secret && key != "" {
			if pair, ok := m.Decl.pair(tree.StringValue(key), tree.NewScalar(tree.StringValue(text), source.Span{})); ok {
				if sample, ok := m.paste(pair); ok {
					return []string{"write a map:\n" + sample}
				}
			}
		}
		return []string{m.mapSample()}
	}
	return nil
}

// withColons shows the first lines of a text "key=value" with ": " in place of "=".
func (m *Misfit) withColons(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		key, v, _ := strings.Cut(strings.TrimSpace(line), "=")
		if m.Secret || m.Decl.hides() {
			v = "…"
		}
		if lines = append(lines, clip(strings.TrimSpace(key)+": "+strings.TrimSpace(v))); len(lines) == mostShown {
			break
		}
	}
	return strings.Join(lines, "\n")
}

// otherScalar is about a scalar of a wrong kind, where there is no string among the kinds declared.
func (m *Misfit) otherScalar(s *tree.Scalar, written string) []string {
	if s.Kind == tree.String && written != "" && (written[0] == '"' || written[0] == '\'') {
		if v, fits := m.Decl.Type.Read(s.Text); fits {
			if m.Secret {
				return []string{"remove the quotes: without them it is " + kindWords(v.Kind)}
			}
			return []string{"remove the quotes: " + s.Text + " is " + kindWords(v.Kind)}
		}
	}
	if near, ok := m.meant(s); ok && !m.Secret {
		return []string{"write " + near}
	}
	return []string{"write " + m.describeScalars()}
}

// kindWords names the kind of a value that a text stands for.
func kindWords(k tree.Kind) string {
	switch kindsOf(k) {
	case kindsOf(tree.Int):
		return "a whole number"
	case kindsOf(tree.Float):
		return "a number"
	}
	return Article(k.String())
}

// truths are words for booleans that schemas do not read as such.
var truths = map[string]string{
	"y": "true", "yes": "true", "on": "true", "1": "true", "t": "true", "true": "true", "enabled": "true",
	"n": "false", "no": "false", "off": "false", "0": "false", "f": "false", "false": "false", "disabled": "false",
}

// meant returns the value of the declared type that a scalar was probably meant to be.
func (m *Misfit) meant(s *tree.Scalar) (text string, ok bool) {
	t := &m.Decl.Type
	if t.Scalars.Declares(tree.Bool) {
		if word, known := truths[strings.ToLower(strings.TrimSpace(s.String()))]; known {
			return word, true
		}
	}
	switch {
	case s.Kind == tree.Float && t.Scalars.Declares(tree.Int):
		if f := s.Float(); f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			return fmt.Sprintf("%.0f", f), true
		}
	case s.Kind == tree.String:
		plain := strings.NewReplacer(",", "", "_", "", " ", "").Replace(s.Text)
		if v, fits := t.Read(plain); fits && plain != s.Text && v.Kind != tree.Bool && strings.Trim(s.Text, "0123456789,_ ") == "" {
			return plain, true
		}
	}
	return "", false
}

// describeScalars describes the scalars that are declared: "a whole number, such as 8080, or true or false".
func (m *Misfit) describeScalars() string {
	var words []string
	add := func(k tree.Kind, text string) {
		if !m.Decl.Type.Scalars.Declares(k) {
			return
		}
		if sample, ok := m.sample().(*tree.Scalar); ok && k != tree.Bool && (kindsOf(sample.Kind) == kindsOf(k) || k == tree.Float && kindsOf(sample.Kind) == kindsOf(tree.Int)) {
			text += ", such as " + inline(sample)
		}
		words = append(words, text)
	}
	if m.Decl.Type.Scalars.Declares(tree.Float) {
		add(tree.Float, "a number")
	} else {
		add(tree.Int, "a whole number")
	}
	add(tree.Bool, "true or false")
	if len(words) > 1 {
		return strings.Join(words, ", or ")
	}
	return strings.Join(words, "")
}

// sample returns a value of the declaration that may be shown, nil for none.
func (m *Misfit) sample() tree.Node {
	if m.Secret {
		return nil
	}
	return m.Decl.sample()
}

func (d *Decl) sample() tree.Node {
	switch {
	case d.Sensitive:
		return nil
	case d.Docs != nil && len(d.Docs.Examples) > 0:
		return d.Docs.Examples[0].Value
	case d.Sample != nil:
		return d.Sample
	case d.Default != nil && !tree.IsNull(d.Default):
		return d.Default
	}
	return nil
}

// oneItem is about a scalar where an array is declared.
func (m *Misfit) oneItem(s *tree.Scalar, fromText bool) []string {
	item := &m.Decl.Type.Array.Item
	if m.Secret || item.Sensitive || !fromText {
		return []string{`it is a list: put it in brackets, or begin each item with "- "`}
	}
	written := s.Span.Text()
	if item.Type.Accepts(s) {
		var items []string
		for _, part := range strings.Split(s.Text, ",") {
			items = append(items, strings.TrimSpace(part))
		}
		if s.Kind == tree.String && written == s.Text && len(items) > 1 && !slices.Contains(items, "") && !strings.ContainsAny(s.Text, "[]{}:#\"'") {
			return []string{"for a list, put the items in brackets: [" + strings.Join(items, ", ") + "]"}
		}
		if strings.ContainsAny(written, ",[]{}\n") && written[0] != '"' && written[0] != '\'' {
			written = fmt.Sprintf("%q", s.Text)
		}
		return []string{"for a list of one item, put it in brackets: [" + written + "]"}
	}
	if s.Kind == tree.String {
		if items := item.Type.readAll(s.Text); items != "" {
			return []string{"for a list, put the items in brackets: [" + items + "]"}
		}
	}
	if item.Type.Scalars.Declares(tree.String) {
		return []string{fmt.Sprintf("for a list of one item, put it in brackets and quotes: [%q]", written)}
	}
	return []string{m.arraySample()}
}

// readAll returns the parts of a text "80, 443" if each can be read as the type, otherwise "".
func (t *Type) readAll(text string) string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	for _, part := range parts {
		if _, fits := t.Read(part); !fits {
			return ""
		}
	}
	return strings.Join(parts, ", ")
}

func (m *Misfit) insteadOfMap(n *tree.Map) []string {
	switch t := &m.Decl.Type; {
	case t.Array != nil:
		item := &t.Array.Item
		if item.Type.Map != nil && len(n.Entries) > 0 && item.Type.Map.allows(n) && !m.Secret && !item.hides() {
			if sample, ok := m.paste(&tree.Array{Items: []tree.Item{{Value: n}}}); ok {
				return []string{`it is a list: begin each item with "- ":` + "\n" + sample}
			}
		}
		if pairs, ok := item.pairs(n); ok && !m.Secret {
			if sample, ok := m.paste(pairs); ok {
				return []string{"it is a list, with an item for each:\n" + sample}
			}
		}
		return []string{m.arraySample()}
	case t.HasScalars():
		return []string{"it has no keys of its own: write " + m.oneValue()}
	}
	return nil
}

func (m *Misfit) insteadOfArray(n *tree.Array) []string {
	t := &m.Decl.Type
	switch {
	case t.Map != nil && len(n.Items) > 0:
		if whole, ok := joined(n); ok && t.Map.allows(whole) && !m.Secret && !m.Decl.hides() {
			if sample, ok := m.paste(whole); ok {
				return []string{`without "- " in front of the keys it is a map:` + "\n" + sample}
			}
		}
		return []string{m.mapSample()}
	case t.Map != nil:
		return []string{"for a map without keys, write {}"}
	case len(n.Items) == 1:
		s, isScalar := n.Items[0].Value.(*tree.Scalar)
		if !isScalar || !t.Accepts(s) || m.Secret {
			break
		}
		if sample, ok := m.paste(s); ok {
			return []string{`it is no list: write the value without "- " or brackets:` + "\n" + sample}
		}
	}
	if t.HasScalars() {
		return []string{"it is no list: write " + m.oneValue()}
	}
	return nil
}

// oneValue describes the scalars that are declared, strings included.
func (m *Misfit) oneValue() string {
	if !m.Decl.Type.Scalars.Declares(tree.String) {
		return m.describeScalars()
	}
	if s, ok := m.sample().(*tree.Scalar); ok && s.Kind == tree.String && s.Text != "" {
		return "a text, such as " + inline(s)
	}
	return "one text"
}

// pair returns a text under a name as a map with the keys name and value, if an array's item has these.
func (d *Decl) pair(name tree.Value, v tree.Node) (*tree.Map, bool) {
	s, isScalar := v.(*tree.Scalar)
	if d.Type.Map == nil || !isScalar {
		return nil, false
	}
	value := d.Type.Map.literal.Find(tree.StringValue("value"))
	if value < 0 || !d.Type.Map.Keys[value].Type.Accepts(s) || d.Type.Map.Keys[value].Pattern != nil || d.hides() {
		return nil, false
	}
	for _, key := range []string{"name", "key"} {
		if d.Type.Map.declares(key) {
			return &tree.Map{Entries: []tree.Entry{{Key: tree.StringValue(key), Value: tree.NewScalar(name, source.Span{})}, {Key: tree.StringValue("value"), Value: v}}}, true
		}
	}
	return nil, false
}

// pairs returns the entries of a map as items of an array, each a map with the keys name and value.
func (d *Decl) pairs(n *tree.Map) (*tree.Array, bool) {
	all := &tree.Array{}
	for _, e := range n.Entries[:min(len(n.Entries), mostShown)] {
		item, ok := d.pair(e.Key, e.Value)
		if !ok {
			return nil, false
		}
		all.Items = append(all.Items, tree.Item{Value: item})
	}
	return all, len(all.Items) > 0
}

// joined returns the map that an array of maps amounts to, if no key is repeated.
func joined(n *tree.Array) (*tree.Map, bool) {
	whole := &tree.Map{}
	for i := range n.Items {
		m, isMap := n.Items[i].Value.(*tree.Map)
		if !isMap {
			return nil, false
		}
		for _, e := range m.Entries {
			if whole.Find(e.Key) >= 0 {
				return nil, false
			}
			whole.Append(e)
		}
	}
	return whole, true
}

// allows reports whether every key of a map is declared.
func (m *Map) allows(n *tree.Map) bool {
	for i := range n.Entries {
		if k := m.find(i, n.Entries[i].Key); k < 0 || m.Keys[k].Removed != nil {
			return false
		}
	}
	return true
}

// hides reports whether something below a declaration is sensitive.
func (d *Decl) hides() bool {
	if d.IsRecursive() {
		return d.Sensitive // what is below is asked where the schema stands
	}
	if d.Sensitive {
		return true
	}
	if m := d.Type.Map; m != nil {
		for i := range m.Keys {
			if m.Keys[i].hides() {
				return true
			}
		}
	}
	return d.Type.Array != nil && d.Type.Array.Item.hides()
}

// mostShown is the number of keys and lines of a sample.
const mostShown = 6

// mapSample says which keys a map has, and shows how they are written.
func (m *Misfit) mapSample() string {
	t := m.Decl.Type.Map
	sample := &tree.Map{}
	var names []string
	for i := range t.Keys {
		k := &t.Keys[i]
		if k.Removed != nil || k.Pattern != nil {
			continue
		}
		if names = append(names, k.Name.String()); len(names) <= mostShown {
			sample.Append(tree.Entry{Key: k.Name, Value: k.sampleValue()})
		}
	}
	if len(names) > mostShown {
		names = append(names[:mostShown], "…")
	}
	if len(names) == 0 {
		return "write a map: keys, each with a value behind \": \""
	}
	text := "write a map with the keys " + strings.Join(names, ", ")
	if len(names) == 1 {
		text = "write a map with the key " + names[0]
	}
	if m.Secret {
		return text
	}
	if shown, ok := m.paste(sample); ok {
		text += ", such as\n" + shown
	}
	return text
}

// arraySample says how an array is written, by an item of the schema.
func (m *Misfit) arraySample() string {
	text := `it is a list: begin each item with "- "`
	if m.Secret || m.Decl.Type.Array.Item.hides() {
		return text
	}
	item := m.Decl.Type.Array.Item.sampleValue()
	if shown, ok := m.paste(&tree.Array{Items: []tree.Item{{Value: item}}}); ok {
		text += ", such as\n" + shown
	}
	return text
}

// sampleValue returns a value that shows how the declaration's are written.
func (d *Decl) sampleValue() tree.Node {
	if n := d.sample(); n != nil && !d.hides() {
		return withoutNotes(n)
	}
	switch t := &d.Type; {
	case t.Scalars.Declares(tree.String):
		return tree.NewScalar(tree.StringValue(""), source.Span{})
	case t.Scalars.Declares(tree.Int), t.Scalars.Declares(tree.Float):
		return tree.NewScalar(tree.IntValue(0), source.Span{})
	case t.Scalars.Declares(tree.Bool):
		return tree.NewScalar(tree.BoolValue(false), source.Span{})
	case t.Map != nil:
		return &tree.Map{}
	case t.Array != nil:
		return &tree.Array{}
	}
	return tree.NewNull()
}

// paste returns the lines to write where the value stands: with its key, if it has one.
func (m *Misfit) paste(n tree.Node) (string, bool) {
	const mostBytes = 400
	if last := len(m.Path) - 1; last >= 0 && !m.Path[last].Item {
		n = &tree.Map{Entries: []tree.Entry{{Key: m.Path[last].Key, Value: n}}}
	} else if last >= 0 {
		n = &tree.Array{Items: []tree.Item{{Value: n}}}
	}
	text, err := print.AppendNodeYAML(nil, n, print.Options{MaxBytes: mostBytes})
	if err != nil {
		return "", false
	}
	return strings.TrimSuffix(string(text), "\n"), true
}

// Article puts "a" or "an" in front of the name of a kind.
func Article(kind string) string {
	if strings.HasPrefix(kind, tree.Int.String()) || strings.HasPrefix(kind, "array") {
		return "an " + kind
	}
	return "a " + kind
}

// inArgument says what to write where the value is part of an argument, which is code.
func (m *Misfit) inArgument() []string {
	s, isScalar := m.Node.(*tree.Scalar)
	t := &m.Decl.Type
	switch {
	case !isScalar:
		switch {
		case m.Secret:
		case t.Array != nil:
			return []string{"write a list, such as [" + inCode(t.Array.Item.sampleValue()) + "]"}
		case t.Map == nil && t.HasScalars():
			return []string{"write " + code(m.oneValue())}
		}
	case t.Scalars.Declares(tree.String) && s.Kind != tree.Null:
		if m.Secret {
			return []string{"write a string in quotes"}
		}
		return []string{fmt.Sprintf("to give a string, put it in quotes: %q", s.String())}
	case t.HasScalars():
		if near, ok := m.meant(s); ok && !m.Secret {
			return []string{"write " + code(near)}
		}
		if v, fits := t.Read(s.Text); s.Kind == tree.String && fits && !m.Secret {
			return []string{"without the quotes it is " + kindWords(v.Kind) + ": " + code(s.Text)}
		}
		return []string{"write " + code(m.describeScalars())}
	case t.Array != nil && t.Array.Item.Type.Accepts(s):
		if m.Secret {
			return []string{"put it in brackets, as a list"}
		}
		return []string{"write a list: [" + inCode(s) + "]"}
	case t.Map != nil:
		return []string{"write a dict: {\"key\": …}"}
	}
	return nil
}

// inCode shows a value of the declaration as code has it.
func (d *Decl) inCode() string {
	switch {
	case d.Type.Array != nil:
		return "[" + inCode(d.Type.Array.Item.sampleValue()) + "]"
	case d.Type.Map != nil:
		return "{\"key\": …}"
	}
	return inCode(d.sampleValue())
}

// inCode shows a value as code has it.
func inCode(n tree.Node) string { return value.Plain(n).String() }

// code writes words of YAML as code has them.
func code(text string) string {
	return strings.NewReplacer("true", "True", "false", "False", "null", "None").Replace(text)
}

// clip shortens a text for a message.
func clip(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
