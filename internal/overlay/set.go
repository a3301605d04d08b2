package overlay

import (
	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements Set: the merge that a flag such as "--data-value a.b=1" stands for, as an operation.

// Set gives a value to a path of keys. Maps on the way are merged into; the value replaces what was there. It does what a
// document with the one value would do, annotated with #@overlay/replace.
type Set struct {
	Path   []string // of keys, at least one
	Value  tree.Node
	Create bool        // keys that are missing are added; otherwise they are a problem
	Span   source.Span // of the whole operation: the place of the maps that it makes
}

// Node returns maps of one entry each, with the value in the innermost.
func (s Set) Node() tree.Node {
	n := s.Value
	for i := len(s.Path) - 1; i >= 0; i-- {
		n = &tree.Map{Entries: []tree.Entry{{Key: tree.StringValue(s.Path[i]), Value: n, Span: s.Span}}}
	}
	return n
}

// Set applies an operation to the accumulated document, as Apply does with a document.
func (g *Merger) Set(set Set, opts Options) diag.List {
	m := newMerge(g.thread, opts)
	m.edit = g.edit
	return g.apply(m, set.step(), opts.Delta)
}

// step returns the operation as a step on the document. What annotations would say is known already.
func (s Set) step() *step {
	var allowed match
	if s.Create {
		allowed.missingOK = starlark.True
	}
	top := &step{kind: onlyDocumentStep, value: s.Node(), span: s.Span}
	at := top
	for range s.Path {
		e := at.value.(*tree.Map).Entries[0]
		at.childrenReady = true
		at.children = []step{{
			kind: entryStep, key: e.Key, value: e.Value, span: s.Span, parent: at,
			act: &actions[0], match: &allowed,
		}}
		at = &at.children[0]
	}
	at.act = &action{name: "overlay/replace", op: opReplace, orAdd: s.Create}
	return top
}
