package schema

import (
	"go.starlark.net/starlark"

	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements strings_required=True of a schema document: its strings must not be empty unless they say otherwise
// (spec 09 §1).
//
// Schema documents are merged before they are declared, and the option is about one document. So its strings are
// marked before the merge, with an annotation that nobody can write; whether a marked node is nothing but a string is
// known when it is declared.

// stringsRequired is the name of the mark.
const stringsRequired = "schema strings required"

// RequireStrings returns a schema document with its strings marked; by is the place of the option.
func RequireStrings(doc *tree.Document, by source.Span) *tree.Document {
	mark := tree.Annotation{Name: stringsRequired, Span: by}
	marked := func(value tree.Node, notes *tree.Metadata) *tree.Metadata { return withMark(value, notes, mark) }
	return &tree.Document{Value: tree.WithMetadata(doc.Value, marked), Span: doc.Span, Metadata: marked(doc.Value, doc.Metadata)}
}

// withMark adds the mark to the notes of a scalar. What type it has is not known before its annotations are read.
func withMark(n tree.Node, notes *tree.Metadata, mark tree.Annotation) *tree.Metadata {
	if _, isScalar := n.(*tree.Scalar); !isScalar {
		return notes
	}
	marked := &tree.Metadata{}
	if notes != nil {
		*marked = *notes
	}
	marked.Annotations = append(marked.Annotations[:len(marked.Annotations):len(marked.Annotations)], mark)
	return marked
}

// notEmpty returns the annotation that holds the rules of a string that must not be empty: its own, if any, with one more
// rule. It is nil when nothing is to be added.
func notEmpty(t *Type, own, mark *tree.Annotation) *tree.Annotation {
	const null = Kinds(1 << tree.Null)
	if t.Any || t.Map != nil || t.Array != nil || t.Scalars&^null != kindsOf(tree.String) {
		return nil
	}
	minLen := starlark.Tuple{starlark.String("min_len"), starlark.MakeInt(1)}
	if own == nil {
		return &tree.Annotation{Name: prefix + "validation", Kwargs: []starlark.Tuple{minLen}, Span: mark.Span}
	}
	for _, kv := range own.Kwargs {
		switch name, _ := starlark.AsString(kv[0]); name {
		case "min_len", "max_len", "not_null":
			return nil
		}
	}
	more := *own
	more.Kwargs = append(own.Kwargs[:len(own.Kwargs):len(own.Kwargs)], minLen)
	return &more
}
