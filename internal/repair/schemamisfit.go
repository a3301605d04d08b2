package repair

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ytt/internal/diag"
	"ytt/internal/schema"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/value"
	"ytt/internal/yaml/print"
)

// This file has the words for values that are not of the declared type. What is
// shown can be pasted: it is made of the value that was given, or else of the
// schema's own values.

// misfit is a value for which a repair is found.
type misfit struct{ *schema.Misfit }

// misfits says what to write, where the value comes from.
func misfits(f *schema.Misfit, scope *Scope) []diag.Repair {
	if f.Of == schema.OfOther {
		return nil
	}
	hints := insteadOfValue(f, scope)
	if other := besideIts(f); other != "" {
		hints = []string{fmt.Sprintf("%q is a key of such a map: indent it below %q", f.Span.Text(), other)}
	}
	if f.Of != schema.OfValues {
		hints = misfit{f}.insteadOfArgument()
	}
	return say(append(hints, ofExample(f.At)...)...)
}

// insteadOfValue says what to write, where the value comes from.
func insteadOfValue(f *schema.Misfit, scope *Scope) []string {
	m := misfit{f}
	if layer := scope.layer(f.Span.File); layer != nil {
		return m.inLayer(layer)
	}
	return m.inFile()
}

// besideIts is about a key that stands beside the map that it belongs to, where
// maps have names of any kind: it returns the name of the map above it; "" for
// other values.
func besideIts(f *schema.Misfit) string {
	if f.Decl.Type.Map == nil || !f.Span.Known() || f.Span.File.Path == "" {
		return ""
	}
	k := f.Decl.Type.Map.KeyNamed(tree.StringValue(f.Span.Text()))
	if k == nil || !k.Type.Accepts(f.Node) {
		return ""
	}
	text, column := f.Span.File.Text, f.Span.Column()
	above := strings.Split(text[:source.LineStart(text, int(f.Span.Start))], "\n")
	for _, line := range slices.Backward(above) {
		name := strings.TrimLeft(line, " ")
		switch indent := len(line) - len(name) + 1; {
		case name == "" || name[0] == '#' || indent > column:
		case indent == column && strings.HasSuffix(strings.TrimRight(name, " \r"), ":"):
			return strings.TrimSuffix(strings.TrimRight(name, " \r"), ":")
		default:
			return ""
		}
	}
	return ""
}

// inFile says what to write where the value stands in a file.
func (m misfit) inFile() []string {
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

// commentedValue returns the word that stands as a comment in the place of the value of
// a key, "" for none.
func commentedValue(key source.Span) string {
	if !key.Known() {
		return ""
	}
	rest := key.File.Text[key.End:source.LineStop(key.File.Text, int(key.End))]
	word, ok := strings.CutPrefix(strings.TrimRight(rest, " \t\r"), ": #")
	if !ok || word == "" || strings.ContainsAny(word, " @!") {
		return ""
	}
	return "#" + word
}

// insteadOfNull is about a null, which stands in files where nothing is
// written.
func (m misfit) insteadOfNull() []string {
	var ways []string
	t := &m.Decl.Type
	switch {
	case commentedValue(m.Span) != "" && !m.Secret:
		return []string{"'#' begins a comment here; for a text, put it in quotes: " + strconv.Quote(commentedValue(m.Span))}
	case t.Map != nil && len(m.Path) == 0:
		return []string{"there is nothing between this line and the next '---', or the end: write the keys there, " +
			"or take one '---' away; for no keys, write {}"}
	case t.Scalars.Declares(tree.String) && m.Decl.Rules.Rejects(tree.NewScalar(tree.StringValue(""), source.Span{})):
		return []string{"write a text after it, which must not be empty"}
	case t.Scalars.Declares(tree.String):
		ways = append(ways, `for an empty string, write ""`)
	case t.HasScalars():
		ways = append(ways, "write "+m.describeScalars())
	case t.Map != nil && requires(t.Map) != nil:
		return []string{"write its keys below it: " + diag.ListAnd(requires(t.Map)) + " must be given"}
	case t.Map != nil:
		ways = append(ways, "for no keys, write {}")
	case t.Array != nil && m.Decl.Rules.Rejects(&tree.Array{}):
		return []string{"write its items below it, each with \"- \": there must be some"}
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
func requires(m *schema.Map) (names []string) {
	for i := range m.Keys {
		if k := &m.Keys[i]; k.Required && k.Pattern == nil {
			names = append(names, k.Name.String())
		}
	}
	return names
}

func (m misfit) insteadOfScalar(s *tree.Scalar) []string {
	if value, remark, ok := strings.Cut(s.Text, " //"); ok && s.Kind == tree.String && !m.Secret &&
		!m.Decl.Type.Scalars.Declares(tree.String) {
		return []string{"a remark begins with '#': write " + strings.TrimSpace(value) + " #" + clip(remark)}
	}
	t, written := &m.Decl.Type, s.Span.Text()
	fromText := written != "" && s.Span != m.Span // otherwise it is computed
	switch {
	case t.Scalars.Declares(tree.String) && s.Kind != tree.String:
		switch {
		case !fromText:
			return nil
		case m.Secret:
			return []string{"to give a string, put it in quotes"}
		case m.Decl.Rules.Rejects(tree.NewScalar(tree.StringValue(written), source.Span{})):
			return m.textByRules(written)
		}
		return []string{fmt.Sprintf("to give a string, put it in quotes: %q", written)}
	case t.HasScalars():
		return m.otherScalar(s, written)
	case t.Array != nil:
		return m.oneItem(s, fromText)
	case t.Map != nil && len(m.Path) == 0 && strings.Contains(s.Text, "=") && !strings.HasPrefix(s.Text, "="):
		hint := "a value follows ': ' rather than '=':\n" + m.withColons(written)
		if format := otherFormat(s.Span); format != "" {
			return []string{format, hint}
		}
		return []string{hint}
	case t.Map != nil:
		if key, text, ok := strings.Cut(s.Text, "="); ok && s.Kind == tree.String && !m.Secret && key != "" {
			if pair, ok := pairOf(m.Decl, tree.StringValue(key),
				tree.NewScalar(tree.StringValue(text), source.Span{})); ok {
				if sample, ok := paste(m.Path, pair); ok {
					return []string{"write a map:\n" + sample}
				}
			}
		}
		if t.Nullable && slices.Contains([]string{"none", "nil", "no", "off", "false"}, strings.ToLower(s.Text)) {
			return []string{"for no map, write null", m.mapSample()}
		}
		if name := m.nameOf(s); name != "" {
			return []string{"write - " + name}
		}
		return []string{m.mapSample()}
	}
	return nil
}

// nameOf returns the entry of an item of an array that is a map and for which
// only its name was given; "" if the map has none.
func (m misfit) nameOf(s *tree.Scalar) string {
	if len(m.Path) == 0 || !m.Path[len(m.Path)-1].Item || s.Kind != tree.String || m.Secret || m.Decl.Hides() ||
		s.Span.Text() == "" || strings.ContainsAny(s.Span.Text(), ":\n") {
		return ""
	}
	for _, key := range []string{"name", "key", "id"} {
		if k := m.Decl.Type.Map.KeyOf(tree.StringValue(key)); k != nil && k.Pattern == nil && k.Removed == nil &&
			k.Decl.Type.Scalars.Declares(tree.String) {
			return key + ": " + s.Span.Text()
		}
	}
	return ""
}

// withColons shows the first lines of a text "key=value" with ": " in place of
// "=".
func (m misfit) withColons(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		key, v, _ := strings.Cut(strings.TrimSpace(line), "=")
		if m.Secret || m.Decl.Hides() {
			v = "…"
		}
		if lines = append(lines, clip(strings.TrimSpace(key)+": "+strings.TrimSpace(v))); len(lines) == mostShown {
			break
		}
	}
	return strings.Join(lines, "\n")
}

// otherScalar is about a scalar of a wrong kind, where there is no string among
// the kinds declared.
func (m misfit) otherScalar(s *tree.Scalar, written string) []string {
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
	if number := m.withoutUnit(s); number != "" && !m.Secret {
		if strings.HasSuffix(s.Text, "%") {
			return []string{"write it as a number: " + number}
		}
		return []string{"write the number alone, without a unit: " + number}
	}
	return []string{"write " + m.describeScalars()}
}

var numberAndUnit = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?) ?(s|ms|h|d|x|px|€|\$|%|(?:per |/)?[a-z]{1,3}|[a-z]{3,8}s?)$`)
})

// withoutUnit returns the number of a text that has a unit behind it; "" for
// others, and where the unit stands for a power.
func (m misfit) withoutUnit(s *tree.Scalar) string {
	found := numberAndUnit().FindStringSubmatch(s.Text)
	if found == nil || s.Kind != tree.String || slices.Contains([]string{"k", "m", "n", "u", "e"}, found[2]) {
		return ""
	}
	number := found[1]
	sample, ok := m.sample().(*tree.Scalar)
	if ok && found[2] == "%" && sample.Kind == tree.Float && sample.Float() <= 1 {
		whole, _ := strconv.ParseFloat(number, 64)
		number = strconv.FormatFloat(whole/100, 'g', -1, 64)
	}
	if _, fits := m.Decl.Type.Read(number); !fits {
		return ""
	}
	return number
}

// kindWords names the kind of a value that a text stands for.
func kindWords(k tree.Kind) string {
	switch k {
	case tree.Int, tree.Uint:
		return "a whole number"
	case tree.Float:
		return "a number"
	}
	return article(k.String())
}

// truths are words for booleans that schemas do not read as such.
var truths = map[string]string{
	"y": "true", "yes": "true", "on": "true", "1": "true", "t": "true", "true": "true", "enabled": "true",
	"n": "false", "no": "false", "off": "false", "0": "false", "f": "false", "false": "false", "disabled": "false",
}

// meant returns the value of the declared type that a scalar was probably meant
// to be.
func (m misfit) meant(s *tree.Scalar) (text string, ok bool) {
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
	case s.Kind == tree.String && decimalComma(s.Text) != "":
		if v, fits := t.Read(decimalComma(s.Text)); fits && v.Kind == tree.Float {
			whole, fraction, _ := strings.Cut(s.Text, ",")
			if len(fraction) == len("000") && whole[0] != '0' {
				return decimalComma(s.Text) + ", or " + whole + fraction, true
			}
			return decimalComma(s.Text), true
		}
		fallthrough
	case s.Kind == tree.String:
		plain := strings.NewReplacer(",", "", "_", "", " ", "").Replace(s.Text)
		v, fits := t.Read(plain)
		if fits && plain != s.Text && v.Kind != tree.Bool && strings.Trim(s.Text, "0123456789,_ ") == "" {
			return plain, true
		}
	}
	return "", false
}

// decimalComma returns a number with a comma as it is written with a point; ""
// for other texts.
func decimalComma(text string) string {
	whole, fraction, _ := strings.Cut(text, ",")
	if whole == "" || fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return ""
	}
	return whole + "." + fraction
}

// describeScalars describes the scalars that are declared: "a whole number,
// such as 8080, or true or false".
func (m misfit) describeScalars() string {
	var words []string
	add := func(k tree.Kind, text string) {
		if !m.Decl.Type.Scalars.Declares(k) {
			return
		}
		if sample, ok := m.sample().(*tree.Scalar); ok && k != tree.Bool && isSampleOf(sample.Kind, k) {
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

// isSampleOf reports whether a scalar of a kind shows what one of another kind
// is like.
func isSampleOf(sample, of tree.Kind) bool {
	if sample == tree.Uint {
		sample = tree.Int
	}
	return sample == of || sample == tree.Int && of == tree.Float
}

// sample returns a value of the declaration that may be shown, nil for none.
func (m misfit) sample() tree.Node {
	if m.Secret {
		return nil
	}
	return sampleOf(m.Decl)
}

func sampleOf(d *schema.Decl) tree.Node {
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
func (m misfit) oneItem(s *tree.Scalar, fromText bool) []string {
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
		if s.Kind == tree.String && written == s.Text && len(items) > 1 && !slices.Contains(items, "") &&
			!strings.ContainsAny(s.Text, "[]{}:#\"'") {
			return []string{"for a list, put the items in brackets: [" + strings.Join(items, ", ") + "]"}
		}
		if strings.ContainsAny(written, ",[]{}\n") && written[0] != '"' && written[0] != '\'' {
			written = fmt.Sprintf("%q", s.Text)
		}
		return []string{"for a list of one item, put it in brackets: [" + written + "]"}
	}
	if s.Kind == tree.String {
		if items := readAll(&item.Type, s.Text); items != "" {
			return []string{"for a list, put the items in brackets: [" + items + "]"}
		}
	}
	if item.Type.Scalars.Declares(tree.String) {
		return []string{fmt.Sprintf("for a list of one item, put it in brackets and quotes: [%q]", written)}
	}
	return []string{m.arraySample()}
}

// readAll returns the parts of a text "80, 443" if each can be read as the
// type, otherwise "".
func readAll(t *schema.Type, text string) string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	for _, part := range parts {
		if _, fits := t.Read(part); !fits {
			return ""
		}
	}
	return strings.Join(parts, ", ")
}

func (m misfit) insteadOfMap(n *tree.Map) []string {
	switch t := &m.Decl.Type; {
	case t.Array != nil:
		item := &t.Array.Item
		if pairs := assignments(item, n); pairs != nil && !m.Secret {
			return []string{"it is a list: [" + strings.Join(pairs, ", ") + "]"}
		}
		names := namesInBraces(n)
		if names != "" && item.Type.Scalars.Declares(tree.String) && !m.Secret && !item.Hides() {
			return []string{"a list stands in brackets: [" + names + "]"}
		}
		if item.Type.Map != nil && len(n.Entries) > 0 && allows(item.Type.Map, n) && !m.Secret && !item.Hides() {
			if sample, ok := paste(m.Path, &tree.Array{Items: []tree.Item{{Value: n}}}); ok {
				return []string{`it is a list: begin each item with "- ":` + "\n" + sample}
			}
		}
		if pairs, ok := pairsOf(item, n); ok && !m.Secret {
			if sample, ok := paste(m.Path, pairs); ok {
				return []string{"it is a list, with an item for each:\n" + sample}
			}
		}
		return []string{m.arraySample()}
	case t.HasScalars():
		if pairs := assignments(m.Decl, n); len(pairs) == 1 && !m.Secret {
			return []string{"a value follows '=': " + pairs[0]}
		}
		return []string{"it has no keys of its own: write " + m.oneValue()}
	}
	return nil
}

// assignments returns the entries of a map as texts KEY=VALUE, if that is what
// the declaration has for an example; nil for others.
func assignments(d *schema.Decl, n *tree.Map) (pairs []string) {
	s, isScalar := sampleOf(d).(*tree.Scalar)
	if !isScalar || s.Kind != tree.String || !strings.Contains(s.Text, "=") {
		return nil
	}
	for _, e := range n.Entries[:min(len(n.Entries), mostShown)] {
		v, isScalar := e.Value.(*tree.Scalar)
		if !isScalar {
			return nil
		}
		pairs = append(pairs, e.Key.String()+"="+clip(v.String()))
	}
	return pairs
}

// namesInBraces returns what stands in braces without values: "a, b" of {a, b};
// "" for other maps.
func namesInBraces(n *tree.Map) string {
	var names []string
	for i := range n.Entries {
		e := &n.Entries[i]
		if !tree.IsNull(e.Value) || !e.Span.Known() || strings.HasPrefix(e.Span.File.Text[e.Span.End:], ":") {
			return ""
		}
		names = append(names, e.Span.Text())
	}
	return clip(strings.Join(names, ", "))
}

// textByRules says which text to write in place of a scalar that would break a
// rule in quotes, too.
func (m misfit) textByRules(written string) []string {
	text := tree.NewScalar(tree.StringValue(written), source.Span{})
	for _, rule := range m.Decl.Rules.List() {
		a := rule.Assertion
		if a == nil || a.Accepts(text) {
			continue
		}
		must := "write a text; it must be: " + rule.Describe()
		if a.Keyword() == "format" {
			const seconds = "s"
			if a.Accepts(tree.NewScalar(tree.StringValue(written+seconds), source.Span{})) {
				return []string{must + ", such as " + written + seconds}
			}
			for _, example := range exampleOf(a.Argument()) {
				must += ", " + example
			}
		}
		return []string{must}
	}
	return []string{"write a text that its rule accepts"}
}

func (m misfit) insteadOfArray(n *tree.Array) []string {
	t := &m.Decl.Type
	switch {
	case t.Map != nil && len(n.Items) > 0:
		if whole, ok := joined(n); ok && allows(t.Map, whole) && !m.Secret && !m.Decl.Hides() {
			if sample, ok := paste(m.Path, whole); ok {
				return []string{`without "- " before the keys it is a map:` + "\n" + sample}
			}
		}
		if names, ok := m.asKeys(n); ok {
			return []string{names}
		}
		return []string{m.mapSample()}
	case t.Map != nil:
		return []string{"for a map without keys, write {}"}
	case len(n.Items) == 1:
		s, isScalar := n.Items[0].Value.(*tree.Scalar)
		if !isScalar || !t.Accepts(s) || m.Secret {
			break
		}
		if sample, ok := paste(m.Path, s); ok {
			return []string{`it is not a list: write the value without "- " or brackets:` + "\n" + sample}
		}
	}
	if t.HasScalars() {
		return []string{"it is not a list: write " + m.oneValue()}
	}
	return nil
}

// asKeys says how texts in a list are written as the keys of a map that may have
// them.
func (m misfit) asKeys(n *tree.Array) (string, bool) {
	whole := &tree.Map{}
	for i := range n.Items[:min(len(n.Items), mostShown)] {
		s, ok := n.Items[i].Value.(*tree.Scalar)
		if !ok || s.Kind != tree.String || whole.Find(tree.StringValue(s.Text)) >= 0 {
			return "", false
		}
		k := m.Decl.Type.Map.KeyOf(tree.StringValue(s.Text))
		if k == nil || k.Removed != nil {
			return "", false
		}
		whole.Append(tree.Entry{Key: tree.StringValue(s.Text), Value: sampleValue(&k.Decl)})
	}
	if m.Secret || m.Decl.Hides() {
		return "", false
	}
	sample, ok := paste(m.Path, whole)
	if !ok { // what each key holds is too long
		for i := range whole.Entries {
			if _, isMap := whole.Entries[i].Value.(*tree.Map); isMap {
				whole.Entries[i].Value = &tree.Map{}
			}
		}
		sample, ok = paste(m.Path, whole)
	}
	return "it is a map: write these as keys, each with its value:\n" + sample, ok
}

// oneValue describes the scalars that are declared, strings included.
func (m misfit) oneValue() string {
	if !m.Decl.Type.Scalars.Declares(tree.String) {
		return m.describeScalars()
	}
	if s, ok := m.sample().(*tree.Scalar); ok && s.Kind == tree.String && s.Text != "" {
		return "a text, such as " + inline(s)
	}
	return "one text"
}

// pairOf returns a text under a name as a map with the keys name and value, if
// an array's item has these.
func pairOf(d *schema.Decl, name tree.Value, v tree.Node) (*tree.Map, bool) {
	s, isScalar := v.(*tree.Scalar)
	if d.Type.Map == nil || !isScalar {
		return nil, false
	}
	if k := d.Type.Map.KeyNamed(tree.StringValue("value")); k == nil || !k.Type.Accepts(s) || d.Hides() {
		return nil, false
	}
	for _, key := range []string{"name", "key"} {
		if declares(d.Type.Map, key) {
			return &tree.Map{Entries: []tree.Entry{
				{Key: tree.StringValue(key), Value: tree.NewScalar(name, source.Span{})},
				{Key: tree.StringValue("value"), Value: v},
			}}, true
		}
	}
	return nil, false
}

// pairsOf returns the entries of a map as items of an array, each a map with
// the keys name and value.
func pairsOf(d *schema.Decl, n *tree.Map) (*tree.Array, bool) {
	all := &tree.Array{}
	for _, e := range n.Entries[:min(len(n.Entries), mostShown)] {
		item, ok := pairOf(d, e.Key, e.Value)
		if !ok {
			return nil, false
		}
		all.Items = append(all.Items, tree.Item{Value: item})
	}
	return all, len(all.Items) > 0
}

// joined returns the map that an array of maps amounts to, if no key is
// repeated.
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
func allows(m *schema.Map, n *tree.Map) bool {
	for i := range n.Entries {
		if k := m.KeyOf(n.Entries[i].Key); k == nil || k.Removed != nil {
			return false
		}
	}
	return true
}

// mostShown is the number of keys and lines of a sample.
const mostShown = 6

// mapSample says which keys a map has, and shows how they are written.
func (m misfit) mapSample() string {
	t := m.Decl.Type.Map
	sample := &tree.Map{}
	var names []string
	for i := range t.Keys {
		k := &t.Keys[i]
		if k.Removed != nil || k.Pattern != nil {
			continue
		}
		if names = append(names, k.Name.String()); len(names) <= mostShown {
			sample.Append(tree.Entry{Key: k.Name, Value: sampleValue(&k.Decl)})
		}
	}
	if len(names) > mostShown {
		names = append(names[:mostShown], "…")
	}
	if len(names) == 0 {
		return "write a map: keys, each with a value after \": \""
	}
	text := "write a map with the keys " + strings.Join(names, ", ")
	if len(names) == 1 {
		text = "write a map with the key " + names[0]
	}
	if m.Secret {
		return text
	}
	if shown, ok := paste(m.Path, sample); ok {
		text += ", such as\n" + shown
	}
	return text
}

// arraySample says how an array is written, by an item of the schema.
func (m misfit) arraySample() string {
	text := `it is a list: begin each item with "- "`
	if m.Secret || m.Decl.Type.Array.Item.Hides() {
		return text
	}
	item := sampleValue(&m.Decl.Type.Array.Item)
	if shown, ok := paste(m.Path, &tree.Array{Items: []tree.Item{{Value: item}}}); ok {
		text += ", such as\n" + shown
	}
	return text
}

// sampleValue returns a value that shows how the declaration's are written.
func sampleValue(d *schema.Decl) tree.Node {
	if n := sampleOf(d); n != nil && !d.Hides() {
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

// paste returns the lines to write where the value stands: with its key, if it
// has one.
func paste(path tree.Path, n tree.Node) (string, bool) {
	const mostBytes = 400
	if last := len(path) - 1; last >= 0 && !path[last].Item {
		n = &tree.Map{Entries: []tree.Entry{{Key: path[last].Key, Value: n}}}
	} else if last >= 0 {
		n = &tree.Array{Items: []tree.Item{{Value: n}}}
	}
	text, err := print.AppendNodeYAML(nil, n, print.Options{MaxBytes: mostBytes})
	if err != nil {
		return "", false
	}
	return strings.TrimSuffix(string(text), "\n"), true
}

// article puts "a" or "an" in front of the name of a kind.
func article(kind string) string {
	if strings.HasPrefix(kind, tree.Int.String()) || strings.HasPrefix(kind, "array") {
		return "an " + kind
	}
	return "a " + kind
}

// insteadOfArgument says which part of an annotation's argument is wrong, and
// what to write there.
func (m misfit) insteadOfArgument() []string {
	var hints []string
	if tree.IsNull(m.Node) && len(m.Path) == 0 && (m.Of == schema.OfDefault || m.Of == schema.OfReference) {
		return []string{"for null by default, write #@schema/nullable in place of this annotation"}
	}
	if len(m.Path) > 0 {
		text := "it is at " + m.Path.String() + " of the argument"
		if m.Of == schema.OfComputed {
			text = "it is at " + m.Path.String() + " of the result"
		}
		if s, isScalar := m.Node.(*tree.Scalar); isScalar && !m.Secret {
			text += ": " + clip(inline(s))
		}
		hints = append(hints, text)
	}
	hints = append(hints, m.inArgument()...)
	if _, isArray := m.Node.(*tree.Array); isArray && m.Of == schema.OfReference && len(m.Path) == 0 {
		hint := fmt.Sprintf("for an array of them, write\n- #@schema/type ref=%q on its one item", m.Decl.Ref.Name)
		hints = append(hints, hint)
	}
	return hints
}

// inArgument says what to write where the value is part of an argument, which
// is code.
func (m misfit) inArgument() []string {
	s, isScalar := m.Node.(*tree.Scalar)
	t := &m.Decl.Type
	switch {
	case !isScalar:
		switch {
		case m.Secret:
		case t.Array != nil:
			return []string{"write a list, such as [" + inCode(sampleValue(&t.Array.Item)) + "]"}
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

// declInCode shows a value of the declaration as code has it.
func declInCode(d *schema.Decl) string {
	switch {
	case d.Type.Array != nil:
		return "[" + inCode(sampleValue(&d.Type.Array.Item)) + "]"
	case d.Type.Map != nil:
		return "{\"key\": …}"
	}
	return inCode(sampleValue(d))
}

// inCode shows a value as code has it.
func inCode(n tree.Node) string { return value.Plain(n).String() }

// code writes words of YAML as code has them.
func code(text string) string {
	return strings.NewReplacer("true", "True", "false", "False", "null", "None").Replace(text)
}

// clip shortens a text for a message.
func clip(text string) string { return diag.Clip(text, 80) }

// inline shows a value on one line.
func inline(n tree.Node) string {
	text, err := print.AppendNodeJSON(nil, n, print.JSONOptions{})
	if err != nil {
		return tree.KindName(n)
	}
	return strings.TrimSpace(string(text))
}
