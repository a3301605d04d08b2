package overlay

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/spell"
	"ytt/internal/tree"
	"ytt/internal/value"
)

// This file implements the actions: the annotations that say what happens to matches, and their keyword arguments.

const (
	matchName    = "overlay/match"
	defaultsName = "overlay/match-child-defaults"
)

// IsOverlay reports whether a document is an overlay, which is applied to other documents and not printed.
func IsOverlay(doc *tree.Document) bool { return doc.Metadata.Has(matchName) }

// operation is what happens to the matches of a step.
type operation uint8

const (
	opMerge operation = iota
	opRemove
	opReplace
	opInsert
	opAppend
	opAssert
)

// action is an operation with its annotation.
type action struct {
	name string
	op   operation
	args []string // the keywords that it accepts
	ann  *tree.Annotation
	// Values of the keywords. Some depend on their use and are checked there.
	via           starlark.Value
	orAdd         bool
	before, after bool
	read          bool
}

var actions = []action{
	{name: "overlay/merge", op: opMerge},
	{name: "overlay/remove", op: opRemove},
	{name: "overlay/replace", op: opReplace, args: []string{"via", "or_add"}},
	{name: "overlay/insert", op: opInsert, args: []string{"before", "after", "via"}},
	{name: "overlay/append", op: opAppend},
	{name: "overlay/assert", op: opAssert, args: []string{"via"}},
}

// action returns the action of a step: @overlay/merge if there is no annotation.
func (m *merge) action(s *step) *action {
	if s.act != nil || s.failed || m.ended {
		return s.act
	}
	found := actions[0]
	if s.metadata != nil && !m.ignoresAnnotations(s) {
		n := 0
		for _, a := range actions {
			if ann := s.metadata.Find(a.name); ann != nil {
				n++
				found = a
				found.ann = ann
			}
		}
		if n > 1 {
			m.fail(s, diag.OverlayAction, "Expected to find only one overlay operation", "keep one of the annotations")
			return nil
		}
	}
	if s.kind == entryStep && (found.op == opInsert || found.op == opAppend) {
		m.fail(s, diag.OverlayAction, fmt.Sprintf("Found @%s on map item (%s); only array items can be annotated with @%s", found.name, s.span, found.name),
			"annotate with @overlay/match missing_ok=True to add the key")
		return nil
	}
	if s.kind == onlyDocumentStep && (found.op == opInsert || found.op == opAppend) {
		m.fail(s, diag.OverlayAction, fmt.Sprintf("Found @%s on a document that is merged into another one; there can be no more than one result", found.name),
			"use @overlay/merge or @overlay/replace")
		return nil
	}
	s.act = &found
	return s.act
}

// arguments reads the keyword arguments of a step's action.
func (m *merge) arguments(s *step) bool {
	act := s.act
	if act.read || act.ann == nil || len(act.args) == 0 {
		return true
	}
	act.read = true
	if act.op == opInsert && len(act.ann.Kwargs) == 0 {
		m.fail(s, diag.OverlayAnnotation, "Expected 'overlay/insert' annotation to have at least one keyword argument (before=..., after=...)")
		return false
	}
	return m.keywords(s, act.ann, act.args, func(name string, v starlark.Value) bool {
		switch name {
		case "via":
			act.via = v
			return true
		case "or_add":
			return m.boolean(s, v, &act.orAdd)
		case "before":
			return m.boolean(s, v, &act.before)
		}
		return m.boolean(s, v, &act.after)
	})
}

func (m *merge) boolean(s *step, v starlark.Value, to *bool) bool {
	b, ok := v.(starlark.Bool)
	if !ok {
		m.fail(s, diag.OverlayAnnotation, "expected starlark.Bool, but was "+value.GoType(v), "use True or False")
	}
	*to = bool(b)
	return ok
}

// keywords calls set with each keyword argument of an annotation until it returns false. An unknown keyword is an
// error.
func (m *merge) keywords(s *step, ann *tree.Annotation, known []string, set func(name string, v starlark.Value) bool) bool {
	for _, kw := range ann.Kwargs {
		name := string(kw[0].(starlark.String))
		if !slices.Contains(known, name) {
			d := m.fail(s, diag.OverlayAnnotation, fmt.Sprintf("Unknown '%s' annotation keyword argument '%s'", ann.Name, name))
			if near := spell.Nearest(name, known); near != "" {
				d.Hints = append(d.Hints, fmt.Sprintf("did you mean '%s'?", near))
			}
			return false
		}
		if !set(name, kw[1]) {
			return false
		}
	}
	return true
}
