package overlay

import (
	"strings"

	"ytt/internal/tree"
)

// This file implements removing the annotations of overlays from results. Trees
// without any are returned as they are.

func isOurs(a *tree.Annotation) bool { return strings.HasPrefix(a.Name, "overlay/") }

// withoutAnnotations returns a value without the annotations of overlays.
func withoutAnnotations(n tree.Node) tree.Node {
	return tree.WithMetadata(n, func(_ tree.Node,
		metadata *tree.Metadata) *tree.Metadata {
		return cleanedMetadata(metadata)
	})
}

func cleanedMetadata(n *tree.Metadata) *tree.Metadata {
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
	return &tree.Metadata{Annotations: kept, Comments: n.Comments, Tag: n.Tag}
}

// tagged returns metadata with the tag of other metadata: a new value brings
// its tag.
func tagged(n, other *tree.Metadata) *tree.Metadata {
	tag := ""
	if other != nil {
		tag = other.Tag
	}
	switch {
	case n == nil && tag == "":
		return nil
	case n == nil:
		return &tree.Metadata{Tag: tag}
	case n.Tag == tag:
		return n
	}
	with := *n
	with.Tag = tag
	return &with
}
