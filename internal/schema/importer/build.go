package importer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ytt/internal/schema"
	"ytt/internal/tree"
)

// This file implements making nodes of what flats have collected.

// node returns the declaration of the values that are valid by all of some schemas. key is the name of the key that they are for.
func (im *importer) node(key string, places ...place) (*node, *flat) {
	f := &flat{}
	for _, p := range places {
		if f.node == nil {
			f.place = p
		}
		if m, isMap := p.node.(*tree.Map); isMap && !im.open[m] {
			im.open[m] = true
			f.entered = append(f.entered, m)
		}
		im.collect(f, p)
	}
	n := im.build(f, key)
	im.leave(f)
	return n, f
}

// leave ends the reading of the schemas that a flat refers to.
func (im *importer) leave(f *flat) {
	for _, m := range f.entered {
		delete(im.open, m)
	}
	f.entered = nil
}

// build makes a node of a flat.
func (im *importer) build(f *flat, key string) *node {
	if f.onlyRefers() {
		im.define(f.refs[0].definition)
		if f.preset == nil {
			f.preset = f.refs[0].preset
		}
	} else {
		im.expand(f)
	}
	n := &node{desc: strings.TrimSpace(f.desc), examples: f.examples, sensitive: f.sensitive, preset: f.preset, at: f.place}
	if f.title != schema.Humanize(key) || key == "" {
		n.title = f.title
	}
	if f.deprecated {
		n.deprecated = n.notice()
	}
	k := f.kinds()
	values, listed := f.listed(k)
	if listed {
		k = kindsOfListed(k, values)
	}
	if k&number != 0 {
		k &^= integer
	}
	im.structure(f, n, k)
	if n.fields != nil {
		n.rename(f.renamed)
		for _, path := range f.requiredMaps {
			if k := n.field(path); k != nil {
				k.required, k.optional = true, false
			}
		}
	}
	if f.impossible || k == 0 {
		n.any, n.kinds, n.fields, n.item, n.ref, n.preset = true, 0, nil, nil, nil, nil
		n.removed, n.remedy = true, f.remedy
	}
	for _, d := range f.described {
		if d.example >= 1 && d.example <= len(n.examples) {
			n.examples[d.example-1].desc = d.desc
		}
	}
	im.rules(f, n, k, values, listed)
	if n.preset != nil && !n.fits(n.preset) {
		im.lose(f, f.place, "default", "a default that is not of the type")
		n.preset = nil
	}
	if listed && n.preset == nil && len(values) > 0 && !tree.IsNull(values[0]) && n.fits(values[0]) {
		n.sample = values[0]
	}
	if n.preset != nil && !n.meets(n.preset) {
		im.lose(f, f.place, "default", "a default that breaks a rule")
		n.preset = nil
	}
	n.notes = append(n.notes, f.notes...)
	return n
}

// notice returns the notice of a deprecation, which exports append to the description.
func (n *node) notice() *string {
	notice := ""
	const mark = "Deprecated: "
	if i := strings.LastIndex(n.desc, mark); i == 0 || i > 0 && n.desc[i-1] == '\n' {
		notice = n.desc[i+len(mark):]
		n.desc = strings.TrimSpace(n.desc[:i])
	}
	return &notice
}

// listed returns the values that enums allow for all kinds.
func (f *flat) listed(k kinds) (values []tree.Node, listed bool) {
	for _, e := range f.enums {
		switch {
		case e.only != 0:
		case !listed:
			values, listed = slices.Clone(e.values), true
		default:
			values = slices.DeleteFunc(values, func(v tree.Node) bool {
				return !slices.ContainsFunc(e.values, func(o tree.Node) bool { return tree.Equal(v, o) })
			})
		}
	}
	return slices.DeleteFunc(values, func(v tree.Node) bool { return !k.accepts(kindOf(v)) }), listed
}

// kindsOfListed returns those of some kinds that are among the values.
func kindsOfListed(k kinds, values []tree.Node) kinds {
	var found kinds
	for _, v := range values {
		found |= kindOf(v)
	}
	if k != everything && k&number != 0 && found&integer != 0 {
		found |= number
	}
	return found & wide(k)
}

// structure sets the type of a node.
func (im *importer) structure(f *flat, n *node, k kinds) {
	hasObject := len(f.props)+len(f.wild)+len(f.required) > 0 || f.additional != nil || f.isClosed
	switch {
	case len(f.refs) > 0:
		n.ref = f.refs[0].definition
		n.kinds = k & scalars &^ n.ref.kinds
		return
	case k == everything:
		n.any = true
		return
	case k&object != 0 && k&array != 0:
		if hasObject || len(f.items) > 0 {
			im.lose(f, f.place, "type", "a value that is a map or an array, with a type for what is in it")
		}
		n.any = true
		return
	case k&(object|array) != 0 && len(f.enums) > 0 && !hasObject && len(f.items) == 0:
		n.any = true // the values are listed
		return
	}
	n.kinds = k & scalars
	if k&array != 0 {
		n.item = anything()
		if len(f.items) > 0 {
			n.item, _ = im.node("", f.items...)
			n.item.refuseAll()
		}
	}
	if k&object != 0 {
		n.fields = im.fields(f)
	}
}

// refuseAll writes a node without valid values where @schema/removed cannot stand.
func (n *node) refuseAll() {
	if n.removed {
		n.removed = false
		n.rules = []rule{{keyword: "one_of", arg: "[]"}, {keyword: "not_null", arg: "True"}}
	}
}

// fields returns the keys of a map.
func (im *importer) fields(f *flat) *fields {
	out := &fields{}
	counts := slices.ContainsFunc(f.lengths, func(l length) bool { return l.of == object })
	if f.hasDirect("min_len") || f.hasDirect("max_len") || f.hasDirect("one_not_null") { // of our own export
		for _, p := range f.props {
			f.inserted = append(f.inserted, p.name)
		}
		counts = false // what is counted are the keys with defaults, too
	}
	for _, p := range f.props {
		n, _ := im.node(p.name, p.places...)
		k := &field{name: tree.StringValue(p.name), node: n}
		im.presence(f, k, counts)
		out.keys = append(out.keys, k)
	}
	for _, name := range f.required {
		if out.find(name) == nil {
			n := anything()
			n.required = true
			out.keys = append(out.keys, &field{name: tree.StringValue(name), node: n})
		}
	}
	for _, p := range f.wild {
		whole, _, _ := wholePattern(p.name)
		im.pattern(out, whole, f.expects[p.name], im.own(p.places)...)
	}
	im.others(f, out)
	return out
}

// presence decides whether a key must be given, or is added with its default.
func (im *importer) presence(f *flat, k *field, counts bool) {
	isRequired := slices.Contains(f.required, k.name.Text)
	switch {
	case k.removed && isRequired:
		k.refuseAll()
		k.required = true
	case k.removed:
	case im.language == crd && k.preset != nil: // the default is filled in before anything is required
	case isRequired:
		k.required = true
	case slices.Contains(f.optional, k.name.Text), counts:
		k.optional = true
	case k.preset != nil:
	case k.fields != nil && slices.Contains(f.inserted, k.name.Text):
	case k.fields == nil && slices.Contains(f.inserted, k.name.Text) && len(k.rules) == 0:
		k.preset = zero(k.kinds &^ null)
		if k.item != nil {
			k.preset = &tree.Array{}
		}
	case k.fields != nil && k.emptyIsValid():
	default:
		k.optional = true
	}
}

// own returns the first place without the references that an export adds for keys that several patterns match.
func (im *importer) own(places []place) []place {
	for i, p := range places {
		m, ok := p.node.(*tree.Map)
		if !ok || len(m.Entries) != 1 || m.Entries[0].Key.String() != "anyOf" {
			continue
		}
		list, ok := m.Entries[0].Value.(*tree.Array)
		if !ok || len(list.Items) < 2 {
			continue
		}
		others := list.Items[1:]
		if !slices.ContainsFunc(others, func(item tree.Item) bool { return !isSibling(item.Value) }) {
			inner := p.below(&m.Entries[0])
			im.count(inner, "anyOf")
			for j := range others {
				im.count(inner.at(j+1, &others[j]), "$ref")
			}
			places[i] = inner.at(0, &list.Items[0])
		}
	}
	return places
}

// isSibling reports whether a schema only refers to that of another key or pattern.
func isSibling(n tree.Node) bool {
	m, ok := n.(*tree.Map)
	if !ok || len(m.Entries) != 1 || m.Entries[0].Key.String() != "$ref" {
		return false
	}
	ref := textOf(m.Entries[0].Value)
	return strings.Contains(ref, "/properties/") || strings.Contains(ref, "/patternProperties/") || strings.Contains(ref, "/additionalProperties")
}

// pattern adds a pattern of keys.
func (im *importer) pattern(out *fields, pattern, expects string, places ...place) {
	n := anything()
	if len(places) > 0 {
		n, _ = im.node("", places...)
	}
	if n.removed {
		return // such keys are not allowed
	}
	out.keys = append(out.keys, &field{name: out.placeholder(), pattern: pattern, isPattern: true, expects: expects, node: n})
}

// placeholder returns a key that is not used yet.
func (f *fields) placeholder() tree.Value {
	name := "_"
	for i := 2; f.find(name) != nil || slices.ContainsFunc(f.keys, func(k *field) bool { return k.isPattern && k.name.Text == name }); i++ {
		name = fmt.Sprintf("_%d", i)
	}
	return tree.StringValue(name)
}

// others adds what keys without a schema of their own may be.
func (im *importer) others(f *flat, out *fields) {
	pattern := "any"
	if f.names != nil {
		if re, ok := im.keyPattern(f); ok {
			pattern = re
		}
	}
	_, hasProps := f.named("properties")
	switch {
	case f.isClosed && !f.isOpen:
	case f.additional != nil:
		im.pattern(out, pattern, f.expects[""], im.own([]place{*f.additional})...)
	case f.isOpen, pattern != "any", len(f.props)+len(f.wild)+len(f.required) == 0 && !hasProps:
		im.pattern(out, pattern, f.expects[""])
	case im.openObjects:
		im.pattern(out, pattern, f.expects[""])
	default:
		im.closed++
		out.closed = true
	}
}

// named returns an entry of the object of a flat.
func (f *flat) named(key string) (tree.Node, bool) {
	m, ok := f.node.(*tree.Map)
	if !ok {
		return nil, false
	}
	return m.GetString(key)
}

// keyPattern returns the pattern of propertyNames, if that is all it says, and there are no other keys.
func (im *importer) keyPattern(f *flat) (string, bool) {
	m, ok := f.names.node.(*tree.Map)
	if ok && len(f.props)+len(f.wild) == 0 {
		var pattern string
		for i := range m.Entries {
			e := &m.Entries[i]
			switch name := e.Key.String(); {
			case name == "pattern":
				whole, _, fine := wholePattern(textOf(e.Value))
				if ok = ok && fine; ok {
					pattern = whole
				}
			case name != "type":
				ok = false
			}
		}
		if ok && pattern != "" {
			for i := range m.Entries {
				im.count(f.names.below(&m.Entries[i]), m.Entries[i].Key.String())
			}
			return pattern, true
		}
	}
	im.lose(f, *f.names, "propertyNames", "which names keys may have")
	return "", false
}

// rules sets the rules of a node whose values are of some kinds.
func (im *importer) rules(f *flat, n *node, k kinds, values []tree.Node, listed bool) {
	if n.removed {
		return
	}
	b := ruleBuilder{n, k}
	n.rules = append(n.rules, f.direct...)
	im.limits(f, &b)
	b.lengths(f)
	im.texts(f, &b)
	if f.unique {
		b.add(rule{keyword: "unique", arg: "True"}, array)
	}
	if listed {
		b.add(rule{keyword: "one_of", arg: expression(&tree.Array{Items: itemsOf(values)})}, k)
	}
	for _, e := range f.enums {
		if e.only != 0 {
			b.add(rule{keyword: "one_of", arg: expression(&tree.Array{Items: itemsOf(e.values)})}, e.only)
		}
	}
	for _, keys := range f.notNull {
		b.add(rule{keyword: "one_not_null", arg: quotedList(keys)}, object)
	}
	im.crossRules(f, n)
	b.exclude()
}

func itemsOf(values []tree.Node) (items []tree.Item) {
	for _, v := range values {
		if !tree.IsNull(v) {
			items = append(items, tree.Item{Value: v})
		}
	}
	return items
}

func formatArgument(names []string) string {
	if len(names) == 1 {
		return quoted(names[0])
	}
	return quotedList(names)
}

// texts adds the rules about patterns and formats.
func (im *importer) texts(f *flat, b *ruleBuilder) {
	var seen []string
	for _, p := range f.patterns {
		name := formatWithPattern(p)
		_, r, _ := wholePattern(p)
		switch {
		case name == "":
			b.add(r, text)
		case !f.hasDirect("format"):
			f.formats = append(f.formats, []string{name})
		}
	}
	for _, names := range f.formats {
		arg := formatArgument(names)
		if f.hasDirect("format") || slices.Contains(seen, arg) {
			continue
		}
		seen = append(seen, arg)
		b.add(rule{keyword: "format", arg: arg}, text)
	}
}

// ruleBuilder adds rules to a node.
type ruleBuilder struct {
	*node
	kinds kinds // of the values
}

// add adds a rule about values of some kinds.
func (b *ruleBuilder) add(r rule, of kinds) {
	of = wide(of)
	switch others := b.kinds &^ null &^ of; {
	case b.kinds&of == 0:
		return
	case others != 0:
		r.only = b.kinds & of &^ null
	}
	b.rules = append(b.rules, r)
}

// limits adds the bounds of numbers. Integers have inclusive ones.
func (im *importer) limits(f *flat, b *ruleBuilder) {
	for _, l := range f.limits {
		v := *l.value
		onlyIntegers := b.kinds&number == 0
		switch {
		case !l.exclusive:
		case onlyIntegers && v.Kind == tree.Int && l.keyword == "min" && v.Int() < math.MaxInt64:
			v.Value = tree.IntValue(v.Int() + 1)
		case onlyIntegers && v.Kind == tree.Int && l.keyword == "max" && v.Int() > math.MinInt64:
			v.Value = tree.IntValue(v.Int() - 1)
		default:
			sign, words := ">", "more than "
			if l.keyword == "max" {
				sign, words = "<", "less than "
			}
			b.add(rule{words: words + expression(&v), code: "v " + sign + " " + expression(&v)}, integer|number)
			continue
		}
		b.add(rule{keyword: l.keyword, arg: expression(&v)}, integer|number)
	}
}

// lengths adds the bounds of lengths: one rule if it is the same for all kinds that have a length.
func (b *ruleBuilder) lengths(f *flat) {
	for _, upper := range []bool{false, true} {
		if f.hasDirect("max_len") && upper || f.hasDirect("min_len") && !upper {
			continue
		}
		var rules []rule
		var of []kinds
		for _, l := range f.lengths {
			if l.max != upper || b.kinds&l.of == 0 || !upper && l.n <= 0 {
				continue
			}
			r := rule{keyword: "min_len", arg: fmt.Sprint(l.n)}
			if upper {
				r.keyword = "max_len"
			}
			if i := slices.Index(rules, r); i >= 0 && of[i]&l.of == 0 {
				of[i] |= l.of
				continue
			}
			rules, of = append(rules, r), append(of, l.of)
		}
		for i, r := range rules {
			b.add(r, of[i])
		}
	}
}

// crossRules adds the rules about several keys of a map.
func (im *importer) crossRules(f *flat, n *node) {
	n.cross = append(n.cross, f.ownCross...)
	for _, c := range f.cross {
		known := n.fields != nil && !slices.ContainsFunc(c.keys, func(key string) bool {
			k := n.fields.find(key)
			return k == nil || k.removed
		})
		if !known {
			im.lose(f, c.place, c.keyword, "a rule about keys that are not declared")
			continue
		}
		n.cross = append(n.cross, c.text)
	}
}

// exclude adds a rule against kinds of values that a node for any value must not have.
func (b *ruleBuilder) exclude() {
	if !b.any || b.kinds == everything {
		return
	}
	missing := everything &^ wide(b.kinds)
	if missing&null != 0 {
		b.rules = append(b.rules, rule{keyword: "not_null", arg: "True"})
	}
	for _, r := range b.rules {
		if r.only == 0 && r.code == "" {
			missing &= applies(r.keyword)
		}
	}
	var names []string
	for _, t := range [...]struct {
		kind kinds
		name string
	}{{boolean, "bool"}, {number, "float"}, {integer, "int"}, {text, "string"}} {
		if missing&t.kind != 0 {
			names = append(names, t.name)
		}
	}
	if names != nil {
		b.rules = append(b.rules, rule{words: "no " + strings.Join(names, ", "), code: "type(v) not in " + quotedList(names)})
	}
}

// applies returns the kinds of values that can meet a rule.
func applies(keyword string) kinds {
	switch keyword {
	case "min_len", "max_len":
		return text | array | object
	case "unique":
		return array
	case "one_of", "one_not_null":
		return 0 // it names the values
	}
	return everything
}
