package tree

import "hash/maphash"

// Repeats finds out whether something repeats among many, with a hash table that it keeps from one search to the next. The
// zero Repeats is ready.
type Repeats struct {
	seed  maphash.Seed
	slots []int32 // what was seen, plus one; 0 is free
	mask  uint64
}

// Begin begins a search among n things.
func (r *Repeats) Begin(n int) {
	if r.slots == nil {
		r.seed = maphash.MakeSeed()
	}
	size := 16
	for size < 2*n {
		size *= 2
	}
	if len(r.slots) < size {
		r.slots = make([]int32, size)
	}
	r.mask = uint64(size - 1)
	clear(r.slots[:size])
}

// Hash is the hash of a text.
func (r *Repeats) Hash(text string) uint64 { return maphash.String(r.seed, text) }

// Seen takes note of the thing with a number and a hash, and reports whether an earlier one is the same.
func (r *Repeats) Seen(number int32, hash uint64, same func(earlier int32) bool) bool {
	slot := hash & r.mask
	for ; r.slots[slot] != 0; slot = (slot + 1) & r.mask {
		if same(r.slots[slot] - 1) {
			return true
		}
	}
	r.slots[slot] = number + 1
	return false
}
