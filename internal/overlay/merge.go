package overlay

import (
	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// Options change how a merge works. The zero value merges as the annotations say.
type Options struct {
	// Plain merges as values files are merged (docs/values-guide.md): maps are merged, keys that the left one does not have
	// are added, scalars and arrays replace what was there. Annotations mean nothing.
	Plain bool
	// KeepNotes lets nodes keep their annotations when a plain value takes the place of theirs: what a schema says about a
	// node stays when its default changes.
	KeepNotes bool
	// MissingOK lets a map entry that matches nothing be added, on all levels, unless its annotations (or those of a node
	// above) say how many matches there must be. Array items are not let off: one that matches says by what, and what it
	// does not find is misspelt.
	MissingOK bool
	// ReplaceKinds lets a map or array of the right side take the place of a left value of another kind, which
	// otherwise is an error. For callers that check the result against a schema, and so can say more about it.
	ReplaceKinds bool
	// Frames turns the call stack of a failed function into frames with places. Without it frames have names only.
	Frames func(*starlark.EvalError) []diag.Frame
	// Delta, if not nil, is filled with what the merge changed. Documents does not use it.
	Delta *Delta
}

// root merges whole values. Document sets are merged document by document; a scalar, which is what a function without
// YAML gives, holds no node that could change anything, so the left value stays.
func (m *merge) root(left, right tree.Node) tree.Node {
	switch r := right.(type) {
	case *tree.Scalar:
		return left
	case *tree.Stream:
		if l, ok := left.(*tree.Stream); ok {
			return m.documents([]*tree.Stream{l}, r.Docs)[0]
		}
	}
	result, _ := m.value(left, &step{value: right}, source.Span{}, m.opts.Delta)
	return result
}

// Merger merges a series of documents, one by one, onto an accumulating document. Each costs time in proportion to
// itself, not to what has accumulated. After a problem the document is the best that could be made of both sides.
type Merger struct {
	thread *starlark.Thread
	edit   *tree.Edit
	doc    tree.Item // value, place and annotations of the document
}

// NewMerger starts a series with a document, which stays as it is; nil is one that holds null. The thread runs the
// functions in annotations; nil is a fresh one.
func NewMerger(thread *starlark.Thread, left *tree.Document) *Merger {
	if left == nil {
		left = &tree.Document{Value: tree.NewNull()}
	}
	doc := tree.Item{Value: withoutAnnotations(left.Value), Span: left.Span, Notes: cleanedNotes(left.Notes)}
	return &Merger{thread: thread, edit: tree.NewEdit(), doc: doc}
}

// Apply merges a document onto the accumulated one. It needs no @overlay/match: there is only one document to match. What
// @overlay/remove leaves is an empty map.
func (g *Merger) Apply(right *tree.Document, opts Options) diag.List {
	m := newMerge(g.thread, opts)
	m.edit = g.edit
	return g.apply(m, &step{kind: onlyDocumentStep, value: right.Value, span: right.Span, notes: right.Notes}, opts.Delta)
}

func (g *Merger) apply(m *merge, s *step, delta *Delta) diag.List {
	q := &sequence{items: []tree.Item{g.doc}, live: 1, owned: true}
	if delta != nil {
		q.deltas = []*Delta{delta}
	}
	m.item(q, s)
	g.doc = q.items[0]
	if q.live == 0 { // @overlay/remove
		delta.take()
		g.doc = tree.Item{Value: &tree.Map{}, Span: s.span}
	}
	return m.diags
}

// Update lets the caller change the accumulated value between two documents, by completing it with defaults, say. The
// function may change in place what the edit owns, and returns the value to go on with. A node that the edit owns may
// stand in one place only.
func (g *Merger) Update(change func(edit *tree.Edit, value tree.Node) tree.Node) {
	g.doc.Value = change(g.edit, g.doc.Value)
}

// Result returns the accumulated document. It stays as it is; the Merger may go on, at the price of copying anew what
// it changes.
func (g *Merger) Result() *tree.Document {
	g.edit = tree.NewEdit()
	doc := tree.Document(g.doc)
	return &doc
}

// merge is one merge under way.
type merge struct {
	thread *starlark.Thread
	edit   *tree.Edit
	opts   Options
	diags  diag.List
	ended  bool // the thread was cancelled: calling on would only repeat that
}

func newMerge(thread *starlark.Thread, opts Options) *merge {
	if thread == nil {
		thread = &starlark.Thread{Name: "overlay"}
	}
	return &merge{thread: thread, edit: tree.NewEdit(), opts: opts}
}

// value merges the value of a step into a left value, that of a node at a place. It returns the result, left itself if nothing changed, and whether
// that is the right value, which then stands in the left one's place.
func (m *merge) value(left tree.Node, s *step, at source.Span, d *Delta) (result tree.Node, replaced bool) {
	switch s.value.(type) {
	case *tree.Map:
		if l, ok := left.(*tree.Map); ok {
			return m.mapInto(l, s, d), false
		}
	case *tree.Array:
		if m.mergesPlainly(s) {
			return m.taken(s, d), true
		}
		if l, ok := left.(*tree.Array); ok {
			return m.arrayInto(l, s, d), false
		}
	case *tree.Scalar:
		return m.taken(s, d), true
	}
	if tree.IsNull(left) || m.opts.ReplaceKinds {
		return m.taken(s, d), true
	}
	m.kindProblem(s, left, at)
	return left, false
}

func (m *merge) taken(s *step, d *Delta) tree.Node {
	d.take()
	return s.cleanValue()
}

// mapInto merges the entries of a step's map into a left map.
func (m *merge) mapInto(left *tree.Map, s *step, d *Delta) tree.Node {
	steps, ok := m.below(s)
	if !ok {
		return left
	}
	t := mapTarget{node: left, edit: m.edit}
	for i := range steps {
		m.entry(&t, &steps[i], d)
	}
	return t.finish()
}

// arrayInto merges the items of a step's array into a left array.
func (m *merge) arrayInto(left *tree.Array, s *step, d *Delta) tree.Node {
	steps, ok := m.below(s)
	if !ok {
		return left
	}
	q := &sequence{items: left.Items, live: len(left.Items), was: len(left.Items), array: left, edit: m.edit}
	if d != nil && !d.Taken {
		q.deltas = d.items(len(left.Items))
	}
	for i := range steps {
		m.item(q, &steps[i])
	}
	result := q.finish()
	if q.deltas != nil {
		d.From = movedTwice(d.From, q.from, len(q.deltas))
		d.Items, d.Removed = q.deltas, d.Removed || q.removed
	}
	return result
}
