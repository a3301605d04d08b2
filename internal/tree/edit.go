package tree

import "slices"

// This file implements maps: look-up, and change under an Edit.
//
// An Edit is a licence to change, in place, the nodes that were made under it. Code that makes a series of changes
// (overlay.Documents with many documents, say) starts with a fresh Edit and calls Own on each map or array on the path to
// a change: the first time that copies the node, from then on it returns the same one. The tree it started from stays
// as it was. When the series is over the Edit is dropped, and with it the possibility of change.
//
//	edit := tree.NewEdit()
//	m := edit.OwnMap(base)            // a copy
//	m.Entries[i].Value = newValue
//	m = edit.OwnMap(m)                // the same m, no copy

// indexFrom is the number of entries from which a map is looked up by hash instead of by walking. Walking eight
// entries costs about what one hash look-up does.
const indexFrom = 9

// Edit is the licence.
type Edit struct {
	_ byte // Edits are told apart by address; a zero-size type would not have one
}

// NewEdit returns a fresh licence.
func NewEdit() *Edit { return &Edit{} }

// OwnMap returns a map with the entries of m that may be changed under the edit: m itself if it was made under it.
func (e *Edit) OwnMap(m *Map) *Map {
	if m.edit == e {
		return m
	}
	return e.OwnMapFor(m, 4)
}

// OwnMapFor is OwnMap for a change that appends n entries: it makes room for them.
func (e *Edit) OwnMapFor(m *Map, n int) *Map {
	if m.edit == e {
		m.Entries = slices.Grow(m.Entries, n)
		return m
	}
	return &Map{Entries: append(make([]Entry, 0, len(m.Entries)+n), m.Entries...), edit: e}
}

// OwnArray is OwnMap for arrays.
func (e *Edit) OwnArray(a *Array) *Array {
	if a.edit == e {
		return a
	}
	return &Array{Items: append(make([]Item, 0, len(a.Items)+4), a.Items...), edit: e}
}

// Owns reports whether a map or array was made under the edit.
func (e *Edit) Owns(n Node) bool {
	switch n := n.(type) {
	case *Map:
		return n.edit == e
	case *Array:
		return n.edit == e
	}
	return false
}

// Find returns the position of a key, or -1. Keys of different type differ: 1 and "1".
func (m *Map) Find(key Value) int {
	if len(m.Entries) < indexFrom {
		for i := range m.Entries {
			if m.Entries[i].Key == key {
				return i
			}
		}
		return -1
	}
	if i, ok := m.positions()[key]; ok {
		return i
	}
	return -1
}

// positions returns the index. Several goroutines may build it at the same time; which one stays does not matter.
func (m *Map) positions() map[Value]int {
	if index := m.index.Load(); index != nil {
		return *index
	}
	index := make(map[Value]int, cap(m.Entries))
	for i := range m.Entries {
		index[m.Entries[i].Key] = i
	}
	m.index.Store(&index)
	return index
}

// FindOrAppend returns the position of an entry's key; if the map does not hold it, the entry is appended, and the result is -1.
// Only for maps that are being built, or owned by an Edit.
func (m *Map) FindOrAppend(e Entry) int {
	i := m.Find(e.Key)
	if i < 0 {
		m.Append(e)
	}
	return i
}

// Get returns the value of a key.
func (m *Map) Get(key Value) (Node, bool) {
	if i := m.Find(key); i >= 0 {
		return m.Entries[i].Value, true
	}
	return nil, false
}

// GetString returns the value of a string key.
func (m *Map) GetString(key string) (Node, bool) { return m.Get(StringValue(key)) }

// Append adds an entry whose key the map does not hold. Only for maps that are being built, or owned by an Edit.
func (m *Map) Append(e Entry) {
	n := len(m.Entries)
	if n == cap(m.Entries) {
		m.Entries = slices.Grow(m.Entries, max(n, 4)) // Doubling; big maps would grow in smaller steps.
	}
	m.Entries = append(m.Entries, e)
	if index := m.index.Load(); index != nil {
		(*index)[e.Key] = n
	}
}

// Keep removes the entries for which keep is false. Only for maps that are being built, or owned by an Edit.
func (m *Map) Keep(keep func(*Entry) bool) {
	kept := m.Entries[:0]
	for i := range m.Entries {
		if keep(&m.Entries[i]) {
			kept = append(kept, m.Entries[i])
		}
	}
	clear(m.Entries[len(kept):])
	m.Entries = kept
	m.index.Store(nil)
}

// RemoveAt removes the entry at position i, keeping the order of the others. O(n): use Keep to remove many. Only for
// maps that are being built, or owned by an Edit.
func (m *Map) RemoveAt(i int) {
	copy(m.Entries[i:], m.Entries[i+1:])
	m.Entries[len(m.Entries)-1] = Entry{}
	m.Entries = m.Entries[:len(m.Entries)-1]
	m.index.Store(nil)
}
