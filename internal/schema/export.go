package schema

import (
	"ytt/internal/tree"
	"ytt/internal/validate"
)

// This file implements what exports of schemas need to know about a model.

// IsCode reports whether the criterion is a function, which cannot be described.
func (c Criterion) IsCode() bool { return c.code != nil }

// IsCode reports whether the pattern is a function, which cannot be described.
func (p *Pattern) IsCode() bool { return p.code != nil }

// Inserted reports whether the key and its default are added to maps without it.
func (k *Key) Inserted() bool { return k.inserted() }

// Kinds returns the kinds of the values of the type, as package validate knows them.
func (t *Type) Kinds() validate.Kinds { return t.ruleKinds() }

// Redact returns a value of the declaration with sensitive parts replaced; the value itself if there are none.
func (d *Decl) Redact(n tree.Node) tree.Node {
	if !hasSecrets(d, n) {
		return n
	}
	return redact(d, n)
}

func hasSecrets(d *Decl, n tree.Node) bool {
	if d.Sensitive {
		return true
	}
	switch n := n.(type) {
	case *tree.Map:
		for i := range n.Entries {
			if child := d.entry(i, n.Entries[i].Key); child != nil && hasSecrets(child, n.Entries[i].Value) {
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
