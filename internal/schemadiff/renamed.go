package schemadiff

import (
	"slices"

	"ytt/internal/schema"
	"ytt/internal/tree"
)

// This file implements values that have other paths now: @schema/renamed. Old paths count from the document, or from the array
// item or the entry of a pattern that the value is in: that is a scope.

// scope is what old paths count from.
type scope struct {
	path  string // in the new version
	old   *schema.Decl
	moves []tree.KeyPath // the old paths of all values of the new version that the old one declares
}

func scopeOf(path string, o, n *schema.Decl) *scope {
	s := &scope{path: path, old: o}
	s.collectBelow(n)
	return s
}

// collectBelow collects the old paths of the values of a map. A schema that one refers to has paths of its own.
func (s *scope) collectBelow(n *schema.Decl) {
	if n.Type.Map == nil {
		return
	}
	for i := range n.Type.Map.Keys {
		k := &n.Type.Map.Keys[i]
		if k.Pattern != nil {
			continue
		}
		if k.Renamed != nil {
			for _, from := range k.Renamed.From {
				if s.declared(from) != nil {
					s.moves = append(s.moves, from)
				}
			}
		}
		if k.Ref == nil {
			s.collectBelow(&k.Decl)
		}
	}
}

// declared returns the old declaration at a path, nil if there is none of a value that may be given.
func (s *scope) declared(at tree.KeyPath) *schema.Key {
	d := s.old
	var k *schema.Key
	for _, name := range at {
		if d.Type.Map == nil {
			return nil
		}
		if k = d.Type.Map.KeyNamed(name); k == nil || k.Removed != nil {
			return nil
		}
		d = &k.Decl
	}
	return k
}

func (s *scope) moved(at tree.KeyPath) bool {
	return slices.ContainsFunc(s.moves, func(m tree.KeyPath) bool { return slices.Equal(m, at) })
}

func (s *scope) movedBelow(at tree.KeyPath) bool {
	return slices.ContainsFunc(s.moves, func(m tree.KeyPath) bool { return len(m) > len(at) && slices.Equal(m[:len(at)], at) })
}

// below returns the context of a key.
func (in context) below(key tree.Value) context {
	in.old = append(slices.Clip(in.old), key)
	return in
}

// keyRenamed reports a new key whose values could be given under another path, and compares the two. It reports whether the key,
// or something below it, is such a one.
func (d *differ) keyRenamed(path string, k *schema.Key, in context) bool {
	if k.Renamed != nil {
		for _, from := range k.Renamed.From {
			if before := in.scope.declared(from); before != nil {
				d.renamed(path, from, before, k, in)
				return true
			}
		}
	}
	if k.Type.Map == nil || !in.scope.hasMoves(&k.Decl) {
		return false
	}
	for i := range k.Type.Map.Keys {
		below := &k.Type.Map.Keys[i]
		if at := step(path, below.Name); below.Pattern == nil && !d.keyRenamed(at, below, in) {
			d.keyAdded(at, &schema.Map{}, below, in)
		}
	}
	return true
}

// hasMoves reports whether a value below a declaration has an old path that was declared.
func (s *scope) hasMoves(n *schema.Decl) bool {
	if n.Ref != nil {
		return false
	}
	inside := &scope{old: s.old}
	inside.collectBelow(n)
	return len(inside.moves) > 0
}

func (d *differ) renamed(path string, from tree.KeyPath, o, n *schema.Key, in context) {
	message := "the value has another path; it was " + from.String()
	if n.Renamed.Since != "" {
		message += " before " + n.Renamed.Since
	}
	was := in.scope.path
	for _, name := range from {
		was = step(was, name)
	}
	d.addWords(path, KeyRenamed, was, path, &o.Decl, &n.Decl, message)
	if n.Renamed.Converts() {
		d.presence(path, d.old.presenceOf(o), d.new.presenceOf(n), o, n)
		return
	}
	in.old = from
	d.key(path, o, n, in)
}

// oldPaths compares the old paths of two scopes: values that could be given under them, or are taken by new ones.
func (d *differ) oldPaths(path string, o, n *schema.Decl) {
	for _, was := range o.OldPaths() {
		at := stepAll(path, was.Old)
		is := oldPathOf(n, was.Old)
		switch {
		case is == nil && keyAt(n, was.Old) == nil:
			d.addWords(at, KeyRemoved, "old path of "+was.To.String(), "", was.Decl, nil, "the old path of "+was.To.String()+" is not accepted any more")
		case is == nil:
			d.addWords(at, TypeChanged, "old path of "+was.To.String(), "declared", was.Decl, nil, "the path is that of a value of its own; it was an old path of "+was.To.String())
		case !slices.Equal(was.To, is.To):
			d.addWords(at, TypeChanged, "old path of "+was.To.String(), "old path of "+is.To.String(), was.Decl, is.Decl,
				"the path is an old path of "+is.To.String()+"; it was one of "+was.To.String())
		case !d.sameConversion(was.Decl.Renamed, is.Decl.Renamed):
			d.addWords(at, RuleChanged, "", "", was.Decl, is.Decl, "another function converts what is given under the old path")
		}
	}
	for _, is := range n.OldPaths() {
		if oldPathOf(o, is.Old) != nil {
			continue
		}
		k := keyAt(o, is.Old)
		switch {
		case k == nil || k.Removed != nil:
		case k.Pattern != nil || keyAt(o, is.To) != nil && !within(is):
			d.addWords(stepAll(path, is.Old), KeyRemoved, typeOf(&k.Decl), "old path of "+is.To.String(), &k.Decl, is.Decl,
				"the value is that of "+is.To.String()+" now: only one of the two may be given")
		}
	}
}

// within reports whether a value stays where it was, as a part of what was there.
func within(p schema.OldPath) bool {
	return len(p.To) > len(p.Old) && slices.Equal(p.To[:len(p.Old)], p.Old)
}

func oldPathOf(d *schema.Decl, path tree.KeyPath) *schema.OldPath {
	for _, p := range d.OldPaths() {
		if slices.Equal(p.Old, path) {
			return &p
		}
	}
	return nil
}

// keyAt returns what is declared at a path, nil for nothing. It may be a pattern, or be below one.
func keyAt(d *schema.Decl, path tree.KeyPath) (k *schema.Key) {
	for _, name := range path {
		if d.Type.Any && k != nil {
			return k
		}
		if k = d.Key(name); k == nil {
			return nil
		}
		d = &k.Decl
	}
	return k
}

func stepAll(path string, keys tree.KeyPath) string {
	for _, name := range keys {
		path = step(path, name)
	}
	return path
}

func (d *differ) sameConversion(o, n *schema.Renamed) bool {
	if !o.Converts() || !n.Converts() {
		return o.Converts() == n.Converts()
	}
	return d.sameFunction(o.Function(), n.Function())
}
