package importer

import (
	"slices"
	"strconv"
	"strings"

	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements reading schema objects: what they, the schemas that they refer to, and those in allOf say about a value
// is collected in one flat.

// place is a schema with its position.
type place struct {
	node tree.Node
	file *document
	ptr  string // JSON pointer in the file: "/properties/a"
	span source.Span
}

func (p place) below(e *tree.Entry) place {
	return place{e.Value, p.file, p.ptr + "/" + escape(e.Key.String()), e.Span}
}

// at returns the item of a list below a place.
func (p place) at(i int, item *tree.Item) place {
	return place{item.Value, p.file, p.ptr + "/" + number10(i), item.Span}
}

func escape(step string) string {
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
	enums    []enum
	direct   []rule // of our own export

	props      []*property
	required   []string
	wild       []*property // patternProperties
	additional *place
	isOpen     bool // additionalProperties are declared to be anything
	isClosed   bool
	names      *place // propertyNames
	items      []place
	cross      []crossRule
	ownCross   []string   // @schema/rules of our own export; what JSON Schema says of them is left out
	notNull    [][]string // keys of which exactly one is not null

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

// property is a key with the schemas for its values.
type property struct {
	name   string
	places []place
}

// crossRule is a rule about several keys.
type crossRule struct {
	place
	keyword string
	keys    []string
	text    string // a dict for @schema/rules
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
	_, refers := m.GetString("$ref")
	if c, given := m.GetString("$comment"); given {
		f.readOwnComment(textOf(c))
	}
	for i := range m.Entries {
		e := &m.Entries[i]
		name := e.Key.String()
		below := p.below(e)
		k := lookup(name, im.language)
		if k == nil {
			im.extension(f, below, name)
			continue
		}
		im.count(below, name)
		switch {
		case len(f.ownCross) > 0 && (name == "if" || name == "then"):
		case refers && im.language == draft07 && !isAnnotation(name):
			im.lose(f, below, name, "what stands beside $ref does not count in draft-07")
		case k.lost != "":
			if s, isScalar := e.Value.(*tree.Scalar); name == "readOnly" && isScalar && !s.Bool() {
				continue
			}
			im.lose(f, below, name, k.lost)
		default:
			im.keyword(f, below, name, m)
		}
	}
}

func isAnnotation(name string) bool {
	return slices.Contains([]string{"$ref", "$schema", "$id", "$comment", "title", "description", "default", "deprecated", "examples", "writeOnly", "definitions"}, name)
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

// comment reads a comment. Lines that our own export writes are the descriptions of examples, and rules that JSON Schema does
// not have.
func (im *importer) comment(f *flat, p place) {
	for line := range strings.SplitSeq(textOf(p.node), "\n") {
		if ownLine(line) != nil {
			continue // read before the rest
		}
		if number, desc, ok := strings.Cut(strings.TrimPrefix(line, "example "), ": "); ok && strings.HasPrefix(line, "example ") {
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

// ownLine returns what a line of a comment of our own export says, nil if it is none.
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

// readOwn reads what our own export says about rules that JSON Schema does not have.
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
		if f.expects == nil {
			f.expects = map[string]string{}
		}
		f.expects[e.Key.String()] = expression(e.Value)
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

func (f *flat) hasDirect(keyword string) bool {
	return slices.ContainsFunc(f.direct, func(r rule) bool { return r.keyword == keyword })
}

// keyword reads one keyword that has a counterpart. m is the object in which it stands.
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
		if f.preset == nil {
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
		im.format(f, p)
	case "contentEncoding", "contentMediaType":
		im.content(f, p, name)
	case "uniqueItems":
		f.unique = f.unique || isTrue(p.node)
	case "x-kubernetes-list-type":
		f.unique = f.unique || textOf(p.node) == "set"
	case "items":
		if _, isList := p.node.(*tree.Array); isList {
			im.lose(f, p, name, "the schemas of items by their position")
			return
		}
		f.items = append(f.items, p)
	case "allOf", "anyOf", "oneOf":
		im.combination(f, p, name)
	case "not":
		im.not(f, p)
	case "dependencies", "dependentRequired":
		im.dependencies(f, p, name)
	default:
		im.keys(f, p, name)
	}
}

// keys reads the keywords about the keys of objects.
func (im *importer) keys(f *flat, p place, name string) {
	m, isMap := p.node.(*tree.Map)
	switch name {
	case "properties", "patternProperties":
		if !isMap {
			im.notASchema(p)
			return
		}
		to := &f.props
		if name == "patternProperties" {
			to = &f.wild
		}
		for i := range m.Entries {
			e := &m.Entries[i]
			if name == "patternProperties" {
				if _, _, ok := wholePattern(e.Key.String()); !ok {
					im.lose(f, p, name, "a regular expression that RE2 does not have: "+e.Key.String())
					continue
				}
			}
			addProperty(to, e.Key.String(), p.below(e))
		}
	case "required":
		if list, ok := p.node.(*tree.Array); ok {
			for i := range list.Items {
				f.required = append(f.required, textOf(list.Items[i].Value))
			}
		}
	case "additionalProperties":
		s, isScalar := p.node.(*tree.Scalar)
		switch {
		case isScalar && s.Kind == tree.Bool && !s.Bool():
			f.isClosed = true
		case isScalar, isMap && len(m.Entries) == 0:
			f.isOpen = true
		default:
			f.additional = &p
		}
	case "unevaluatedProperties":
		if s, ok := p.node.(*tree.Scalar); ok {
			f.isClosed = f.isClosed || !s.Bool()
			return
		}
		im.lose(f, p, name, "the schema of keys that are left over")
	case "propertyNames":
		f.names = &p
	}
}

func addProperty(to *[]*property, name string, p place) {
	for _, known := range *to {
		if known.name == name {
			known.places = append(known.places, p)
			return
		}
	}
	*to = append(*to, &property{name, []place{p}})
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
}{{"null", null}, {"boolean", boolean}, {"integer", integer}, {"number", number}, {"string", text}, {"object", object}, {"array", array}}

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
		im.lose(f, p, "examples", "examples that are no list")
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
		im.lose(f, p, name, "an enum that is no list")
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
		im.lose(f, p, name, "a bound that is no number")
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
		im.lose(f, p, name, "a length that is no integer")
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
			continue
		}
		keys := []string{e.Key.String()}
		for j := range list.Items {
			keys = append(keys, textOf(list.Items[j].Value))
		}
		f.cross = append(f.cross, crossRule{p, name, keys, `{"requires": {` + quoted(keys[0]) + ": " + quotedList(keys[1:]) + "}}"})
	}
}

// not reads the few negations that have a counterpart.
func (im *importer) not(f *flat, p place) {
	m, isMap := p.node.(*tree.Map)
	switch {
	case isMap && len(m.Entries) == 0, isTrue(p.node):
		f.impossible = true
		return
	case isMap && len(m.Entries) == 1 && m.Entries[0].Key.String() == "type" && textOf(m.Entries[0].Value) == "null":
		im.count(p.below(&m.Entries[0]), "type")
		f.restrict(everything &^ null)
		return
	}
	if names := onlyRequired(p.node); len(names) == 2 {
		im.count(p.below(&m.Entries[0]), "required")
		f.cross = append(f.cross, crossRule{p, "not", names, `{"at_most_one_of": ` + quotedList(names) + "}"})
		return
	}
	im.lose(f, p, "not", "what must not be")
}

// onlyRequired returns the keys of a schema that says nothing but that they are required.
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
		names = append(names, textOf(list.Items[i].Value))
	}
	return names
}

// reference follows $ref.
func (im *importer) reference(f *flat, p place) {
	target, why := im.resolve(p)
	switch {
	case why != "":
		im.lose(f, p, "$ref", why)
		return
	case target.node == nil:
		return // reported
	}
	m, isMap := target.node.(*tree.Map)
	switch {
	case !isMap:
	case im.containsItself(target):
		d := im.definition(target)
		if d.kinds != everything {
			f.restrict(d.kinds)
		}
		if !slices.ContainsFunc(f.refs, func(r reference) bool { return r.definition == d }) {
			f.refs = append(f.refs, reference{d, p})
		}
		return
	case slices.Contains(f.entered, m):
		return // it is part of this one already
	case im.open[m]:
		im.lose(f, p, "$ref", "a type that contains itself: what is below may be anything")
		return
	default:
		im.open[m] = true
		f.entered = append(f.entered, m)
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

func orElse(s, other string) string {
	if s != "" {
		return s
	}
	return other
}
