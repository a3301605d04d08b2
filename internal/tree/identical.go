package tree

import "ytt/internal/source"

// This file implements the comparison of trees to the last detail.

// Identical reports whether two nodes are the same in every respect that a program or a person can notice: values,
// order, places, and what stands on the nodes. Annotations are only the same if they are shared.
func Identical(a, b Node) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *Scalar:
		b, ok := b.(*Scalar)
		return ok && a.Value == b.Value && samePlace(a.Span, b.Span)
	case *Map:
		b, ok := b.(*Map)
		if !ok || len(a.Entries) != len(b.Entries) {
			return false
		}
		for i := range a.Entries {
			x, y := &a.Entries[i], &b.Entries[i]
			if x.Key != y.Key || !sameNotes(x.Notes, y.Notes) || !samePlace(x.Span, y.Span) || !Identical(x.Value, y.Value) {
				return false
			}
		}
		return true
	case *Array:
		b, ok := b.(*Array)
		if !ok || len(a.Items) != len(b.Items) {
			return false
		}
		for i := range a.Items {
			x, y := &a.Items[i], &b.Items[i]
			if !sameNotes(x.Notes, y.Notes) || !samePlace(x.Span, y.Span) || !Identical(x.Value, y.Value) {
				return false
			}
		}
		return true
	}
	return false
}

// samePlace reports whether two spans show the same to a person, perhaps in files that were read twice.
func samePlace(a, b source.Span) bool {
	if a == b {
		return true
	}
	return a.File != nil && b.File != nil && a.File.Name == b.File.Name &&
		a.Start == b.Start && a.End == b.End && a.Text() == b.Text() && a.Line() == b.Line()
}

func sameNotes(a, b *Notes) bool {
	if a == b {
		return true
	}
	return (a == nil || len(a.Annotations)+len(a.Comments) == 0 && a.Tag == "") &&
		(b == nil || len(b.Annotations)+len(b.Comments) == 0 && b.Tag == "")
}
