package overlay

import (
	"strings"

	"ytt/internal/tree"
)

// This file implements the removal of the annotations of overlays, which have no meaning in a result. Trees without any
// are returned as they are.

func isOurs(a *tree.Annotation) bool { return strings.HasPrefix(a.Name, "overlay/") }

// withoutAnnotations returns a value without annotations of overlays.
func withoutAnnotations(n tree.Node) tree.Node {
	return tree.WithNotes(n, func(_ tree.Node, notes *tree.Notes) *tree.Notes { return cleanedNotes(notes) })
}

func cleanedNotes(n *tree.Notes) *tree.Notes {
	if n == nil {
		return nil
	}
	ours := 0
	for i := range n.Annotations {
		if isOurs(&n.Annotations[i]) {
			ours++
		}
	}
	switch {
	case ours == 0:
		return n
	case ours == len(n.Annotations) && len(n.Comments) == 0 && n.Tag == "":
		return nil
	}
	kept := make([]tree.Annotation, 0, len(n.Annotations)-ours)
	for i := range n.Annotations {
		if !isOurs(&n.Annotations[i]) {
			kept = append(kept, n.Annotations[i])
		}
	}
	return &tree.Notes{Annotations: kept, Comments: n.Comments, Tag: n.Tag}
}

// tagged returns notes with the tag of other ones: that of the value that takes the place of theirs.
func tagged(n, other *tree.Notes) *tree.Notes {
	tag := ""
	if other != nil {
		tag = other.Tag
	}
	switch {
	case n == nil && tag == "":
		return nil
	case n == nil:
		return &tree.Notes{Tag: tag}
	case n.Tag == tag:
		return n
	}
	with := *n
	with.Tag = tag
	return &with
}
