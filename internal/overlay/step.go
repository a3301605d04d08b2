package overlay

import (
	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/value"
)

// This file implements step: one node of the right tree, prepared to be applied to any number of left nodes.
//
// Everything about a step is worked out when it is first needed and then kept, mistakes included: a mistake in an
// annotation below a document that matches nothing is not reported, and one below a document that matches a thousand
// others is reported once.

// stepKind tells what a step is.
type stepKind uint8

const (
	rootStep         stepKind = iota // the right value of Merge
	documentStep                     // of overlay documents: says itself what it matches
	onlyDocumentStep                 // of a Merger: matches the one there is
	entryStep
	itemStep
)

type step struct {
	kind     stepKind
	key      tree.Value // of an entry
	value    tree.Node
	span     source.Span
	metadata *tree.Metadata

	parent   *step
	defaults counts // what @overlay/match-child-defaults above says
	plain    bool   // a node above says plain=True: annotations mean nothing

	failed bool // a problem was reported: the step is not applied any more
	act    *action
	match  *match
	arg    starlark.Value // the value as functions see it

	children      []step
	childrenReady bool
	clean         tree.Node
	cleanMetadata *tree.Metadata
	isClean       bool
}

// below returns the steps of the entries or items of a step's value. It is false when there was a mistake.
func (m *merge) below(s *step) ([]step, bool) {
	if s.childrenReady {
		return s.children, !s.failed
	}
	s.childrenReady = true
	defaults, ok := m.childDefaults(s)
	if !ok {
		return nil, false
	}
	plain := m.mergesPlain(s)
	switch v := s.value.(type) {
	case *tree.Map:
		s.children = make([]step, len(v.Entries))
		for i := range v.Entries {
			e := &v.Entries[i]
			s.children[i] = step{kind: entryStep, key: e.Key, value: e.Value, span: e.Span, metadata: e.Metadata, parent: s, defaults: defaults, plain: plain}
		}
	case *tree.Array:
		s.children = make([]step, len(v.Items))
		for i := range v.Items {
			e := &v.Items[i]
			s.children[i] = step{kind: itemStep, value: e.Value, span: e.Span, metadata: e.Metadata, parent: s, defaults: defaults, plain: plain}
		}
	}
	return s.children, true
}

// argument returns the value of the step as functions see it.
func (s *step) argument() starlark.Value {
	if s.arg == nil {
		s.arg = value.FromTree(s.value)
	}
	return s.arg
}

// cleanValue returns the value of the step without annotations of overlays.
func (s *step) cleanValue() tree.Node {
	s.scrub()
	return s.clean
}

func (s *step) scrub() {
	if !s.isClean {
		s.isClean, s.clean, s.cleanMetadata = true, withoutAnnotations(s.value), cleanedMetadata(s.metadata)
	}
}

// asEntry returns the step as an entry of a result.
func (s *step) asEntry() tree.Entry {
	s.scrub()
	return tree.Entry{Key: s.key, Value: s.clean, Span: s.span, Metadata: s.cleanMetadata}
}

// asItem returns the step as an item, or document, of a result.
func (s *step) asItem() tree.Item {
	s.scrub()
	return tree.Item{Value: s.clean, Span: s.span, Metadata: s.cleanMetadata}
}

// context names the step and those above it, outermost first, as problems do.
func (s *step) context() []string {
	var chain []string
	for ; s != nil; s = s.parent {
		switch s.kind {
		case documentStep, onlyDocumentStep:
			chain = append(chain, "Document on line "+s.span.String())
		case entryStep:
			chain = append(chain, "Map item (key '"+s.key.String()+"') on line "+s.span.String())
		case itemStep:
			chain = append(chain, "Array item on line "+s.span.String())
		}
	}
	for i, j := 0, len(chain)-1; i < j; i, j = i+1, j-1 {
		chain[i], chain[j] = chain[j], chain[i]
	}
	return chain
}

// fail reports a problem of a step, which then is not applied to any further node.
func (m *merge) fail(s *step, code diag.Code, message string, hints ...string) *diag.Diagnostic {
	s.failed = true
	d := &diag.Diagnostic{Code: code, Context: s.context(), Message: message, Span: s.span, Hints: hints}
	m.diags = append(m.diags, d)
	return d
}
