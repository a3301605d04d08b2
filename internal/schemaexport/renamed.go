package schemaexport

import (
	"ytt/internal/schema"
	"ytt/internal/schemaview"
	"ytt/internal/tree"
)

// This file implements the export of old paths: properties that are deprecated and refer to those that took their place.
//
//	"host": {"deprecated": true, "description": "Renamed to database.host.", "allOf": [{"$ref": "#/properties/database/properties/host"}]}

// oldProperty is a property for an old path, or for a map on the way to some.
type oldProperty struct {
	name  string
	value *tree.Map     // for an old path
	below []oldProperty // for a map
}

// inheritOldPaths notes, for each map that is declared, which undeclared properties old paths lead through.
func (x *jsonExport) inheritOldPaths(d *schema.Decl) {
	for _, m := range d.OldPaths() {
		target, rest := d, m.Old
		for len(rest) > 1 {
			k := target.Key(rest[0])
			if k == nil || k.Pattern != nil {
				break
			}
			target, rest = &k.Decl, rest[1:]
		}
		if target.Type.Map == nil {
			continue
		}
		if x.old == nil {
			x.old = map[*schema.Decl][]oldProperty{}
		}
		x.old[target] = addOldProperty(x.old[target], rest, x.oldPath(m))
	}
}

// addOldProperty adds the schema of an old path, with the maps on the way to it.
func addOldProperty(all []oldProperty, path tree.KeyPath, value *tree.Map) []oldProperty {
	name := path[0].String()
	i := 0
	for i < len(all) && all[i].name != name {
		i++
	}
	if i == len(all) {
		all = append(all, oldProperty{name: name})
	}
	if len(path) == 1 {
		all[i].value = value
	} else {
		all[i].below = addOldProperty(all[i].below, path[1:], value)
	}
	return all
}

// oldPath returns the schema of an old path. What a function converts can be anything.
func (x *jsonExport) oldPath(m schema.OldPath) *tree.Map {
	words := "Renamed to " + m.To.String()
	if since := m.Decl.Renamed.Since; since != "" {
		words += " in " + since
	}
	value := object(entry("deprecated", yes), entry("description", text(words+".")))
	if m.Decl.Renamed.Converts() {
		return value
	}
	var steps []string
	for _, key := range m.To {
		steps = append(steps, "properties", key.String())
	}
	value.Append(entry("allOf", list(x.reference(steps...))))
	return value
}

// addOldProperties adds the old paths that lead through a map.
func (x *jsonExport) addOldProperties(all []oldProperty) {
	for i := range all {
		p := &all[i]
		value := p.value
		if p.below != nil {
			base := x.open()
			x.addOldProperties(p.below)
			below := x.cut(base)
			if value == nil {
				value = object(entry("deprecated", yes), entry("type", objectWord), entry("properties", below), entry("additionalProperties", no))
			}
		}
		x.add(p.name, value)
	}
}

// addRenamedRequired asks for values that must be given under one of their paths.
func (x *jsonExport) addRenamedRequired(c *constraints, d *schema.Decl) {
	strict := schemaview.NewDefaults(schemaview.WithRules)
	paths := map[*schema.Decl][]tree.Node{}
	for _, m := range d.OldPaths() {
		if !mustBeGiven(strict, d, m.To) {
			continue
		}
		if paths[m.Decl] == nil {
			paths[m.Decl] = []tree.Node{has(m.To)}
		}
		paths[m.Decl] = append(paths[m.Decl], has(m.Old))
	}
	for _, m := range d.OldPaths() {
		if alternatives := paths[m.Decl]; alternatives != nil {
			c.add("anyOf", list(alternatives...))
			delete(paths, m.Decl)
		}
	}
}

// mustBeGiven reports whether values without what is at a path are invalid.
func mustBeGiven(strict schemaview.Defaults, d *schema.Decl, path tree.KeyPath) bool {
	for _, key := range path {
		k := d.Key(key)
		if k == nil || !strict.MustBeGiven(k) {
			return false
		}
		d = &k.Decl
	}
	return true
}

// has returns a schema object for maps in which there is something at a path.
func has(path tree.KeyPath) *tree.Map {
	out := object(entry("required", list(text(path[0].String()))))
	if len(path) > 1 {
		out.Append(entry("properties", object(tree.Entry{Key: path[0], Value: has(path[1:])})))
	}
	return out
}
