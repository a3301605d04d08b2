package overlay

import (
	"fmt"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/tree"
)

// This file warns of overlays that merge without an error, but most likely not as they are meant.

// warn adds a warning. Only merges of documents report them.
func (m *merge) warn(d *diag.Diagnostic) {
	d.Severity = diag.Warning
	m.warnings = append(m.warnings, d).Cut(m.opts.MaxProblems)
}

// doubtAdded warns of annotations in a value that is added as a whole: nothing below it matches anything, so an action there has
// no effect.
func (m *merge) doubtAdded(p *patch) {
	if !m.warns || p.doubted || m.ignoresAnnotations(p) {
		return
	}
	p.doubted = true
	looks := maxLooked
	m.doubtBelow(p.value, &looks)
}

// maxLooked limits a search for annotations in added values, in which aliases may repeat nodes.
const maxLooked = 100_000

func (m *merge) doubtBelow(n tree.Node, looks *int) {
	switch n := n.(type) {
	case *tree.Map:
		for i := 0; i < len(n.Entries) && *looks > 0; i++ {
			*looks--
			m.doubtActions(n.Entries[i].Metadata, annotation.Entry)
			m.doubtBelow(n.Entries[i].Value, looks)
		}
	case *tree.Array:
		for i := 0; i < len(n.Items) && *looks > 0; i++ {
			*looks--
			m.doubtActions(n.Items[i].Metadata, annotation.Item)
			m.doubtBelow(n.Items[i].Value, looks)
		}
	}
}

func (m *merge) doubtActions(metadata *tree.Metadata, kind annotation.Nodes) {
	for i := 0; metadata != nil && i < len(metadata.Annotations); i++ {
		ann := &metadata.Annotations[i]
		spec := annotation.Lookup(ann.Name)
		if spec == nil || !isAction(spec.ID) || !ann.Span.Known() {
			continue
		}
		d := &diag.Diagnostic{
			Code:    diag.OverlayIneffective,
			Message: fmt.Sprintf("the annotation @%s has no effect: a node above it is new here, and is added with all that is below it", ann.Name),
			Span:    ann.Span,
			Hints:   []string{"remove the annotation and what it stands on, or match a node that is there"},
		}
		switch {
		case spec.On&kind == 0:
			d.Message = fmt.Sprintf("the annotation @%s has no effect: only array items and documents can have it", ann.Name)
			d.Hints = []string{"to add a key, write #@overlay/match missing_ok=True above it"}
		case spec.ID != annotation.Remove:
			continue
		}
		m.warn(d)
	}
}

// doubtOperands warns of operands that are neither matchers nor functions: they fail only once they are asked.
func (m *merge) doubtOperands(p *patch, by matcher) {
	if !m.warns {
		return
	}
	var operands []matcher
	switch by := by.(type) {
	case *and:
		operands = by.operands
	case *or:
		operands = by.operands
	case *not:
		operands = []matcher{by.operand}
	case *noMatcher:
		d := &diag.Diagnostic{Code: diag.OverlayAnnotation, Message: by.problem(), Span: p.span}
		if ann := p.matchAnnotation(); ann != nil {
			d.Span = ann.Span
		}
		switch by.typ {
		case "dict":
			d.Hints = []string{"put overlay.subset around the dict: overlay.subset({...})"}
		case "string":
			d.Hints = []string{"for items with the same value of a key, write overlay.map_key(\"name\")"}
		}
		m.warn(d)
	}
	for _, operand := range operands {
		m.doubtOperands(p, operand)
	}
}

// doubtItem warns of an item without @overlay/match that is added to an array that has one of its name.
func (m *merge) doubtItem(q *sequence, p *patch) {
	if !m.warns || p.match == nil || p.match.given || m.ignoresAnnotations(p) || p.doubted {
		return
	}
	name := itemName(p.value)
	for slot := 0; name != "" && slot < min(q.was, maxSearched); slot++ {
		if itemName(q.items[slot].Value) != name {
			continue
		}
		p.doubted = true
		m.warn(&diag.Diagnostic{
			Code:    diag.OverlayItemAdded,
			Message: fmt.Sprintf("the item is added to an array that has one with the name '%s' already, because it has no @overlay/match", shortened(name)),
			Span:    p.span,
			Hints:   []string{"to change the one that is there, write #@overlay/match by=\"name\" above the item; to add another, #@overlay/append"},
			Notes:   []diag.Note{{Message: "it is here", Span: q.items[slot].Span}},
		})
		return
	}
}

// doubtUnmatched warns of an action on an item that matches nothing, as it has no @overlay/match.
func (m *merge) doubtUnmatched(p *patch) {
	if !m.warns || p.kind != itemPatch || p.match == nil || p.match.given || p.act.ann == nil || p.doubted || !p.act.ann.Span.Known() {
		return
	}
	p.doubted = true
	m.warn(&diag.Diagnostic{
		Code:    diag.OverlayIneffective,
		Message: fmt.Sprintf("the annotation @%s has no effect: the item matches nothing, because it has no @overlay/match", p.act.name),
		Span:    p.act.ann.Span,
		Hints:   []string{"say which item is meant: #@overlay/match by=\"name\" for the one of the same name"},
	})
}

// itemName returns the name of an item that is a map, "" for none.
func itemName(n tree.Node) string {
	m, ok := n.(*tree.Map)
	if !ok {
		return ""
	}
	return m.GetText("name")
}
