package tree

import "hash/maphash"

// This file implements the look-up of keys in big maps. An index is a hash table that holds no keys, only the positions
// of the entries that have them, each beside half of the key's hash: entries are looked at when those agree, and a bigger
// table is filled without hashing anything again. A key is looked for from the slot that its hash says onwards.

// keyIndex finds entries by key. The entries themselves are passed to each of its methods.
type keyIndex struct {
	seed  maphash.Seed
	slots []indexSlot
	used  int // slots that are not free
}

// indexSlot is a position plus one; free; or gone.
type indexSlot struct {
	hash uint32
	at   int32
}

const (
	free = 0
	gone = -1 // of an entry that has got another key
)

func newIndex(entries []Entry) *keyIndex {
	x := &keyIndex{seed: maphash.MakeSeed(), slots: make([]indexSlot, roomFor(cap(entries)))}
	for i := range entries {
		x.put(entries, i, x.hash(entries[i].Key))
	}
	return x
}

// roomFor is the size of a table that n entries fill by a quarter to half. There is to be room for as many as the slice of entries
// has room for.
func roomFor(n int) int {
	size := 16
	for size < 2*n {
		size *= 2
	}
	return size
}

func (x *keyIndex) hash(key Value) uint32 {
	if key.Kind == String {
		return uint32(maphash.String(x.seed, key.Text))
	}
	return uint32(maphash.Comparable(x.seed, key))
}

// slot returns where the search for a hash begins.
func (x *keyIndex) slot(hash uint32) int { return int(hash) & (len(x.slots) - 1) }

func (x *keyIndex) next(slot int) int { return (slot + 1) & (len(x.slots) - 1) }

// find returns the position of a key, or -1.
func (x *keyIndex) find(entries []Entry, key Value, hash uint32) int {
	for s := x.slot(hash); ; s = x.next(s) {
		switch p := x.slots[s]; {
		case p.at == free:
			return -1
		case p.hash == hash && p.at != gone && entries[p.at-1].Key == key:
			return int(p.at - 1)
		}
	}
}

// put takes note of the entry at position i, whose key has a hash. If there is another one with its key, that one is no longer
// found.
func (x *keyIndex) put(entries []Entry, i int, hash uint32) {
	if x.used+x.used/2 >= len(x.slots) { // two thirds full
		x.grow(cap(entries))
	}
	key := entries[i].Key
	for s := x.slot(hash); ; s = x.next(s) {
		switch p := x.slots[s]; {
		case p.at == free:
			x.used++
		case p.hash != hash || p.at == gone || entries[p.at-1].Key != key:
			continue
		}
		x.slots[s] = indexSlot{hash, int32(i + 1)}
		return
	}
}

// grow makes a table for n entries, without what is gone.
func (x *keyIndex) grow(n int) {
	old := x.slots
	x.slots, x.used = make([]indexSlot, roomFor(n)), 0
	for _, p := range old {
		if p.at == free || p.at == gone {
			continue
		}
		s := x.slot(p.hash)
		for x.slots[s].at != free {
			s = x.next(s)
		}
		x.slots[s] = p
		x.used++
	}
}

// remove forgets the entry at position i, whose key is about to change.
func (x *keyIndex) remove(entries []Entry, i int) {
	for s := x.slot(x.hash(entries[i].Key)); x.slots[s].at != free; s = x.next(s) {
		if x.slots[s].at == int32(i+1) {
			x.slots[s].at = gone
			return
		}
	}
}
