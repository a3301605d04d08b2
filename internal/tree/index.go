package tree

import "hash/maphash"

// This file implements the look-up of keys in big maps. An index is a hash table that holds no keys, only the positions
// of the entries that have them; a key is looked for from the slot that its hash says onwards. So an index takes some
// ten bytes per entry, and looking a key up before it is added costs a single search.

// keyIndex finds entries by key. The entries themselves are passed to each of its methods.
type keyIndex struct {
	seed  maphash.Seed
	slots []int32 // a position plus one; free; or gone
	used  int     // slots that are not free
}

const (
	free = 0
	gone = -1 // of an entry that has got another key
)

func newIndex(entries []Entry) *keyIndex {
	x := &keyIndex{seed: maphash.MakeSeed()}
	x.rebuild(entries)
	return x
}

// rebuild indexes all entries in a table that is a quarter to half full.
func (x *keyIndex) rebuild(entries []Entry) {
	size := 16
	for size < 2*len(entries) {
		size *= 2
	}
	x.slots, x.used = make([]int32, size), 0
	for i := range entries {
		x.put(entries, i)
	}
}

// slot returns where the search for a key begins.
func (x *keyIndex) slot(key Value) int {
	return int(maphash.Comparable(x.seed, key) & uint64(len(x.slots)-1))
}

func (x *keyIndex) next(slot int) int { return (slot + 1) & (len(x.slots) - 1) }

// find returns the position of a key, or -1.
func (x *keyIndex) find(entries []Entry, key Value) int {
	for s := x.slot(key); ; s = x.next(s) {
		switch p := x.slots[s]; {
		case p == free:
			return -1
		case p != gone && entries[p-1].Key == key:
			return int(p - 1)
		}
	}
}

// put takes note of the entry at position i. If there is another one with its key, that one is no longer found.
func (x *keyIndex) put(entries []Entry, i int) {
	if x.used+x.used/2 >= len(x.slots) { // two thirds full
		x.rebuild(entries)
		return
	}
	key := entries[i].Key
	for s := x.slot(key); ; s = x.next(s) {
		switch p := x.slots[s]; {
		case p == free:
			x.slots[s] = int32(i + 1)
			x.used++
			return
		case p != gone && entries[p-1].Key == key:
			x.slots[s] = int32(i + 1)
			return
		}
	}
}

// remove forgets the entry at position i, whose key is about to change.
func (x *keyIndex) remove(entries []Entry, i int) {
	for s := x.slot(entries[i].Key); x.slots[s] != free; s = x.next(s) {
		if x.slots[s] == int32(i+1) {
			x.slots[s] = gone
			return
		}
	}
}
