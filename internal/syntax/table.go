package syntax

import (
	"cmp"
	"slices"
)

// This file implements the table of the directives of a file, by node.

// directives are those of a file, those of one node next to each other.
type directives struct {
	owners []int32
	all    []Directive
	from   []int32 // by node: the position of its first one; the next node's is the end
}

// grow makes room for n directives.
func (t *directives) grow(n int) {
	t.owners = slices.Grow(t.owners, n)
	t.all = slices.Grow(t.all, n)
}

func (t *directives) add(node int32, d Directive) {
	t.owners = append(t.owners, node)
	t.all = append(t.all, d)
}

// latest returns the directives added last, as far as they are of a node; of very many, only some.
func (t *directives) latest(node int32) []Directive {
	const enough = 64
	n := len(t.owners)
	for n > 0 && t.owners[n-1] == node && len(t.owners)-n < enough {
		n--
	}
	return t.all[n:]
}

// index prepares the table for look-ups.
func (t *directives) index(nodes int) {
	t.sort()
	t.from = make([]int32, nodes+1)
	k := 0
	for i := range t.from {
		for k < len(t.owners) && t.owners[k] < int32(i) {
			k++
		}
		t.from[i] = int32(k)
	}
}

// sort puts the directives into the order of the nodes. They come in that order, but for those that a rule of ours
// moves to another node.
func (t *directives) sort() {
	if slices.IsSorted(t.owners) {
		return
	}
	order := make([]int, len(t.owners))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.owners[a], t.owners[b]) })
	var sorted directives
	for _, i := range order {
		sorted.add(t.owners[i], t.all[i])
	}
	*t = sorted
}

// of returns the directives of a node.
func (t *directives) of(node int32) []Directive {
	if t.from == nil {
		return nil
	}
	return t.all[t.from[node]:t.from[node+1]]
}
