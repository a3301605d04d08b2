package schema

import "iter"

// This file walks through declarations.

// All yields a declaration and all below it, each with the key that it is of:
// nil for the first and for items. What is below a schema that contains itself
// is yielded where that stands.
func (d *Decl) All() iter.Seq2[*Decl, *Key] {
	return func(yield func(*Decl, *Key) bool) { d.visit(nil, yield) }
}

// visit yields what is declared at a key and below; false ends the walk.
func (d *Decl) visit(of *Key, yield func(*Decl, *Key) bool) bool {
	if !yield(d, of) {
		return false
	}
	if d.IsRecursive() {
		return true
	}
	if m := d.Type.Map; m != nil {
		for i := range m.Keys {
			if !m.Keys[i].visit(&m.Keys[i], yield) {
				return false
			}
		}
	}
	return d.Type.Array == nil || d.Type.Array.Item.visit(nil, yield)
}
