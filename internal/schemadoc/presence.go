package schemadoc

import (
	"ytt/internal/schema"
	"ytt/internal/tree"
)

// This file implements which values must be given. Those declared so, of course, and those whose default breaks a rule:
// with
//
//	#@schema/validation min_len=1
//	host: ""
//
// nothing is accepted unless it has a host. A map that lacks such a default somewhere below must be given as well.
// Rules that are code are not run for this, and the others only where an export asks for it.

// presence remembers of declarations whether their defaults can stand.
type presence struct {
	stands map[*schema.Decl]bool
	rules  rulesOfDefaults
}

// rulesOfDefaults says whether a default must meet the rules to stand.
type rulesOfDefaults bool

const (
	leaveOutRules rulesOfDefaults = false
	withRules     rulesOfDefaults = true
)

func newPresence(rules rulesOfDefaults) presence {
	return presence{map[*schema.Decl]bool{}, rules}
}

// mustBeGiven reports whether maps are not accepted without the key.
func (p presence) mustBeGiven(k *schema.Key) bool { return k.Inserted() && !p.defaultStands(&k.Decl) }

// defaultStands reports whether a value is accepted when it is its default.
func (p presence) defaultStands(d *schema.Decl) bool {
	switch {
	case d.Required:
		return false
	case d.Rules == nil && d.Type.Map == nil && d.Type.Array == nil:
		return true
	}
	stands, known := p.stands[d]
	if !known {
		stands = p.accepted(d, d.Default)
		p.stands[d] = stands
	}
	return stands
}

// refusesDefault reports whether a value must be given for a reason of its own. A map that lacks only what is below it
// is none for people: it is what is below that they must give.
func (p presence) refusesDefault(d *schema.Decl) bool {
	if defaultIsImplied(d) {
		return d.Required || !meetsRules(d, d.Default)
	}
	return !p.defaultStands(d)
}

// meetsRules reports whether a value meets the rules on its own declaration, leaving aside code.
func meetsRules(d *schema.Decl, n tree.Node) bool {
	rules := d.Rules
	if rules.Conditional() || tree.IsNull(n) && rules.SkipNull() {
		return true
	}
	for _, rule := range rules.List() {
		if rule.Assertion != nil && !rule.Assertion.Accepts(n) {
			return false
		}
	}
	return true
}

// accepted reports whether a part of a default is accepted.
func (p presence) accepted(d *schema.Decl, n tree.Node) bool {
	if p.rules == withRules && !meetsRules(d, n) {
		return false
	}
	switch n := n.(type) {
	case *tree.Map:
		return d.Type.Map == nil || p.acceptedMap(d.Type.Map, n)
	case *tree.Array:
		if d.Type.Array == nil {
			return true
		}
		for i := range n.Items {
			if !p.accepted(&d.Type.Array.Item, n.Items[i].Value) {
				return false
			}
		}
	}
	return true
}

func (p presence) acceptedMap(m *schema.Map, n *tree.Map) bool {
	own := 0
	for i := range m.Keys {
		k := &m.Keys[i]
		if k.Pattern != nil {
			continue
		}
		v, given := n.Get(k.Name)
		switch {
		case !given:
			continue
		case v == k.Default && !p.defaultStands(&k.Decl), v != k.Default && !p.accepted(&k.Decl, v):
			return false
		}
		own++
	}
	for i := range m.Keys {
		if k := &m.Keys[i]; k.Pattern != nil && !k.Optional && own == len(n.Entries) {
			return false
		}
	}
	return true
}
