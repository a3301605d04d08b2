package importer

import (
	"slices"
	"strconv"
	"strings"

	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements reading schema objects: what they, the schemas that they
// refer to, and those in allOf say about a value is collected in one flat.

// place is a schema with its position.
type place struct {
	node tree.Node
	file *document
	ptr  string // JSON pointer in the file: "/properties/a"
	span source.Span
}

func (p place) below(e *tree.Entry) place {
	return place{e.Value, p.file, p.ptr + "/" + Escape(e.Key.String()), e.Span}
}

// at returns the item of a list below a place.
func (p place) at(i int, item *tree.Item) place {
	return place{item.Value, p.file, p.ptr + "/" + number10(i), item.Span}
}

// Escape returns a key as a step of a JSON pointer.
func Escape(step string) string {
	if !strings.ContainsAny(step, "~/") {
		return step
	}
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(step)
}

// flat is what schemas say together about a value.
type flat struct {
	place

	typed      bool
	types      kinds // if typed
	nullable   bool
	impossible bool // no value is valid

	notes       []string
	title, desc string
	examples    []example
	preset      tree.Node
	deprecated  bool
	sensitive   bool

	limits   []limit
	lengths  []length
	patterns []string
	formats  [][]string
	unique   bool
	keys     []string // by which items differ
	embedded bool     // an object of Kubernetes
	loose    kinds    // of values, whatever the types; 0 for none
	enums    []enum
	direct   []rule // of our own export

	props    []*property
	required []string
	wild     []*property             // patternProperties
	index    [2]map[string]*property // of props and wild, if there are many
	must     map[string]bool         // required, if there are many
	scopes   []otherKeys
	isOpen   bool    // keys that are not declared may be anything
	unsure   bool    // what is not carried over may say more about the value: which keys it may have, say
	claimed  bool    // it is of our own export, for keys that no earlier pattern claims
	names    []place // propertyNames
	items    []place
	cross    []crossRule
	excluded []enum     // what values must not be
	ownCross []string   // @schema/rules of our own export; what JSON Schema says of them is left out
	notNull  [][]string // keys of which exactly one is not null

	optional     []string          // keys that nothing adds
	inserted     []string          // keys that are there if they are not given, though the default may be hidden
	expects      map[string]string // how many keys a pattern must match
	renamed      []oldPath
	requiredMaps []tree.KeyPath // that must be given though JSON Schema has them among alternatives
	remedy       string         // what to do instead of giving the value
	described    []described

	entered []*tree.Map
	refs    []reference // schemas that contain themselves
}

// limit is a bound of a number, or what it is a multiple of.
type limit struct {
	keyword   string // "min", "max", "multiple_of"
	value     *tree.Scalar
	exclusive bool
}

// length is a bound of the length of values of a kind.
type length struct {
	of  kinds
	max bool
	n   int64
}

// enum lists the values of some kinds.
type enum struct {
	values []tree.Node
	only   kinds // 0 for all
}

// otherKeys is an object with additionalProperties, which are about the keys
// that are not declared beside them.
type otherKeys struct {
	place
	names      []string
	patterns   []string
	unreadable bool // one of the patterns is no regular expression of ours: nobody knows which keys are left over
	closed     bool // there are no other keys
	open       bool // the others may be anything; else they are of the schema at the place
}

// covers reports whether a key is declared, so that additionalProperties are
// not about it.
func (s *otherKeys) covers(name string) bool {
	return s.unreadable || slices.Contains(s.names, name) ||
		slices.ContainsFunc(s.patterns, func(p string) bool { return matchesAnywhere(p, name) })
}

// property is a key with the schemas for its values.
type property struct {
	name   string
	places []place
}

// crossRule is a rule about which keys there are.
type crossRule struct {
	keys []string
	rule        // a condition on the map
	text string // the same as a dict for @schema/rules, if all keys always have values that count as set; "" for none
}

// collect adds what a schema says.
func (im *importer) collect(f *flat, p place) {
	switch n := p.node.(type) {
	case *tree.Scalar:
		switch {
		case n.Kind == tree.Bool && n.Bool(), tree.IsNull(n):
		case n.Kind == tree.Bool:
			f.impossible = true
		default:
			im.notASchema(p)
		}
	case *tree.Map:
		im.object(f, p, n)
	default:
		im.notASchema(p)
	}
}

func (im *importer) object(f *flat, p place, m *tree.Map) {
	if im.budget--; im.budget < 0 {
		im.tooLarge(f, p)
		return
	}
	const often = 1024
	if im.stop != nil && im.budget%often == 0 && im.stop(0) != nil {
		im.budget = -1
	}
	if !im.enter(f, p) {
		return
	}
	defer im.exit()
	f.embedded = f.embedded || im.of == custom && m == im.root
	_, refers := m.GetString("$ref")
	ignored := refers && im.language == draft07
	if n, given := m.GetString("unevaluatedProperties"); given && !ignored &&
		lookup("unevaluatedProperties", im.language) != nil && isFalse(n) {
		im.evaluated(f, p, m)
		return
	}
	im.entries(f, p, m)
}

// evaluated reads an object whose unevaluatedProperties are false: what else is
// said in it tells which keys there may be.
func (im *importer) evaluated(f *flat, p place, m *tree.Map) {
	g := &flat{place: p}
	im.entries(g, p, m)
	below := p.below(&m.Entries[m.Find(tree.StringValue("unevaluatedProperties"))])
	s := otherKeys{place: below, closed: true}
	for _, k := range g.props {
		s.names = append(s.names, k.name)
	}
	for _, k := range g.wild {
		s.patterns = append(s.patterns, k.name)
	}
	switch {
	case g.unsure || len(g.refs) > 0 || slices.ContainsFunc(g.scopes, func(s otherKeys) bool { return s.unreadable }):
		im.lose(g, below, "unevaluatedProperties", "which keys may be left over")
		g.unsure = true
	case len(g.scopes) == 0: // otherwise all keys are evaluated
		g.scopes = append(g.scopes, s)
	}
	f.and(g)
}

// entries reads what stands in an object: alternatives last, as they depend on
// what else is known.
func (im *importer) entries(f *flat, p place, m *tree.Map) {
	_, refers := m.GetString("$ref")
	if c, given := m.GetString("$comment"); given {
		f.readOwnComment(textOf(c))
	}
	for _, last := range []bool{false, true} {
		for i := range m.Entries {
			if e := &m.Entries[i]; isAlternatives(e.Key.String()) == last {
				im.entry(f, p, m, e, refers)
			}
		}
	}
}

func isAlternatives(name string) bool { return name == "anyOf" || name == "oneOf" }

// entry reads one entry of an object. refers says that a $ref stands beside it.
func (im *importer) entry(f *flat, p place, m *tree.Map, e *tree.Entry, refers bool) {
	name := e.Key.String()
	below := p.below(e)
	k := lookup(name, im.language)
	if k == nil {
		im.extension(f, below, name)
		return
	}
	im.count(below)
	switch {
	case len(f.ownCross) > 0 && (name == "if" || name == "then"):
	case refers && im.language == draft07 && !isAnnotation(name):
		im.lose(f, below, name, "what stands beside $ref does not count in draft-07")
	case k.lost != "":
		if s, isScalar := e.Value.(*tree.Scalar); name == "readOnly" && isScalar && !s.Bool() {
			return
		}
		im.lose(f, below, name, k.lost)
		f.unsure = f.unsure || isInPlace(name)
	default:
		im.keyword(f, below, name, m)
	}
}

func isAnnotation(name string) bool {
	return slices.Contains([]string{"$ref", "$schema", "$id", "$comment", "title", "description", "default",
		"deprecated", "examples", "writeOnly", "definitions"}, name)
}

// extension reads a key that the language does not define, but editors read.
func (im *importer) extension(f *flat, p place, name string) {
	switch name {
	case "errorMessage":
		if _, remedy, found := strings.Cut(textOf(p.node), " was removed: "); found {
			f.remedy = remedy
		}
	case "deprecated": // draft-07 does not have it
		f.deprecated = f.deprecated || isTrue(p.node)
	}
}

// comment reads a comment. Lines that our own export writes are the
// descriptions of examples, and rules that JSON Schema does not have.
func (im *importer) comment(f *flat, p place) {
	for line := range strings.SplitSeq(textOf(p.node), "\n") {
		if ownLine(line) != nil {
			continue // read before the rest
		}
		if number, desc, ok := strings.Cut(strings.TrimPrefix(line, "example "), ": "); ok &&
			strings.HasPrefix(line, "example ") {
			if i, err := strconv.Atoi(number); err == nil {
				f.described = append(f.described, described{i, desc})
				continue
			}
		}
		if line != "" {
			f.notes = append(f.notes, line)
		}
	}
}

// ownLine returns what a line of a comment of our own export says, nil if it is
// none.
func ownLine(line string) *tree.Map {
	own, ok := strings.CutPrefix(line, "ytt: ")
	if !ok {
		return nil
	}
	return parseJSON(own)
}

// readOwnComment reads what a comment of our own export says about rules.
func (f *flat) readOwnComment(comment string) {
	for line := range strings.SplitSeq(comment, "\n") {
		if m := ownLine(line); m != nil {
			f.readOwn(m)
		}
	}
}

// described is the description of an example, counted from 1.
type described struct {
	example int
	desc    string
}

// readOwn reads what our own export says about rules that JSON Schema does not
// have.
func (f *flat) readOwn(m *tree.Map) {
	part := func(key string) []tree.Entry {
		n, _ := m.GetString(key)
		if inner, ok := n.(*tree.Map); ok {
			return inner.Entries
		}
		return nil
	}
	for _, e := range part("validation") {
		f.direct = append(f.direct, rule{keyword: e.Key.String(), arg: expression(e.Value)})
	}
	for _, e := range part("expects") {
		f.expect(e.Key.String(), expression(e.Value))
	}
	if n, given := m.GetString("claimed"); given {
		f.claimed = isTrue(n)
	}
	if n, _ := m.GetString("rules"); n != nil {
		if list, ok := n.(*tree.Array); ok {
			for i := range list.Items {
				f.ownCross = append(f.ownCross, expression(list.Items[i].Value))
			}
		}
	}
	if n, _ := m.GetString("required"); n != nil {
		if list, ok := n.(*tree.Array); ok {
			for i := range list.Items {
				if path, err := tree.ParseKeyPath(textOf(list.Items[i].Value)); err == nil {
					f.requiredMaps = append(f.requiredMaps, path)
				}
			}
		}
	}
	if n, _ := m.GetString("renamed"); n != nil {
		f.readRenamed(n)
	}
	if n, _ := m.GetString("optional"); n != nil {
		if list, ok := n.(*tree.Array); ok {
			for i := range list.Items {
				f.optional = append(f.optional, textOf(list.Items[i].Value))
			}
		}
	}
}

func (f *flat) expect(pattern, count string) {
	if f.expects == nil {
		f.expects = map[string]string{}
	}
	f.expects[pattern] = count
}

func (f *flat) hasDirect(keyword string) bool {
	return slices.ContainsFunc(f.direct, func(r rule) bool { return r.keyword == keyword })
}

// keyword reads one keyword that has a counterpart. m is the object in which it
// stands.
func (im *importer) keyword(f *flat, p place, name string, m *tree.Map) {
	switch name {
	case "$ref":
		im.reference(f, p)
	case "$comment":
		im.comment(f, p)
	case "title":
		f.title = orElse(f.title, textOf(p.node))
	case "description":
		f.desc = orElse(f.desc, textOf(p.node))
	case "default":
		if f.preset == nil && im.of != builtin && !(im.of == custom && tree.IsNull(p.node)) {
			f.preset = p.node
		}
	case "deprecated":
		f.deprecated = f.deprecated || isTrue(p.node)
	case "writeOnly":
		f.sensitive = f.sensitive || isTrue(p.node)
	case "examples":
		im.examples(f, p)
	case "example":
		f.examples = append(f.examples, example{"", p.node})
	case "type":
		im.types(f, p)
	case "nullable":
		f.nullable = f.nullable || isTrue(p.node)
	case "x-kubernetes-int-or-string":
		if isTrue(p.node) {
			f.restrict(integer | text)
		}
	case "x-kubernetes-preserve-unknown-fields":
		f.isOpen = f.isOpen || isTrue(p.node)
	case "enum", "const":
		im.enum(f, p, name)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		im.limit(f, p, name, m)
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		im.length(f, p, name)
	case "pattern":
		if _, _, ok := wholePattern(textOf(p.node)); ok {
			f.patterns = append(f.patterns, textOf(p.node))
		} else {
			im.lose(f, p, name, "a regular expression that RE2 does not have: "+textOf(p.node))
		}
	case "format":
		im.format(f, p, m)
	case "contentEncoding", "contentMediaType":
		im.content(f, p, name)
	case "uniqueItems":
		f.unique = f.unique || isTrue(p.node)
	case "x-kubernetes-list-type":
		if im.of == custom && textOf(p.node) == "map" {
			list, _ := m.GetString("x-kubernetes-list-map-keys")
			f.keys = textsIn(list)
		}
		f.unique = f.unique || textOf(p.node) == "set" && im.of != builtin
	case "x-kubernetes-list-map-keys":
		if im.of == neither {
			im.lose(f, p, name, "by which keys the items differ")
		}
	case "x-kubernetes-embedded-resource":
		if isTrue(p.node) && im.of == custom {
			f.embedded = true
		} else if isTrue(p.node) && im.of == neither {
			im.lose(f, p, name, "that the value is a Kubernetes object")
		}
	case "x-kubernetes-validations":
		im.lose(f, p, name, "rules in the language CEL")
	case "items":
		_, isList := p.node.(*tree.Array)
		_, hasFirst := m.GetString("prefixItems")
		switch {
		case isList:
			im.lose(f, p, name, "the schemas of items by their position")
		case hasFirst && lookup("prefixItems", im.language) != nil:
			im.lose(f, p, name, "the schema of items after those with a position")
		default:
			f.items = append(f.items, p)
		}
	case "allOf", "anyOf", "oneOf":
		im.combination(f, p, name)
	case "not":
		im.not(f, p)
	case "dependencies", "dependentRequired":
		im.dependencies(f, p, name)
	default:
		im.keys(f, p, name, m)
	}
}

// keys reads the keywords about the keys of objects.
func (im *importer) keys(f *flat, p place, name string, object *tree.Map) {
	m, isMap := p.node.(*tree.Map)
	switch name {
	case "properties", "patternProperties":
		if !isMap {
			im.notASchema(p)
			return
		}
		for i := range m.Entries {
			e := &m.Entries[i]
			if name == "patternProperties" {
				if _, _, ok := wholePattern(e.Key.String()); !ok {
					im.lose(f, p, name, "a regular expression that RE2 does not have: "+e.Key.String())
					continue
				}
			}
			f.addProperty(name == "patternProperties", e.Key.String(), p.below(e))
		}
	case "required":
		if list, ok := p.node.(*tree.Array); ok && !im.isStatus(p) {
			for i := range list.Items {
				f.required = append(f.required, textOf(list.Items[i].Value))
			}
			f.must = nil
		}
	case "additionalProperties":
		f.scopes = append(f.scopes, scopeOf(p, object))
	case "unevaluatedProperties": // those that are false are read with the object
		if s, ok := p.node.(*tree.Scalar); !ok || s.Kind != tree.Bool {
			im.lose(f, p, name, "the schema of keys that are left over")
		}
	case "propertyNames":
		f.names = append(f.names, p)
	}
}

// scopeOf returns what additionalProperties in an object are about.
func scopeOf(p place, object *tree.Map) otherKeys {
	s := otherKeys{place: p, closed: isFalse(p.node)}
	m, isMap := p.node.(*tree.Map)
	s.open = isTrue(p.node) || isMap && len(m.Entries) == 0
	for _, key := range []string{"properties", "patternProperties"} {
		n, _ := object.GetString(key)
		all, _ := n.(*tree.Map)
		for i := 0; all != nil && i < len(all.Entries); i++ {
			name := all.Entries[i].Key.String()
			if key == "properties" {
				s.names = append(s.names, name)
			} else if _, _, ok := wholePattern(name); ok {
				s.patterns = append(s.patterns, name)
			} else {
				s.unreadable = true
			}
		}
	}
	return s
}

// few is the number of names up to which one is looked for without a map.
const few = 16

// addProperty adds schemas for a key, or for the keys of a pattern.
func (f *flat) addProperty(wild bool, name string, places ...place) {
	to, index := &f.props, &f.index[0]
	if wild {
		to, index = &f.wild, &f.index[1]
	}
	if known := find(*to, index, name); known != nil {
		known.places = append(known.places, places...)
		return
	}
	p := &property{name, slices.Clone(places)}
	*to = append(*to, p)
	if *index != nil {
		(*index)[name] = p
	}
}

// find finds a property by its name. It makes an index if there are many.
func find(all []*property, index *map[string]*property, name string) *property {
	if len(all) <= few {
		for _, p := range all {
			if p.name == name {
				return p
			}
		}
		return nil
	}
	if len(*index) != len(all) {
		*index = make(map[string]*property, len(all))
		for _, p := range all {
			(*index)[p.name] = p
		}
	}
	return (*index)[name]
}

// requires reports whether a key must be given.
func (f *flat) requires(name string) bool {
	if len(f.required) <= few {
		return slices.Contains(f.required, name)
	}
	if f.must == nil {
		f.must = make(map[string]bool, len(f.required))
		for _, name := range f.required {
			f.must[name] = true
		}
	}
	return f.must[name]
}

// restrict says that only some kinds of values are valid.
func (f *flat) restrict(to kinds) {
	if f.typed {
		to = f.types.and(to)
	}
	f.typed, f.types = true, to
}

// typeNames are the types by their names in schemas.
var namesOfTypes = [...]struct {
	name string
	kind kinds
}{{"null", null}, {"boolean", boolean}, {"integer", integer}, {"number", number}, {"string", text}, {"object", object},
	{"array", array}}

func (im *importer) types(f *flat, p place) {
	names := []tree.Node{p.node}
	if list, ok := p.node.(*tree.Array); ok {
		names = nil
		for i := range list.Items {
			names = append(names, list.Items[i].Value)
		}
	}
	var to kinds
	for _, n := range names {
		known := false
		for _, t := range namesOfTypes {
			if s, ok := n.(*tree.Scalar); ok && (t.name == textOf(n) || t.kind == null && s.Kind == tree.Null) {
				to |= t.kind
				known = true
			}
		}
		if !known {
			im.lose(f, p, "type", "an unknown type: "+expression(n))
			return
		}
	}
	f.restrict(to)
}

func (im *importer) examples(f *flat, p place) {
	list, ok := p.node.(*tree.Array)
	if !ok {
		im.lose(f, p, "examples", "examples that are not a list")
		return
	}
	for i := range list.Items {
		f.examples = append(f.examples, example{"", list.Items[i].Value})
	}
}

func (im *importer) enum(f *flat, p place, name string) {
	values := []tree.Node{p.node}
	if list, ok := p.node.(*tree.Array); ok && name == "enum" {
		values = nil
		for i := range list.Items {
			values = append(values, list.Items[i].Value)
		}
	} else if name == "enum" {
		im.lose(f, p, name, "an enum that is not a list")
		return
	}
	f.enums = append(f.enums, enum{values: values})
}

func (im *importer) limit(f *flat, p place, name string, m *tree.Map) {
	s, ok := p.node.(*tree.Scalar)
	if ok && s.Kind == tree.Bool && strings.HasPrefix(name, "exclusive") {
		return // read with minimum and maximum, as OpenAPI 3.0 has it
	}
	if !ok || kindOf(s)&(integer|number) == 0 {
		im.lose(f, p, name, "a bound that is not a number")
		return
	}
	l := limit{keyword: "multiple_of", value: s}
	switch {
	case strings.HasSuffix(name, "inimum"):
		l.keyword = "min"
	case strings.HasSuffix(name, "aximum"):
		l.keyword = "max"
	case s.Float() <= 0 && s.Kind == tree.Float, s.Kind == tree.Int && s.Int() <= 0:
		im.lose(f, p, name, "multiples of what is not above zero")
		return
	}
	l.exclusive = strings.HasPrefix(name, "exclusive")
	if old, given := m.GetString("exclusive" + strings.ToUpper(name[:1]) + name[1:]); given && isTrue(old) {
		l.exclusive = true
	}
	f.limits = append(f.limits, l)
}

func (im *importer) length(f *flat, p place, name string) {
	s, ok := p.node.(*tree.Scalar)
	var n int64
	switch {
	case ok && s.Kind == tree.Int:
		n = s.Int()
	case ok && s.Kind == tree.Float && s.Float() == float64(int64(s.Float())):
		n = int64(s.Float())
	default:
		im.lose(f, p, name, "a length that is not an integer")
		return
	}
	l := length{of: text, max: strings.HasPrefix(name, "max"), n: n}
	switch {
	case strings.HasSuffix(name, "Items"):
		l.of = array
	case strings.HasSuffix(name, "Properties"):
		l.of = object
	}
	f.lengths = append(f.lengths, l)
}

func (im *importer) dependencies(f *flat, p place, name string) {
	m, _ := p.node.(*tree.Map)
	if m == nil {
		return
	}
	for i := range m.Entries {
		e := &m.Entries[i]
		list, ok := e.Value.(*tree.Array)
		if !ok {
			im.lose(f, p, name, "a schema that depends on a key")
			f.unsure = true
			continue
		}
		key, others := e.Key.String(), []string(nil)
		for j := range list.Items {
			if other := textOf(list.Items[j].Value); other != key {
				others = appendNew(others, other)
			}
		}
		if len(others) == 0 {
			continue
		}
		f.cross = append(f.cross, crossRule{
			append([]string{key}, others...),
			rule{words: key + " requires " + strings.Join(others, ", "),
				code: quoted(key) + " not in v or " + hasAll(others), only: object},
			`{"requires": {` + quoted(key) + ": " + quotedList(others) + "}}",
		})
	}
}

// hasAll returns the condition that a map v has some keys.
func hasAll(keys []string) string {
	all := make([]string, len(keys))
	for i, key := range keys {
		all[i] = quoted(key) + " in v"
	}
	return strings.Join(all, " and ")
}

// not reads the few negations that have a counterpart.
func (im *importer) not(f *flat, p place) {
	m, isMap := p.node.(*tree.Map)
	switch {
	case isMap && len(m.Entries) == 0, isTrue(p.node):
		f.impossible = true
		return
	case isFalse(p.node):
		return
	case !isMap || len(m.Entries) != 1:
		im.loseNot(f, p)
		return
	}
	below := p.below(&m.Entries[0])
	switch name := m.Entries[0].Key.String(); name {
	case "type":
		mark := im.mark()
		g := &flat{place: p}
		im.types(g, below)
		if len(g.notes) == 0 && (g.types&integer == 0 || g.types&number != 0) {
			im.count(below)
			f.restrict(everything &^ wide(g.types))
			return
		}
		im.rollback(mark)
	case "required":
		if names := onlyRequired(p.node); len(names) > 0 { // what is no map has all of them
			im.count(below)
			text := ""
			if len(names) == 2 {
				text = `{"at_most_one_of": ` + quotedList(names) + "}"
			}
			words := "not all of " + strings.Join(names, ", ")
			if len(names) == 1 {
				words = "no " + names[0]
			}
			f.restrict(object)
			f.cross = append(f.cross, crossRule{names, rule{words: words, code: "not (" + hasAll(names) + ")",
				only: object}, text})
			return
		}
	case "const", "enum":
		g := &flat{place: p}
		im.enum(g, below, name)
		if len(g.enums) == 1 && !slices.ContainsFunc(g.enums[0].values,
			func(v tree.Node) bool { return kindOf(v)&(object|array) != 0 }) {
			im.count(below)
			if slices.ContainsFunc(g.enums[0].values, tree.IsNull) {
				f.restrict(everything &^ null)
			}
			f.excluded = append(f.excluded, g.enums...)
			return
		}
	}
	im.loseNot(f, p)
}

func (im *importer) loseNot(f *flat, p place) { im.lose(f, p, "not", "what must not be") }

// onlyRequired returns the keys of a schema that says nothing but that they are
// required.
func onlyRequired(n tree.Node) (names []string) {
	m, ok := n.(*tree.Map)
	if !ok || len(m.Entries) != 1 || m.Entries[0].Key.String() != "required" {
		return nil
	}
	list, ok := m.Entries[0].Value.(*tree.Array)
	if !ok {
		return nil
	}
	for i := range list.Items {
		names = appendNew(names, textOf(list.Items[i].Value))
	}
	return names
}

// reference follows $ref.
func (im *importer) reference(f *flat, p place) {
	target, why := im.resolve(p)
	switch {
	case why != "":
		im.lose(f, p, "$ref", why)
		f.unsure = true
		return
	case target.node == nil:
		return // reported
	}
	if im.looseKind(f, target) {
		return
	}
	if object, isMap := target.node.(*tree.Map); isMap && (im.isShared(object) || im.containsItself(target)) {
		d := im.definition(target)
		if d.kinds != everything {
			f.restrict(d.kinds)
		}
		if !slices.ContainsFunc(f.refs, func(r reference) bool { return r.definition == d }) {
			f.refs = append(f.refs, reference{d, p})
		}
		return
	}
	im.collect(f, target)
}

func textOf(n tree.Node) string {
	if s, ok := n.(*tree.Scalar); ok && s.Kind == tree.String {
		return s.Text
	}
	return ""
}

func isTrue(n tree.Node) bool {
	s, ok := n.(*tree.Scalar)
	return ok && s.Kind == tree.Bool && s.Bool()
}

func isFalse(n tree.Node) bool {
	s, ok := n.(*tree.Scalar)
	return ok && s.Kind == tree.Bool && !s.Bool()
}

func orElse(s, other string) string {
	if s != "" {
		return s
	}
	return other
}
