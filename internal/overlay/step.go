package overlay

import (
	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/value"
)

// This file implements step: a node of the right tree that can be applied to any number of left nodes. Its annotations
// are read when they are first needed, and the result is kept, with problems: an invalid annotation below a document
// without a match is not reported, and one below a document with many matches is reported once.

// stepKind is the kind of the right node.
type stepKind uint8

const (
	rootStep         stepKind = iota // the right value of overlay.apply
	documentStep                     // an overlay document, with @overlay/match
	onlyDocumentStep                 // a document for a Merger, which matches the accumulated one
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
	defaults counts // of @overlay/match-child-defaults above
	plain    bool   // a node above has plain=True: annotations have no effect

	failed bool // a problem was reported; the step is not applied again
	act    *action
	match  *match
	arg    starlark.Value // the value as an argument of functions

	children      []step
	childrenReady bool
	clean         tree.Node
	cleanMetadata *tree.Metadata
	isClean       bool
}

// below returns the steps of the entries or items of a step's value; false after an error, which is reported.
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

// argument returns the value of the step as an argument of functions.
func (s *step) argument() starlark.Value {
	if s.arg == nil {
		s.arg = value.FromTree(s.value)
	}
	return s.arg
}

// cleanValue returns the value of the step without the annotations of overlays.
func (s *step) cleanValue() tree.Node {
	s.scrub()
	return s.clean
}

func (s *step) scrub() {
	if !s.isClean {
		s.isClean, s.clean, s.cleanMetadata = true, withoutAnnotations(s.value), cleanedMetadata(s.metadata)
	}
}

// asEntry returns the step as an entry of the result.
func (s *step) asEntry() tree.Entry {
	s.scrub()
	return tree.Entry{Key: s.key, Value: s.clean, Span: s.span, Metadata: s.cleanMetadata}
}

// asItem returns the step as an item or document of the result.
func (s *step) asItem() tree.Item {
	s.scrub()
	return tree.Item{Value: s.clean, Span: s.span, Metadata: s.cleanMetadata}
}

// context returns the descriptions of the step and those above it for problems, outermost first.
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

// fail reports a problem of a step and ends its application.
func (m *merge) fail(s *step, code diag.Code, message string, hints ...string) *diag.Diagnostic {
	s.failed = true
	d := &diag.Diagnostic{Code: code, Context: s.context(), Message: message, Span: s.span, Hints: hints}
	m.diags = append(m.diags, d)
	return d
}
