package schema

import "ytt/internal/tree"

// This file implements completion: declared keys that a given map lacks are added at its end, in the order of the
// schema, with their defaults (spec 04 §2.2, phase A).

// Complete returns the value with all declared keys in it. Where the value is the same node as the value before, it is
// complete already and is left alone; before may be nil. What needs to be changed is owned by the edit.
func (s *Schema) Complete(edit *tree.Edit, before, n tree.Node) tree.Node {
	c := completer{edit: edit}
	return c.node(&s.Root.Type, before, n)
}

type completer struct {
	edit *tree.Edit
	// given tells which keys of the map in work were given; those of the maps around it stand before them.
	given []bool
}

func (c *completer) node(t *Type, before, n tree.Node) tree.Node {
	if n == before {
		return n
	}
	switch n := n.(type) {
	case *tree.Map:
		if t.Map != nil {
			before, _ := before.(*tree.Map)
			return c.mapping(t.Map, before, n)
		}
	case *tree.Array:
		if t.Array != nil {
			before, _ := before.(*tree.Array)
			return c.array(&t.Array.Item.Type, before, n)
		}
	}
	return n
}

func (c *completer) mapping(t *Map, before, n *tree.Map) tree.Node {
	base := len(c.given)
	c.given = append(c.given, make([]bool, len(t.Keys))...)
	missing, k := len(t.Keys), -1
	for i := range n.Entries {
		e := &n.Entries[i]
		if k = t.find(k+1, e.Key); k < 0 {
			continue
		}
		c.given[base+k] = true
		missing--
		if _, isScalar := e.Value.(*tree.Scalar); isScalar {
			continue
		}
		v := c.node(&t.Keys[k].Type, entryBefore(before, i, e.Key), e.Value)
		if v != e.Value {
			n = c.edit.OwnMap(n)
			n.Entries[i].Value = v
		}
	}
	if missing > 0 {
		n = c.addMissing(t, n, missing, c.given[base:])
	}
	c.given = c.given[:base]
	return n
}

func (c *completer) addMissing(t *Map, n *tree.Map, missing int, given []bool) *tree.Map {
	n = c.edit.OwnMapFor(n, missing)
	for i := range t.Keys {
		if k := &t.Keys[i]; !given[i] {
			n.Append(tree.Entry{Key: k.Name, Value: k.Default, Span: k.Span})
		}
	}
	return n
}

func (c *completer) array(item *Type, before, n *tree.Array) tree.Node {
	for i := range n.Items {
		v := c.node(item, itemBefore(before, i), n.Items[i].Value)
		if v != n.Items[i].Value {
			n = c.edit.OwnArray(n)
			n.Items[i].Value = v
		}
	}
	return n
}

// entryBefore returns the value that a key had in the map before, nil for none. The i-th entry is looked at first.
func entryBefore(before *tree.Map, i int, key tree.Value) tree.Node {
	if before == nil {
		return nil
	}
	if i >= len(before.Entries) || before.Entries[i].Key != key {
		if i = before.Find(key); i < 0 {
			return nil
		}
	}
	return before.Entries[i].Value
}

func itemBefore(before *tree.Array, i int) tree.Node {
	if before == nil || i >= len(before.Items) {
		return nil
	}
	return before.Items[i].Value
}
