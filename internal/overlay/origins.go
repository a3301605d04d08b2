package overlay

import (
	"slices"

	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements Origins: from which of a series of merged layers each value of the result stems.

// Origins is a tree alongside an accumulating document. It has nodes only where a layer gave a value, so that it costs
// memory and time in proportion to the layers, whatever the size of the document they are merged onto.
//
// What is not known to stem from any layer was added between two merges: completed with a default, say.
type Origins struct{ root originNode }

// Base is the number of the layer that a series of merges begins with. Those that are merged onto it have numbers from 0,
// in order.
const Base = -1

// Origin says that a layer gave a value.
type Origin struct {
	Layer int
	Span  source.Span // of the node that holds the value: a key, "-" or "---"
	Value tree.Node   // as the layer gave it
	// Computed says that the value was made by a function, which saw what was there.
	Computed bool
}

// originNode is what is known of one place in the document.
type originNode struct {
	given   []Origin // those that gave this place a value as a whole, in order; without a Value they removed it
	entries map[tree.Value]*originNode
	items   []itemOrigin // by position; nil while the items are those of the layer that gave the array
	layer   int          // that layer, once there are items
}

// itemOrigin is what is known of an array item.
type itemOrigin struct {
	position int32 // in the array as it was given; -1 for an item that was added later
	node     *originNode
}

// NewOrigins starts with a document that a layer gives: Base, or the first of the others.
func NewOrigins(layer int, doc *tree.Document) *Origins {
	return &Origins{originNode{given: []Origin{{Layer: layer, Span: doc.Span, Value: doc.Value}}}}
}

// Add notes what merging a layer changed. The value is the result of the merge, span the place of the layer's document.
func (o *Origins) Add(layer int, value tree.Node, span source.Span, changed *Delta) {
	originRecorder{layer}.add(&o.root, value, span, changed, Base)
}

// originRecorder notes what one layer changed. Its methods report whether there was anything to note.
type originRecorder struct{ layer int }

// add notes the change of one place. since is the latest layer that gave what is around it.
func (r originRecorder) add(o *originNode, value tree.Node, span source.Span, d *Delta, since int) bool {
	if d.Taken {
		o.given = append(o.given, Origin{Layer: r.layer, Span: span, Value: value, Computed: d.Computed})
		return true
	}
	if n := len(o.given); n > 0 {
		since = max(since, o.given[n-1].Layer)
	}
	switch n := value.(type) {
	case *tree.Map:
		return r.addMap(o, n, d, since)
	case *tree.Array:
		return r.addArray(o, n, d, since)
	}
	return false
}

func (r originRecorder) addMap(o *originNode, n *tree.Map, d *Delta, since int) (noted bool) {
	for key, changed := range d.Entries {
		i := n.Find(key)
		if i < 0 {
			continue
		}
		child := o.entries[key]
		if child == nil {
			child = &originNode{}
		}
		if r.add(child, n.Entries[i].Value, n.Entries[i].Span, changed, since) {
			o.keep(key, child)
			noted = true
		}
	}
	for _, key := range d.Dropped {
		if d.Entries[key] != nil {
			continue
		}
		child := o.entries[key]
		if child == nil {
			child = &originNode{}
		}
		child.given = append(child.given, Origin{Layer: r.layer})
		o.keep(key, child)
		noted = true
	}
	return noted
}

func (o *originNode) keep(key tree.Value, child *originNode) {
	if o.entries == nil {
		o.entries = map[tree.Value]*originNode{}
	}
	o.entries[key] = child
}

func (r originRecorder) addArray(o *originNode, n *tree.Array, d *Delta, since int) bool {
	if d.Items == nil {
		return false
	}
	if o.layer != since {
		o.items = nil
	}
	items := make([]itemOrigin, len(n.Items))
	for i := range items {
		from := i
		if d.From != nil {
			from = int(d.From[i])
		}
		items[i] = o.item(from)
		if d.Items[i] == nil {
			continue
		}
		child := items[i].node
		if child == nil {
			child = &originNode{}
		}
		if r.add(child, n.Items[i].Value, n.Items[i].Span, d.Items[i], since) {
			items[i].node = child
		}
	}
	o.items, o.layer = items, since
	return true
}

// item returns what is known of the item at a position, which may be beyond the end.
func (o *originNode) item(i int) itemOrigin {
	switch {
	case o.items == nil:
		return itemOrigin{position: int32(i)}
	case i >= 0 && i < len(o.items):
		return o.items[i]
	}
	return itemOrigin{position: -1}
}

// At returns the layers that gave the value at a path, in order: the last is the one that the value stems from. Layers
// before one that removed the value, or gave something around it that does not have it, are left out, as are those that
// gave other items to an array. The result is empty for a value that no layer gave.
func (o *Origins) At(path tree.Path) []Origin {
	node, given := &o.root, o.root.given
	for _, step := range path {
		if step.Item {
			node, given = node.below(given[max(0, len(given)-1):], step)
		} else {
			node, given = node.below(given, step)
		}
	}
	for i := len(given) - 1; i >= 0; i-- {
		if given[i].Value == nil {
			return given[i+1:]
		}
	}
	return given
}

// below goes one step down: to the place, which is nil if nothing is known of it, and those that gave it. given are those
// that gave this place.
func (o *originNode) below(given []Origin, step tree.Step) (*originNode, []Origin) {
	var child *originNode
	if o != nil && !step.Item {
		child = o.entries[step.Key]
	}
	all := make([]Origin, 0, len(given)+1)
	for _, g := range given {
		at := step
		if o != nil && step.Item && o.items != nil && o.layer == g.Layer {
			item := o.item(step.Index)
			child, at.Index = item.node, int(item.position)
		}
		all = append(all, g.below(at))
	}
	if child != nil {
		all = append(all, child.given...)
		slices.SortStableFunc(all, func(a, b Origin) int { return a.Layer - b.Layer })
	}
	return child, all
}

// below returns what a layer gave at one step below; without a Value when it did not give anything there.
func (g Origin) below(step tree.Step) Origin {
	at := Origin{Layer: g.Layer, Computed: g.Computed}
	switch n := g.Value.(type) {
	case *tree.Map:
		if i := n.Find(step.Key); !step.Item && i >= 0 {
			at.Span, at.Value = n.Entries[i].Span, n.Entries[i].Value
		}
	case *tree.Array:
		if step.Item && step.Index >= 0 && step.Index < len(n.Items) {
			at.Span, at.Value = n.Items[step.Index].Span, n.Items[step.Index].Value
		}
	}
	return at
}

// Cursor is a place in the document, for a walk along it that only asks what the layers gave. Its zero value is a place that
// only the Base gave.
type Cursor struct {
	node   *originNode
	origin Origin  // the latest
	before *Cursor // of a computed value: the place as it was before; nil when that is not known
	layers bool    // the origin is not Base
}

// Cursor returns the place of the document's value.
func (o *Origins) Cursor() Cursor {
	if o == nil {
		return Cursor{}
	}
	return Cursor{}.at(&o.root, o.root.given)
}

// at moves to a place that the Origins tell of.
func (c Cursor) at(node *originNode, given []Origin) Cursor {
	c.node = node
	if n := len(given); n > 0 && (!c.layers || given[n-1].Layer > c.origin.Layer) {
		last := given[n-1]
		var before *Cursor
		if last.Computed {
			c := c.at(node, given[:n-1])
			before = &c
		}
		c.origin, c.layers, c.before = last, last.Layer != Base, before
	}
	return c
}

// Below returns the place one step down.
func (c Cursor) Below(step tree.Step) Cursor {
	if c.node == nil && !c.layers {
		return c
	}
	node := c.node
	var child *originNode
	at := step
	switch {
	case node == nil:
	case !step.Item:
		child = node.entries[step.Key]
	case node.items != nil && node.layer == c.origin.Layer:
		item := node.item(step.Index)
		child, at.Index = item.node, int(item.position)
	}
	c.origin = c.origin.below(at)
	if c.before != nil {
		before := c.before.Below(step)
		c.before = &before
	}
	if child == nil {
		c.node = nil
		return c
	}
	return c.at(child, child.given)
}

// Given reports whether a layer other than the Base gave the value here. A function that left a null where nothing was
// given did not give it.
func (c Cursor) Given() bool {
	if !c.layers || c.origin.Value == nil {
		return false
	}
	return c.before == nil || !tree.IsNull(c.origin.Value) || c.before.Given()
}

// Touched reports whether a layer other than the Base gave the value here, or any below it.
func (c Cursor) Touched() bool { return c.Given() || c.node.touched() }

func (o *originNode) touched() bool {
	if o == nil {
		return false
	}
	if n := len(o.given); n > 0 {
		if last := o.given[n-1]; last.Layer != Base && last.Value != nil {
			return true
		}
	}
	for _, child := range o.entries {
		if child.touched() {
			return true
		}
	}
	for _, item := range o.items {
		if item.position < 0 || item.node.touched() {
			return true
		}
	}
	return false
}
