package overlay

import "ytt/internal/tree"

// This file implements Delta: what a merge changed.

// Delta says what one merge changed in a value, as a tree alongside the result. Whoever has checked or completed the
// left value needs to look only at what it names:
//
//	func complete(n tree.Node, d *overlay.Delta) {
//		switch {
//		case d == nil: // as before
//		case d.Taken: // new to the last node
//		default: // look at d.Entries or d.Items; when d.Removed, something may be missing
//		}
//	}
//
// Where several changes met, Taken covers all that was done to the value after it was taken over.
type Delta struct {
	Taken bool // the value came whole from the right side, or from a function
	// Computed says of a value that was taken that a function made it: it can hold parts of what was there.
	Computed bool
	Removed  bool                  // entries or items were removed, or their keys exchanged
	Dropped  []tree.Value          // of a map: keys that were removed; Entries has those that came back
	Entries  map[tree.Value]*Delta // of a map: entries that were added or changed, by key
	Items    []*Delta              // of an array: by position in the result, nil where nothing changed; nil if nothing did
	// From has the position in the left array of each of the Items, -1 for those that were added. Nil means that none but
	// items at the end were added, and none removed.
	From []int32
}

// A nil Delta is one that nobody asked for; its methods do nothing.

func (d *Delta) take() {
	if d != nil {
		*d = Delta{Taken: true}
	}
}

// compute notes that a function made the value.
func (d *Delta) compute() {
	if d != nil {
		*d = Delta{Taken: true, Computed: true}
	}
}

// replace notes that a step replaced the value, perhaps with the result of its function.
func (d *Delta) replace(act *action) {
	if act.via != nil {
		d.compute()
	} else {
		d.take()
	}
}

// entry returns the delta of an entry's value.
func (d *Delta) entry(key tree.Value) *Delta {
	if d == nil || d.Taken {
		return nil
	}
	if d.Entries == nil {
		d.Entries = make(map[tree.Value]*Delta)
	}
	e := d.Entries[key]
	if e == nil {
		e = &Delta{}
		d.Entries[key] = e
	}
	return e
}

// drop forgets an entry.
func (d *Delta) drop(key tree.Value) {
	if d != nil {
		delete(d.Entries, key)
		d.Dropped = append(d.Dropped, key)
		d.Removed = true
	}
}

// items returns the deltas of an array's items, to be changed.
func (d *Delta) items(n int) []*Delta {
	items := make([]*Delta, n)
	copy(items, d.Items)
	return items
}

// movedTwice returns the Delta.From of two changes to an array, one after the other, that has n items then.
func movedTwice(first, second []int32, n int) []int32 {
	if first == nil {
		return second
	}
	from := make([]int32, n)
	for i := range from {
		at := i
		if second != nil {
			at = int(second[i])
		}
		from[i] = -1
		if at >= 0 && at < len(first) {
			from[i] = first[at]
		}
	}
	return from
}
