package overlay

import "ytt/internal/tree"

// Delta describes what one merge changed in a value, as a tree parallel to the result. Code that has checked or
// completed the left value needs to visit only the nodes in it:
//
//	func complete(n tree.Node, d *overlay.Delta) {
//		switch {
//		case d == nil: // as before
//		case d.Taken: // new to the last node
//		default: // look at d.Entries or d.Items; when d.Removed, something may be missing
//		}
//	}
//
// After several changes to a node, Taken covers everything since the value was taken.
type Delta struct {
	Taken bool // the whole value comes from the right side or from a function
	// Computed says that a function made the taken value. Was is the left value, nil for none: the value can be that node,
	// or contain parts of it.
	Computed bool
	Was      tree.Node
	Removed  bool                  // entries or items were removed, or keys replaced
	Dropped  []tree.Value          // of a map: removed keys; those that were added again are in Entries, too
	Entries  map[tree.Value]*Delta // of a map: added and changed entries by key
	Items    []*Delta              // of an array: by position in the result, nil for unchanged items; nil if no item changed
	// From holds the position of each of the Items in the left array, -1 for added ones. Nil means that items were only
	// added at the end, and none removed.
	From []int32
}

// The methods of a nil Delta do nothing.

func (d *Delta) take() {
	if d != nil {
		*d = Delta{Taken: true}
	}
}

// replace records that a patch replaced the left value, nil for none, perhaps with the result of its function.
func (d *Delta) replace(act *action, was tree.Node) {
	if d == nil {
		return
	}
	d.take()
	if act.via != nil {
		d.Computed, d.Was = true, was
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

// drop records that an entry was removed.
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
