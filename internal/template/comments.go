package template

import (
	"cmp"
	"slices"

	"ytt/internal/directive"
)

// This file implements the table of what stands in comments, by node.

// comments are the directives of a file, those of one node next to each other.
type comments struct {
	owners     []int32
	directives []directive.Directive
	from       []int32 // by node: the position of its first one; the next node's is the end
}

// grow makes room for n directives.
func (t *comments) grow(n int) {
	t.owners = slices.Grow(t.owners, n)
	t.directives = slices.Grow(t.directives, n)
}

func (t *comments) add(node int32, d directive.Directive) {
	t.owners = append(t.owners, node)
	t.directives = append(t.directives, d)
}

// latest returns the directives added last, as far as they are of a node; of very many, only some.
func (t *comments) latest(node int32) []directive.Directive {
	const enough = 64
	n := len(t.owners)
	for n > 0 && t.owners[n-1] == node && len(t.owners)-n < enough {
		n--
	}
	return t.directives[n:]
}

// index prepares the table for look-ups.
func (t *comments) index(nodes int) {
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
func (t *comments) sort() {
	if slices.IsSorted(t.owners) {
		return
	}
	order := make([]int, len(t.owners))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.owners[a], t.owners[b]) })
	var sorted comments
	for _, i := range order {
		sorted.add(t.owners[i], t.directives[i])
	}
	*t = sorted
}

// own returns what stands on a node.
func (c *compiler) own(node int32) []directive.Directive {
	t := &c.comments
	return t.directives[t.from[node]:t.from[node+1]]
}
