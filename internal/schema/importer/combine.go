package importer

import (
	"slices"

	"ytt/internal/tree"
)

// This file implements allOf, anyOf and oneOf. All of several schemas are merged. Of several alternatives those have a
// counterpart that are about values of different kinds, list values, name formats, or only say which keys there must be.

func (im *importer) combination(f *flat, p place, name string) {
	list, ok := p.node.(*tree.Array)
	if !ok || len(list.Items) == 0 {
		im.lose(f, p, name, "what is no list of schemas")
		return
	}
	places := make([]place, len(list.Items))
	for i := range list.Items {
		places[i] = p.at(i, &list.Items[i])
	}
	if name == "allOf" || len(places) == 1 {
		for _, part := range places {
			im.collect(f, part)
		}
		return
	}
	if len(f.ownCross)+len(f.renamed) > 0 && !slices.ContainsFunc(places, func(p place) bool { return !isCondition(p.node) }) {
		return // it is among the rules that the comment has
	}
	for _, try := range []func(*flat, place, string, []place) bool{im.crossAlternatives, im.notNullAlternatives, im.formatAlternatives, im.kindAlternatives} {
		mark := im.mark()
		if try(f, p, name, places) {
			return
		}
		im.rollback(mark)
	}
	im.lose(f, p, name, "alternatives for values of one kind")
	if k := im.kindsOf(places); k != everything {
		f.restrict(k)
	}
}

// kindsOf returns the kinds of values that any of some schemas accepts.
func (im *importer) kindsOf(places []place) kinds {
	m := im.mark()
	defer im.rollback(m)
	var all kinds
	for _, p := range places {
		g := &flat{place: p}
		im.collect(g, p)
		im.leave(g)
		all |= g.kinds()
	}
	return all
}

// isCondition reports whether a schema is a condition about which values are set: how our export writes @schema/rules.
func isCondition(n tree.Node) bool {
	m, ok := n.(*tree.Map)
	if !ok {
		return false
	}
	return !slices.ContainsFunc(m.Entries, func(e tree.Entry) bool {
		switch e.Key.String() {
		case "required", "enum":
			return false
		case "type":
			return textOf(e.Value) != "object"
		case "not", "if", "then":
			return !isCondition(e.Value)
		case "properties":
			props, ok := e.Value.(*tree.Map)
			return !ok || slices.ContainsFunc(props.Entries, func(e tree.Entry) bool { return !isCondition(e.Value) })
		case "anyOf", "oneOf", "allOf":
			list, ok := e.Value.(*tree.Array)
			return !ok || slices.ContainsFunc(list.Items, func(i tree.Item) bool { return !isCondition(i.Value) })
		}
		return true
	})
}

// crossAlternatives reads alternatives that only say which keys there must be.
func (im *importer) crossAlternatives(f *flat, p place, name string, places []place) bool {
	var keys []string
	for _, part := range places {
		names := onlyRequired(part.node)
		if len(names) != 1 {
			return false
		}
		im.count(part.below(&part.node.(*tree.Map).Entries[0]), "required")
		keys = append(keys, names[0])
	}
	rule := "exactly_one_of"
	if name == "anyOf" {
		rule = "at_least_one_of"
	}
	f.cross = append(f.cross, crossRule{p, name, keys, "{" + quoted(rule) + ": " + quotedList(keys) + "}"})
	return true
}

// notNullAlternatives reads alternatives that each say of one key that it is not null.
func (im *importer) notNullAlternatives(f *flat, p place, name string, places []place) bool {
	if name == "anyOf" { // null, or exactly one
		if len(places) != 2 || !isTypeNull(places[0].node) {
			return false
		}
		m, ok := places[1].node.(*tree.Map)
		if !ok || len(m.Entries) != 1 || m.Entries[0].Key.String() != "oneOf" {
			return false
		}
		inner := places[1].below(&m.Entries[0])
		list, ok := inner.node.(*tree.Array)
		if !ok {
			return false
		}
		places = nil
		for i := range list.Items {
			places = append(places, inner.at(i, &list.Items[i]))
		}
	}
	var keys []string
	for _, part := range places {
		key, given, ok := saysNotNull(part.node)
		if !ok {
			return false
		}
		keys = append(keys, key)
		if given {
			f.optional = append(f.optional, key)
		} else {
			f.inserted = append(f.inserted, key)
		}
	}
	f.notNull = append(f.notNull, keys)
	return true
}

func isTypeNull(n tree.Node) bool {
	m, ok := n.(*tree.Map)
	return ok && len(m.Entries) == 1 && m.Entries[0].Key.String() == "type" && textOf(m.Entries[0].Value) == "null"
}

// saysNotNull returns the key of {"properties": {key: {"not": {"type": "null"}}}, "required": [key]}, and whether it must be
// given.
func saysNotNull(n tree.Node) (key string, given, ok bool) {
	m, _ := n.(*tree.Map)
	if m == nil || len(m.Entries) == 0 || len(m.Entries) > 2 || m.Entries[0].Key.String() != "properties" {
		return "", false, false
	}
	props, _ := m.Entries[0].Value.(*tree.Map)
	if props == nil || len(props.Entries) != 1 {
		return "", false, false
	}
	not, _ := props.Entries[0].Value.(*tree.Map)
	if not == nil || len(not.Entries) != 1 || not.Entries[0].Key.String() != "not" || !isTypeNull(not.Entries[0].Value) {
		return "", false, false
	}
	return props.Entries[0].Key.String(), len(m.Entries) == 2, true
}

// formatAlternatives reads alternatives that only name formats.
func (im *importer) formatAlternatives(f *flat, p place, name string, places []place) bool {
	var names []string
	for _, part := range places {
		m, ok := part.node.(*tree.Map)
		if !ok || len(m.Entries) == 0 {
			return false
		}
		var g flat
		im.object(&g, part, m)
		im.leave(&g)
		found := g.onlyFormats()
		if found == nil {
			return false
		}
		names = append(names, found...)
	}
	f.formats = append(f.formats, names)
	return true
}

// onlyFormats returns the formats that a schema names, nil if it says more.
func (f *flat) onlyFormats() []string {
	if f.typed || f.enums != nil || len(f.notes) > 0 || len(f.lengths)+len(f.props)+len(f.items)+len(f.refs) > 0 || len(f.formats)+len(f.patterns) != 1 {
		return nil
	}
	if len(f.formats) == 1 {
		return f.formats[0]
	}
	if name := formatWithPattern(f.patterns[0]); name != "" {
		return []string{name}
	}
	return nil
}

// kindAlternatives reads alternatives for values of different kinds, and alternatives that list values.
func (im *importer) kindAlternatives(f *flat, _ place, name string, places []place) bool {
	parts := make([]*flat, len(places))
	for i, part := range places {
		parts[i] = &flat{place: part}
		im.collect(parts[i], part)
	}
	all, fine := disjoint(parts, name == "oneOf")
	lists := !slices.ContainsFunc(parts, func(g *flat) bool { return len(g.enums) != 1 || g.constrains() })
	if !lists && !fine {
		for _, g := range parts {
			im.leave(g)
		}
		return false
	}
	for _, g := range parts {
		f.entered = append(f.entered, g.entered...)
	}
	if lists {
		var values []tree.Node
		for _, g := range parts {
			values = append(values, g.enums[0].values...)
			f.addWords(g)
		}
		f.enums = append(f.enums, enum{values: values})
		return true
	}
	f.restrict(all)
	for _, g := range parts {
		f.merge(g)
	}
	return true
}

// disjoint reports whether alternatives are for values of different kinds, and returns all these. exactlyOne says that none must
// be valid by two.
func disjoint(parts []*flat, exactlyOne bool) (all kinds, fine bool) {
	for _, g := range parts {
		k := g.kinds()
		if k == everything || all&k != 0 || g.impossible || g.needsAll() {
			return 0, false
		}
		if exactlyOne && (all&integer != 0 && k&number != 0 || all&number != 0 && k&integer != 0) {
			return 0, false // integers would be valid twice
		}
		if (all|k)&(integer|number) == integer|number && len(g.limits) > 0 {
			return 0, false
		}
		all |= k
	}
	return all, true
}

// constrains reports whether more is said about values than a list of them.
func (f *flat) constrains() bool {
	return len(f.limits)+len(f.lengths)+len(f.patterns)+len(f.formats)+len(f.direct)+len(f.props)+len(f.wild)+len(f.items)+len(f.required)+len(f.refs) > 0 ||
		f.additional != nil || f.impossible || f.isClosed
}

// needsAll reports whether something is said that cannot be said of some kinds of values only.
func (f *flat) needsAll() bool {
	return len(f.direct)+len(f.optional)+len(f.expects)+len(f.renamed) > 0
}

// kinds returns the kinds of values that may be valid.
func (f *flat) kinds() kinds {
	k := kinds(everything)
	if f.typed {
		k = f.types
	} else if guess := f.guess(); guess != 0 {
		k = guess
	}
	if f.nullable {
		k |= null
	}
	return k
}

// guess returns the kinds of values that the keywords are about, 0 for all.
func (f *flat) guess() kinds {
	var k kinds
	if len(f.props)+len(f.wild)+len(f.required)+len(f.cross)+len(f.notNull) > 0 || f.additional != nil || f.isClosed || f.names != nil {
		k |= object
	}
	if len(f.items) > 0 || f.unique {
		k |= array
	}
	for _, l := range f.lengths {
		k |= l.of
	}
	if len(f.patterns) > 0 || len(f.formats) > 0 {
		k |= text
	}
	if len(f.limits) > 0 {
		k |= number
	}
	for _, e := range f.enums {
		for _, v := range e.values {
			k |= kindOf(v)
		}
	}
	return k
}

// addWords adds the documentation of a part.
func (f *flat) addWords(g *flat) {
	f.notes = append(f.notes, g.notes...)
	f.title, f.desc = orElse(f.title, g.title), orElse(f.desc, g.desc)
	f.examples = append(f.examples, g.examples...)
	f.described = append(f.described, g.described...)
	if f.preset == nil {
		f.preset = g.preset
	}
	f.deprecated = f.deprecated || g.deprecated
	f.sensitive = f.sensitive || g.sensitive
}

// merge adds an alternative for values of other kinds.
func (f *flat) merge(g *flat) {
	f.addWords(g)
	f.limits = append(f.limits, g.limits...)
	f.lengths = append(f.lengths, g.lengths...)
	f.patterns = append(f.patterns, g.patterns...)
	f.formats = append(f.formats, g.formats...)
	for _, e := range g.enums {
		f.enums = append(f.enums, enum{e.values, g.kinds()})
	}
	f.unique = f.unique || g.unique
	f.props = append(f.props, g.props...)
	f.required = append(f.required, g.required...)
	f.wild = append(f.wild, g.wild...)
	f.items = append(f.items, g.items...)
	f.refs = append(f.refs, g.refs...)
	f.cross = append(f.cross, g.cross...)
	f.notNull = append(f.notNull, g.notNull...)
	f.isOpen, f.isClosed = f.isOpen || g.isOpen, f.isClosed || g.isClosed
	if f.additional == nil {
		f.additional = g.additional
	}
	if f.names == nil {
		f.names = g.names
	}
}
