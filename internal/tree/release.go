package tree

// This file implements the parts of an Edit that serve merging: ending the licence for a part of a tree, and exchanging
// an entry together with its key.

// Release makes n and all below it as finished as any other node: what was made under the edit is copied by the next
// change. Whoever hands a node of a tree that is still being changed to code that may keep it releases it first.
//
// A node that was made under the edit hangs on nodes that were, too (a change owns the whole path to it), so the walk
// ends at the first node that was not: every node is paid for by the copy that made it.
func (e *Edit) Release(n Node) {
	switch n := n.(type) {
	case *Map:
		if n.edit != e {
			return
		}
		n.edit = nil
		for i := range n.Entries {
			e.Release(n.Entries[i].Value)
		}
	case *Array:
		if n.edit != e {
			return
		}
		n.edit = nil
		for i := range n.Items {
			e.Release(n.Items[i].Value)
		}
	}
}

// SetAt exchanges the entry at position i. No other entry may have the new key. Only for maps that are being built, or
// owned by an Edit.
func (m *Map) SetAt(i int, e Entry) {
	if index := m.index.Load(); index != nil && m.Entries[i].Key != e.Key {
		if (*index)[m.Entries[i].Key] == i {
			delete(*index, m.Entries[i].Key)
		}
		(*index)[e.Key] = i
	}
	m.Entries[i] = e
}
