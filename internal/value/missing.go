package value

import (
	"fmt"
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/spell"
	"ytt/internal/tree"
)

// This file implements the error of code that asks a struct for a member which it does not have. Everything worth saying
// about it (where the struct comes from, what it has instead) is found out only when somebody wants to know: code asks
// with getattr(x, name, default) as a matter of course.

// MissingMemberError says that a struct lacks a member.
type MissingMemberError struct {
	in   *Struct
	name string
}

// Error is the interpreter's wording, with a name that may have been meant.
func (e *MissingMemberError) Error() string {
	text := fmt.Sprintf("%s has no .%s field or method", e.in.Type(), e.name)
	if e.in.Len() <= spell.Most {
		if near := spell.Nearest(e.name, e.in.AttrNames()); near != "" {
			text += fmt.Sprintf(" (did you mean .%s?)", near)
		}
	}
	return text
}

// Explain tells more: what to do, and what there is instead.
func (e *MissingMemberError) Explain() (hints []string, notes []diag.Note) {
	path, top := e.in.path()
	if path == "" {
		return nil, nil
	}
	const most = 12 // names
	var names []string
	for i := range min(e.in.Len(), most) {
		names = append(names, "'"+e.in.source.Entries[i].Key.String()+"'")
	}
	list := strings.Join(names, ", ")
	if more := e.in.Len() - len(names); more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	switch {
	case top.absent != "":
		return []string{top.absent}, nil
	case len(names) > 0:
		return nil, []diag.Note{{Message: path + " has " + list, Span: e.in.place()}}
	case e.in == top.s:
		return []string{"data.values is empty: declare data values in a schema, or give some in a file with --data-values-file"}, nil
	}
	return nil, []diag.Note{{Message: path + " is an empty map", Span: e.in.place()}}
}

// Values returns data values as code sees them, under the name that code has for them. When they are not known yet, n
// is nil and absent says so.
func Values(n tree.Node, name, absent string) *Struct {
	m, ok := n.(*tree.Map)
	if !ok {
		m = &tree.Map{}
	}
	s := &Struct{source: m}
	s.top = &top{s: s, name: name, absent: absent}
	return s
}

// Recorded returns data values as Values does, and keeps a record of which of them code reads.
func Recorded(n tree.Node, name string) *Struct {
	s := Values(n, name, "")
	s.reads = &reads{}
	return s
}

// top is what the outermost struct of data values knows about itself.
type top struct {
	s      *Struct
	name   string
	absent string // why there are no values, "" if there are
}

// origin is where a view of a map was found: in a struct, as the value of an entry or as an item of an array there.
type origin struct {
	outer *Struct
	entry int32
	item  int32 // -1 for none
}

// path is how code reaches the struct from the outermost one, "data.values.db"; "" when it is not part of one.
func (s *Struct) path() (string, *top) {
	var steps []string
	for ; s.top == nil; s = s.origin.outer {
		if s.origin.outer == nil {
			return "", nil
		}
		step := "." + s.origin.outer.source.Entries[s.origin.entry].Key.String()
		if s.origin.item >= 0 {
			step += fmt.Sprintf("[%d]", s.origin.item)
		}
		steps = append(steps, step)
	}
	slices.Reverse(steps)
	return s.top.name + strings.Join(steps, ""), s.top
}

// place is where the struct's map was written.
func (s *Struct) place() source.Span {
	switch {
	case s.origin.outer == nil:
		return s.source.Entries[0].Span
	case s.origin.item >= 0:
		array := s.origin.outer.source.Entries[s.origin.entry].Value.(*tree.Array)
		return array.Items[s.origin.item].Span
	}
	return s.origin.outer.source.Entries[s.origin.entry].Span
}
