package schemadoc

import (
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"ytt/internal/schema"
	"ytt/internal/tree"
	"ytt/internal/validate"
)

// This file implements the export as JSON Schema. It is about files of values, which may leave out what has a default, so
// only what must be given is required. Types of several alternatives are lists of types; the keywords for maps, arrays
// and so on mind only their own.
//
// Keys by pattern are patternProperties, and "any" or a function additionalProperties. There are two differences:
// a key of ours belongs to one entry of the schema, while JSON Schema applies all that match. So where an earlier entry
// may have taken a key, a later one also allows what that one declares:
//
//	"patternProperties": {
//	  "^[a-z]+$":   {"type": "string"},
//	  "^[a-z0-9]+$": {"anyOf": [{"type": "integer"}, {"$ref": "#/patternProperties/^[a-z]+$"}]}
//	}

// Draft is a version of JSON Schema.
type Draft uint8

const (
	Draft2020 Draft = iota // 2020-12
	Draft07
)

// JSONSchema returns the schema of values as JSON Schema.
func JSONSchema(s *schema.Schema, draft Draft) *tree.Map {
	x := jsonExport{presence: newPresence(withRules), dialect: draft2020}
	uri := "https://json-schema.org/draft/2020-12/schema"
	if draft == Draft07 {
		x.dialect, uri = draft07, "http://json-schema.org/draft-07/schema#"
	}
	values := x.decl(s.Root, "", false)
	return &tree.Map{Entries: append([]tree.Entry{entry("$schema", text(uri))}, values.Entries...)}
}

type jsonExport struct {
	builder
	presence
	dialect dialect
	at      []string // the steps of a JSON pointer to the schema in work
}

func (x *jsonExport) enter(steps ...string) { x.at = append(x.at, steps...) }
func (x *jsonExport) leave(steps int)       { x.at = x.at[:len(x.at)-steps] }

// reference returns a schema that stands for another place, relative to the one in work.
func (x *jsonExport) reference(steps ...string) tree.Node {
	var b strings.Builder
	b.WriteByte('#')
	for _, part := range [][]string{x.at, steps} {
		for _, step := range part {
			b.WriteByte('/')
			b.WriteString(escapePointer(step))
		}
	}
	return object(entry("$ref", text(b.String())))
}

// escapePointer writes a step of a JSON pointer that stands in a URI (RFC 6901 §6).
func escapePointer(step string) string {
	step = strings.NewReplacer("~", "~0", "/", "~1").Replace(step)
	var b strings.Builder
	for i := range len(step) {
		c := step[i]
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("-_.~$+*()!,;=:@", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		const digits = "0123456789ABCDEF"
		b.WriteByte('%')
		b.WriteByte(digits[c>>4])
		b.WriteByte(digits[c&15])
	}
	return b.String()
}

// decl returns the schema of a declaration. title is that of values that have none of their own; secret says that the
// declaration is part of something sensitive.
func (x *jsonExport) decl(d *schema.Decl, title string, secret bool) *tree.Map {
	base := x.open()
	secret = secret || d.Sensitive
	c := constrain(d, x.dialect)
	x.addWords(d, title)
	x.addTypes(&d.Type, &c)
	if d.Sensitive {
		x.add("writeOnly", yes)
	}
	x.stack = append(x.stack, c.keywords...)
	x.addSamples(d, secret)
	if d.Type.Array != nil {
		x.enter("items")
		x.add("items", x.decl(&d.Type.Array.Item, "", secret))
		x.leave(1)
	}
	if d.Type.Map != nil {
		x.addKeys(&c, d.Type.Map, secret)
	}
	if c.more != nil {
		x.add("allOf", list(c.more...))
	}
	if c.unsaid != nil {
		x.add("x-ytt-rules", texts(c.unsaid))
	}
	return x.cut(base)
}

func (x *jsonExport) addWords(d *schema.Decl, title string) {
	docs := d.Docs
	if docs == nil {
		x.addText("title", title)
		return
	}
	if docs.Title != "" {
		title = docs.Title
	}
	x.addText("title", title)
	desc := docs.Desc
	if docs.Deprecated != nil && *docs.Deprecated != "" {
		if desc != "" {
			desc = strings.TrimRight(desc, "\n") + "\n\n"
		}
		desc += "Deprecated: " + *docs.Deprecated
	}
	x.addText("description", desc)
	if docs.Deprecated != nil {
		x.add("deprecated", yes)
	}
}

// addTypes adds the types of the values that can be valid, unless that is all.
func (x *jsonExport) addTypes(t *schema.Type, c *constraints) {
	if c.kinds == validate.Anything {
		return
	}
	var names []tree.Node
	add := func(kind validate.Kinds, name *tree.Scalar) {
		if c.kinds&kind != 0 {
			names = append(names, name)
		}
	}
	add(validate.Array, arrayWord)
	add(validate.Bool, booleanWord)
	if t.Any || t.Scalars.Declares(tree.Float) {
		add(validate.Number, numberWord)
	} else {
		add(validate.Number, integerWord)
	}
	add(validate.Map, objectWord)
	add(validate.String, stringWord)
	add(validate.Null, nullWord)
	switch len(names) {
	case 0:
		c.add("not", object())
	case 1:
		x.add("type", names[0])
	default:
		x.add("type", list(names...))
	}
}

// addSamples adds the default and the examples. The default of a map is that of its keys, unless it is another.
func (x *jsonExport) addSamples(d *schema.Decl, secret bool) {
	if x.defaultStands(d) && !defaultIsImplied(d) && shown(d, d.Default, secret) {
		x.add("default", d.Default)
	}
	if d.Docs == nil {
		return
	}
	var examples, words []tree.Node
	described := false
	for _, e := range d.Docs.Examples {
		if shown(d, e.Value, secret) {
			examples = append(examples, d.Complete(e.Value))
			words = append(words, text(e.Desc))
			described = described || e.Desc != ""
		}
	}
	if examples != nil {
		x.add("examples", list(examples...))
	}
	if described {
		x.add("x-ytt-example-descriptions", list(words...))
	}
}

// defaultIsImplied reports whether a default is a map that holds nothing but the defaults of its keys.
func defaultIsImplied(d *schema.Decl) bool {
	n, ok := d.Default.(*tree.Map)
	if !ok || d.Type.Map == nil || int64(len(n.Entries)) != insertedKeys(d.Type.Map) {
		return false
	}
	for i := range d.Type.Map.Keys {
		if k := &d.Type.Map.Keys[i]; k.Inserted() {
			if v, _ := n.Get(k.Name); v != k.Default {
				return false
			}
		}
	}
	return true
}

// addKeys adds what says which keys a map has, and what they hold.
func (x *jsonExport) addKeys(c *constraints, m *schema.Map, secret bool) {
	base := x.open()
	var required []string
	var taken []claim // entries that come before the patterns
	x.enter("properties", "")
	for i := range m.Keys {
		k := &m.Keys[i]
		if k.Pattern != nil {
			continue
		}
		name := k.Name.String()
		if k.Removed != nil {
			if hasPatterns(m) { // which would let it in
				x.add(name, object(entry("not", object())))
			}
			continue
		}
		x.at[len(x.at)-1] = name
		x.add(name, x.property(k, secret))
		if x.mustBeGiven(k) {
			required = append(required, name)
		}
		taken = append(taken, claim{place: []string{"properties", name}, name: name})
	}
	x.leave(2)
	x.add("properties", x.cut(base))
	if required != nil {
		x.add("required", texts(required))
	}
	x.addPatterns(c, m, taken, secret)
}

func hasPatterns(m *schema.Map) bool {
	return slices.ContainsFunc(m.Keys, func(k schema.Key) bool { return k.Pattern != nil })
}

// property returns the schema of a key. One that must not be there has a schema that nothing meets.
func (x *jsonExport) property(k *schema.Key, secret bool) tree.Node {
	if k.Optional && forbids(k.Expects) {
		return object(entry("not", object()))
	}
	return x.decl(&k.Decl, k.Label(), secret)
}

// forbids reports whether a map must not have a key even once.
func forbids(e schema.Expects) bool {
	for _, c := range e.Criteria {
		if c.IsCode() || c.N == 1 || c.AtLeast && c.N <= 1 {
			return false
		}
	}
	return e.Criteria != nil
}

// claim is an entry of a map's schema that takes keys.
type claim struct {
	place []string       // of its schema
	name  string         // the key, or else
	parts *syntax.Regexp // the pattern
}

// mayShare reports whether a pattern matches keys that an entry before it takes.
func (c *claim) mayShare(p *schema.Pattern, parts *syntax.Regexp) bool {
	if c.parts == nil {
		return p.Regex.MatchString(c.name)
	}
	first, second := endsOf(c.parts), endsOf(parts)
	prefixes := strings.HasPrefix(first.prefix, second.prefix) || strings.HasPrefix(second.prefix, first.prefix)
	suffixes := strings.HasSuffix(first.suffix, second.suffix) || strings.HasSuffix(second.suffix, first.suffix)
	return prefixes && suffixes
}

// ends are how all texts that a pattern matches begin and end.
type ends struct{ prefix, suffix string }

func endsOf(re *syntax.Regexp) ends {
	switch {
	case re.Flags&syntax.FoldCase != 0:
	case re.Op == syntax.OpLiteral:
		return ends{string(re.Rune), string(re.Rune)}
	case re.Op == syntax.OpCapture:
		return endsOf(re.Sub[0])
	case re.Op == syntax.OpConcat && len(re.Sub) > 0:
		return ends{endsOf(re.Sub[0]).prefix, endsOf(re.Sub[len(re.Sub)-1]).suffix}
	}
	return ends{}
}

// addPatterns adds what is said about keys that have no entry of their own.
func (x *jsonExport) addPatterns(c *constraints, m *schema.Map, taken []claim, secret bool) {
	var others []*schema.Key // whose keys have no expression
	base := x.open()
	for i := range m.Keys {
		k := &m.Keys[i]
		if k.Pattern == nil {
			continue
		}
		x.countKeys(c, m, k)
		if k.Pattern.Regex == nil {
			others = append(others, k)
			if k.Pattern.IsCode() {
				c.unsaid = append(c.unsaid, "other keys: "+k.Pattern.Words())
			}
		} else if re, ok := wholePattern(k.Pattern.Text); ok {
			if !slices.ContainsFunc(taken, func(c claim) bool { return c.place[1] == re && c.parts != nil }) {
				taken = append(taken, x.addPattern(k, re, taken, others, secret))
			}
		} else {
			others = append(others, k)
			c.unsaid = append(c.unsaid, "other keys: "+k.Pattern.Words())
		}
		if k.Pattern.Any {
			break // nothing is left for the patterns behind it
		}
	}
	if patterns := x.cut(base); len(patterns.Entries) > 0 {
		x.add("patternProperties", patterns)
	}
	x.enter("additionalProperties")
	defer x.leave(1)
	switch len(others) {
	case 0:
		x.add("additionalProperties", no)
	case 1:
		x.add("additionalProperties", x.decl(&others[0].Decl, titleOf(&others[0].Decl), secret))
	default:
		x.add("additionalProperties", x.anyOf(others, nil, secret))
	}
}

// titleOf returns the title of values under keys that are not known: only one of their own.
func titleOf(d *schema.Decl) string {
	if d.Docs == nil {
		return ""
	}
	return d.Docs.Title
}

// addPattern adds the schema of the keys that an expression matches. Entries before it may have taken some.
func (x *jsonExport) addPattern(k *schema.Key, re string, taken []claim, others []*schema.Key, secret bool) claim {
	parts, _ := syntax.Parse(k.Pattern.Text, syntax.Perl) // it was parsed before
	place := []string{"patternProperties", re}
	var earlier []tree.Node
	for i := range taken {
		if taken[i].mayShare(k.Pattern, parts) {
			earlier = append(earlier, x.reference(taken[i].place...))
		}
	}
	for i := range others {
		step := []string{"additionalProperties"}
		if len(others) > 1 {
			step = append(step, "anyOf", strconv.Itoa(i))
		}
		earlier = append(earlier, x.reference(step...))
	}
	x.enter(place...)
	defer x.leave(len(place))
	if earlier == nil {
		x.add(re, x.decl(&k.Decl, titleOf(&k.Decl), secret))
		return claim{place: place, parts: parts}
	}
	x.add(re, x.anyOf([]*schema.Key{k}, earlier, secret))
	return claim{place: append(place, "anyOf", "0"), parts: parts}
}

// anyOf returns a schema that values of any of the keys meet, or of other schemas.
func (x *jsonExport) anyOf(keys []*schema.Key, more []tree.Node, secret bool) tree.Node {
	var all []tree.Node
	for i, k := range keys {
		x.enter("anyOf", strconv.Itoa(i))
		all = append(all, x.decl(&k.Decl, titleOf(&k.Decl), secret))
		x.leave(2)
	}
	return object(entry("anyOf", list(append(all, more...)...)))
}

// countKeys says how many keys fit a pattern. That can be said only of maps that have no others.
func (x *jsonExport) countKeys(c *constraints, m *schema.Map, k *schema.Key) {
	criteria := k.Expects.Criteria
	if len(criteria) == 1 && criteria[0].AtLeast && criteria[0].N == 0 {
		return
	}
	exact := len(m.Keys) == 1
	var alternatives []tree.Node
	if criteria == nil {
		criteria = []schema.Criterion{{N: 1}}
	}
	for _, criterion := range criteria {
		n := integer(int64(criterion.N))
		count := object(entry("minProperties", n))
		if !criterion.AtLeast {
			count.Append(entry("maxProperties", n))
		}
		alternatives = append(alternatives, count)
		exact = exact && !criterion.IsCode()
	}
	switch {
	case !exact:
		c.unsaid = append(c.unsaid, k.Expects.Words()+": "+k.Pattern.Words())
	case len(alternatives) > 1:
		c.more = append(c.more, object(entry("anyOf", list(alternatives...))))
	default:
		c.more = append(c.more, alternatives...)
	}
}
