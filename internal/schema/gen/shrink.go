package gen

import (
	"math"
	"slices"
	"unicode/utf8"

	"ytt/internal/schema"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements making values smaller that show a problem: keys are
// dropped, so that their defaults count, collections get shorter, and scalars
// simpler, as long as the problem stays. Each step has fewer parts or simpler
// ones, so the steps end.

// Shrink returns the smallest values that it finds which still fail. Nothing
// that is one step smaller fails, unless fails was asked most times.
func Shrink(s *schema.Schema, values tree.Node, most int, fails func(tree.Node) bool) tree.Node {
	x := shrinker{fails: fails, left: most}
	for {
		smaller := x.node(s.Root, values, func(n tree.Node) tree.Node { return n })
		if smaller == nil {
			smaller = x.together(s.Root, values)
		}
		if smaller == nil {
			return values
		}
		values = smaller
	}
}

type shrinker struct {
	fails func(tree.Node) bool
	left  int
}

// node returns the whole values with something smaller in the place of a part;
// nil if nothing smaller fails. whole puts a part into its place.
func (x *shrinker) node(d *schema.Decl, n tree.Node, whole func(tree.Node) tree.Node) tree.Node {
	try := func(smaller tree.Node) tree.Node {
		if x.left <= 0 {
			return nil
		}
		x.left--
		if all := whole(smaller); x.fails(all) {
			return all
		}
		return nil
	}
	switch n := n.(type) {
	case *tree.Map:
		return x.mapping(d, n, whole, try)
	case *tree.Array:
		return x.array(d, n, whole, try)
	case *tree.Scalar:
		for _, simpler := range simpler(d, n) {
			if found := try(simpler); found != nil {
				return found
			}
		}
	}
	return nil
}

func (x *shrinker) mapping(d *schema.Decl, n *tree.Map, whole func(tree.Node) tree.Node,
	try func(tree.Node) tree.Node) tree.Node {
	for _, part := range parts(len(n.Entries)) {
		if found := try(&tree.Map{Entries: slices.Delete(slices.Clone(n.Entries), part.from, part.to)}); found != nil {
			return found
		}
	}
	for i := range n.Entries {
		child := entryOf(d, n.Entries[i].Key)
		inner := func(v tree.Node) tree.Node {
			entries := slices.Clone(n.Entries)
			entries[i].Value = v
			return whole(&tree.Map{Entries: entries})
		}
		if found := x.node(child, n.Entries[i].Value, inner); found != nil {
			return found
		}
	}
	return nil
}

func (x *shrinker) array(d *schema.Decl, n *tree.Array, whole func(tree.Node) tree.Node,
	try func(tree.Node) tree.Node) tree.Node {
	for _, part := range parts(len(n.Items)) {
		if found := try(&tree.Array{Items: slices.Delete(slices.Clone(n.Items), part.from, part.to)}); found != nil {
			return found
		}
	}
	var item *schema.Decl
	if d != nil && d.Type.Array != nil {
		item = &d.Type.Array.Item
	}
	for i := range n.Items {
		inner := func(v tree.Node) tree.Node {
			items := slices.Clone(n.Items)
			items[i].Value = v
			return whole(&tree.Array{Items: items})
		}
		if found := x.node(item, n.Items[i].Value, inner); found != nil {
			return found
		}
	}
	return nil
}

func entryOf(d *schema.Decl, key tree.Value) *schema.Decl {
	if d == nil || d.Type.Map == nil {
		return nil
	}
	if k := d.Type.Map.KeyOf(key); k != nil {
		return &k.Decl
	}
	return nil
}

// part is what to leave out of a collection.
type part struct{ from, to int }

// parts returns what to leave out of n things: all, halves, quarters and so on,
// single ones last.
func parts(n int) (all []part) {
	for size := n; size > 0; size /= 2 {
		for from := 0; from < n; from += size {
			all = append(all, part{from, min(from+size, n)})
		}
	}
	return all
}

// simpler returns scalars that are simpler than one, the simplest first: the
// default, what is nearer to it, shorter texts.
func simpler(d *schema.Decl, n *tree.Scalar) (all []tree.Node) {
	var target *tree.Scalar
	if d != nil {
		target, _ = d.Constant().(*tree.Scalar)
	}
	if target != nil && target.Value == n.Value {
		return nil
	}
	if target != nil && !tree.IsNull(target) {
		all = append(all, target)
	}
	switch n.Kind {
	case tree.Bool:
		if n.Bool() && target == nil {
			all = append(all, tree.NewScalar(tree.BoolValue(false), source.Span{}))
		}
	case tree.Int:
		goal := int64(0)
		if target != nil && target.Kind == tree.Int {
			goal = target.Int()
		}
		for _, i := range nearer(n.Int(), goal) {
			all = append(all, whole(i))
		}
	case tree.Float:
		if f := n.Float(); f != math.Trunc(f) {
			all = append(all, tree.NewScalar(tree.FloatValue(math.Trunc(f)), source.Span{}))
		} else if f != 0 {
			all = append(all, tree.NewScalar(tree.FloatValue(0), source.Span{}),
				tree.NewScalar(tree.FloatValue(math.Trunc(f/2)), source.Span{}))
		}
	case tree.String:
		for _, s := range shorter(n.Text) {
			all = append(all, text(s))
		}
	}
	return all
}

// nearer returns numbers between n and a goal, the goal first, then such that
// halve the distance.
func nearer(n, goal int64) (all []int64) {
	for distance := n - goal; distance != 0; distance /= 2 {
		all = append(all, n-distance)
	}
	return all
}

// shorter returns the beginnings of a text, the shortest first.
func shorter(s string) (all []string) {
	runes := []rune(s)
	for size := len(runes); size > 0; size /= 2 {
		all = append(all, string(runes[:len(runes)-size]))
	}
	if utf8.RuneCountInString(s) == 1 && s != "a" {
		all = append(all, "a")
	}
	return all
}
