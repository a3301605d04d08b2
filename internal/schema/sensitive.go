package schema

import (
	"slices"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/spell"
	"ytt/internal/tree"
)

// This file keeps sensitive values out of what is shown: diag.Redacted takes
// their place.

// HasSecrets reports whether anything that is declared is sensitive.
func (s *Schema) HasSecrets() bool { return s.sensitive }

// Redact returns the values with the sensitive parts replaced.
func (s *Schema) Redact(n tree.Node) tree.Node {
	if !s.sensitive {
		return n
	}
	return redact(s.Root, n)
}

// Hides reports whether something below a declaration is sensitive.
func (d *Decl) Hides() bool {
	if d.IsRecursive() {
		return d.Sensitive // what is below is asked where the schema stands
	}
	if d.Sensitive {
		return true
	}
	if m := d.Type.Map; m != nil {
		for i := range m.Keys {
			if m.Keys[i].Hides() {
				return true
			}
		}
	}
	return d.Type.Array != nil && d.Type.Array.Item.Hides()
}

// HidesAt reports whether a value at a path is sensitive, or may hold something
// that is.
func (s *Schema) HidesAt(path tree.Path) bool {
	if !s.sensitive {
		return false
	}
	for i := range path {
		if d := s.Lookup(path[:i]); d != nil && d.Sensitive {
			return true
		}
	}
	d := s.Lookup(path)
	return d == nil || d.Hides()
}

// RedactAt is Redact for the value at a path.
func (s *Schema) RedactAt(path tree.Path, n tree.Node) tree.Node {
	if !s.sensitive {
		return n
	}
	for i := range path {
		if d := s.Lookup(path[:i]); d != nil && d.Sensitive {
			return redact(d, n)
		}
	}
	if d := s.Lookup(path); d != nil {
		return redact(d, n)
	}
	return n
}

func redact(d *Decl, n tree.Node) tree.Node {
	if d.Sensitive || d.misplaces(n) {
		return &tree.Scalar{Value: tree.StringValue(diag.Redacted)}
	}
	switch n := n.(type) {
	case *tree.Map:
		if d.Type.Map == nil {
			return n
		}
		out := &tree.Map{Entries: make([]tree.Entry, 0, len(n.Entries))}
		for i, e := range n.Entries {
			if child := d.entry(i, e.Key); child != nil {
				e.Value = redact(child, e.Value)
			} else if d.Hides() { // its key may be a mistyped one
				e.Value = &tree.Scalar{Value: tree.StringValue(diag.Redacted)}
			}
			out.Entries = append(out.Entries, e)
		}
		return out
	case *tree.Array:
		if d.Type.Array == nil {
			return n
		}
		out := &tree.Array{Items: make([]tree.Item, 0, len(n.Items))}
		for _, item := range n.Items {
			item.Value = redact(&d.Type.Array.Item, item.Value)
			out.Items = append(out.Items, item)
		}
		return out
	}
	return n
}

// misplaces reports whether a value is of another kind than declared, where
// something sensitive is declared, such as a text in place of a map with a
// password: the text may be the password.
func (d *Decl) misplaces(n tree.Node) bool {
	switch n := n.(type) {
	case *tree.Map:
		return d.Type.Map == nil && d.Hides()
	case *tree.Array:
		return d.Type.Array == nil && d.Hides()
	case *tree.Scalar:
		return n.Kind != tree.Null && !d.Type.Accepts(n) && d.Hides()
	}
	return false
}

// Redact returns a value of the declaration, such as its default, with the
// sensitive parts replaced; the value itself if it has none.
func (d *Decl) Redact(n tree.Node) tree.Node {
	if !hasSecrets(d, n) {
		return n
	}
	return redact(d, n)
}

func hasSecrets(d *Decl, n tree.Node) bool {
	if d.Sensitive || d.misplaces(n) {
		return true
	}
	switch n := n.(type) {
	case *tree.Map:
		for i := range n.Entries {
			child := d.entry(i, n.Entries[i].Key)
			if child != nil && hasSecrets(child, n.Entries[i].Value) || child == nil && d.Type.Map != nil && d.Hides() {
				return true
			}
		}
	case *tree.Array:
		for i := range n.Items {
			if child := d.item(); child != nil && hasSecrets(child, n.Items[i].Value) {
				return true
			}
		}
	}
	return false
}

// AddSecrets adds the sensitive values of a document.
func (s *Schema) AddSecrets(to *diag.Secrets, doc *tree.Document) {
	if s.sensitive {
		collect(to, s.Root, doc.Value, false)
	}
}

// AddSecretsAt adds the sensitive values of what is given for a path.
func (s *Schema) AddSecretsAt(to *diag.Secrets, keys []string, n tree.Node) {
	if !s.sensitive {
		return
	}
	d, secret := s.Root, s.Root.Sensitive
	for i, key := range keys {
		below := d.entry(i, tree.StringValue(key))
		secret = secret || below == nil && d.mistakesFor(key) || below != nil && below.Sensitive
		d = below
	}
	collect(to, d, n, secret)
}

// AddDeclaredSecrets adds the sensitive defaults and examples of the schema.
func (s *Schema) AddDeclaredSecrets(to *diag.Secrets) {
	if !s.sensitive {
		return
	}
	s.eachSecret(func(d *Decl) {
		add := func(n tree.Node) {
			if n != nil {
				collect(apartFrom{to, d.Span}, nil, n, true)
			}
		}
		add(d.Default)
		add(d.Sample)
		add(d.Written.Value)
		if d.Docs != nil {
			for _, e := range d.Docs.Examples {
				add(e.Value)
			}
		}
	})
}

// eachSecret visits the declarations of sensitive values, and of those that are
// part of one.
func (s *Schema) eachSecret(visit func(*Decl)) {
	type place struct {
		*Decl
		secret bool
	}
	seen := map[place]bool{} // declarations may be part of themselves
	var look func(d *Decl, secret bool)
	look = func(d *Decl, secret bool) {
		at := place{d, secret || d.Sensitive}
		if seen[at] {
			return
		}
		if seen[at], secret = true, at.secret; secret {
			visit(d)
		}
		if d.Type.Map != nil {
			for i := range d.Type.Map.Keys {
				look(&d.Type.Map.Keys[i].Decl, secret)
			}
		}
		if d.Type.Array != nil {
			look(&d.Type.Array.Item, secret)
		}
	}
	look(s.Root, false)
}

// collector takes secrets: a diag.Secrets.
type collector interface {
	AddText(string)
	AddSpan(source.Span)
}

// apartFrom takes all but a key: what an annotation gives has the place of its
// node.
type apartFrom struct {
	*diag.Secrets
	key source.Span
}

func (a apartFrom) AddSpan(at source.Span) {
	if at != a.key {
		a.Secrets.AddSpan(at)
	}
}

func (a apartFrom) AddText(text string) {
	if text != a.key.Text() {
		a.Secrets.AddText(text)
	}
}

// collect adds the sensitive scalars of a value. d is nil where nothing is
// declared.
func collect(to collector, d *Decl, n tree.Node, secret bool) {
	secret = secret || d != nil && (d.Sensitive || d.misplaces(n))
	switch n := n.(type) {
	case *tree.Map:
		for i := range n.Entries {
			e := &n.Entries[i]
			child := d.entry(i, e.Key)
			collect(to, child, e.Value, secret || child == nil && d.mistakesFor(e.Key.String()))
		}
	case *tree.Array:
		for i := range n.Items {
			collect(to, d.item(), n.Items[i].Value, secret)
		}
	case *tree.Scalar:
		if !secret {
			return
		}
		to.AddSpan(n.Span)
		if n.Kind != tree.Null && n.Kind != tree.Bool {
			to.AddText(n.String())
			to.AddText(n.Span.Text())
		}
	}
}

// entry and item return the declarations of what is below, nil when there is
// none.
func (d *Decl) entry(i int, key tree.Value) *Decl {
	if d == nil || d.Type.Map == nil {
		return nil
	}
	if k := d.Type.Map.find(i, key); k >= 0 {
		return &d.Type.Map.Keys[k].Decl
	}
	return nil
}

func (d *Decl) item() *Decl {
	if d == nil || d.Type.Array == nil {
		return nil
	}
	return &d.Type.Array.Item
}

// mistakesFor reports whether a key that is not declared was probably meant to
// be that of a sensitive value.
func (d *Decl) mistakesFor(key string) bool {
	if d == nil || d.Type.Map == nil || !d.Hides() {
		return false
	}
	if SoundsSecret(key, nil) {
		return true
	}
	keys := d.Type.Map.Keys
	names := make([]string, len(keys))
	for i := range keys {
		names[i] = keys[i].Name.String()
	}
	for _, near := range spell.Near(key, names) {
		if keys[slices.Index(names, near)].Hides() {
			return true
		}
	}
	return false
}
