package overlay

import (
	"go.starlark.net/starlark"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/value"
)

// This file implements patch: a node of the right tree with its annotations, which can be applied to any number of left nodes.
// Annotations are read lazily and once: an invalid one is reported once, and only if a parent has a match.

// patchKind is the kind of the right node.
type patchKind uint8

const (
	rootPatch         patchKind = iota // the right value of overlay.apply
	documentPatch                      // an overlay document, with @overlay/match
	onlyDocumentPatch                  // a document for a Merger, which matches the accumulated one
	entryPatch
	itemPatch
)

type patch struct {
	kind     patchKind
	key      tree.Value // of an entry
	value    tree.Node
	span     source.Span
	metadata *tree.Metadata

	parent   *patch
	defaults counts // of @overlay/match-child-defaults above
	plain    bool   // a node above has plain=True: annotations have no effect

	doubted bool // a warning was given
	failed  bool // a problem was reported; the patch is not applied again
	act     *action
	match   *match
	arg     starlark.Value // the value as an argument of functions

	children      []patch
	childrenReady bool
	clean         tree.Node
	cleanMetadata *tree.Metadata
	isClean       bool
}

// below returns the patches of the entries or items of a patch's value; false after an error, which is reported.
func (m *merge) below(p *patch) ([]patch, bool) {
	if p.childrenReady {
		return p.children, !p.failed
	}
	p.childrenReady = true
	defaults, ok := m.childDefaults(p)
	if !ok {
		return nil, false
	}
	plain := m.mergesPlain(p)
	switch v := p.value.(type) {
	case *tree.Map:
		p.children = make([]patch, len(v.Entries))
		for i := range v.Entries {
			e := &v.Entries[i]
			p.children[i] = patch{kind: entryPatch, key: e.Key, value: e.Value, span: e.Span, metadata: e.Metadata, parent: p, defaults: defaults, plain: plain}
		}
	case *tree.Array:
		p.children = make([]patch, len(v.Items))
		for i := range v.Items {
			e := &v.Items[i]
			p.children[i] = patch{kind: itemPatch, value: e.Value, span: e.Span, metadata: e.Metadata, parent: p, defaults: defaults, plain: plain}
		}
	}
	return p.children, true
}

// argument returns the value of the patch as an argument of functions.
func (p *patch) argument() starlark.Value {
	if p.arg == nil {
		p.arg = value.FromTree(p.value)
	}
	return p.arg
}

// cleanValue returns the value of the patch without the annotations of overlays.
func (p *patch) cleanValue() tree.Node {
	p.scrub()
	return p.clean
}

func (p *patch) scrub() {
	if !p.isClean {
		p.isClean, p.clean, p.cleanMetadata = true, withoutAnnotations(p.value), cleanedMetadata(p.metadata)
	}
}

// asEntry returns the patch as an entry of the result.
func (p *patch) asEntry() tree.Entry {
	p.scrub()
	return tree.Entry{Key: p.key, Value: p.clean, Span: p.span, Metadata: p.cleanMetadata}
}

// asItem returns the patch as an item or document of the result.
func (p *patch) asItem() tree.Item {
	p.scrub()
	return tree.Item{Value: p.clean, Span: p.span, Metadata: p.cleanMetadata}
}

// context returns the descriptions of the patch and those above it for problems, outermost first.
func (p *patch) context() []string {
	var chain []string
	for ; p != nil; p = p.parent {
		switch p.kind {
		case documentPatch, onlyDocumentPatch:
			chain = append(chain, "Document on line "+p.span.String())
		case entryPatch:
			chain = append(chain, "Map item (key '"+p.key.String()+"') on line "+p.span.String())
		case itemPatch:
			chain = append(chain, "Array item on line "+p.span.String())
		}
	}
	for i, j := 0, len(chain)-1; i < j; i, j = i+1, j-1 {
		chain[i], chain[j] = chain[j], chain[i]
	}
	return chain
}

// failAt is fail for a problem whose cause is an annotation; nil is the patch itself.
func (m *merge) failAt(p *patch, ann *tree.Annotation, code diag.Code, message string, hints ...string) *diag.Diagnostic {
	d := m.fail(p, code, message, hints...)
	if ann != nil && ann.Span.Known() {
		d.Span = ann.Span
	}
	return d
}

// matchAnnotation returns the @overlay/match of the patch, nil for none.
func (p *patch) matchAnnotation() *tree.Annotation { return p.metadata.Find(annotation.OverlayMatch) }

// fail reports a problem of a patch and ends its application.
func (m *merge) fail(p *patch, code diag.Code, message string, hints ...string) *diag.Diagnostic {
	p.failed = true
	d := &diag.Diagnostic{Code: code, Context: p.context(), Message: message, Span: p.span, Hints: hints}
	m.diags = append(m.diags, d)
	return d
}
