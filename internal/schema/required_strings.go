package schema

import (
	"go.starlark.net/starlark"

	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements strings_required=True of a schema document: its strings must not be empty unless their
// annotations say otherwise.
//
// The option is about one document, but documents are merged before they are declared. So all scalars of the document
// are marked before, with an annotation that templates cannot write, and the declaration adds a rule to those that are
// strings.

// stringsRequired is the name of the marking annotation.
const stringsRequired = "schema strings required"

// RequireStrings returns a schema document with its scalars marked; by is the position of the option.
func RequireStrings(doc *tree.Document, by source.Span) *tree.Document {
	mark := tree.Annotation{Name: stringsRequired, Span: by}
	marked := func(value tree.Node, notes *tree.Metadata) *tree.Metadata { return withMark(value, notes, mark) }
	return &tree.Document{Value: tree.WithMetadata(doc.Value, marked), Span: doc.Span, Metadata: marked(doc.Value, doc.Metadata)}
}

// withMark adds the mark to the metadata of a scalar, whose type is not known yet.
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

// notEmpty returns the annotation with the rules of a string that must not be empty: its own with an additional rule;
// nil if no rule is to be added.
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
