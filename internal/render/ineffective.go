package render

import (
	"fmt"
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/directive"
	"ytt/internal/tree"
)

// This file implements the warning about annotations of overlays in results: nothing reads them there. Most often a
// line "---" was forgotten, so that what was meant for the document stands on its first key.

// ineffective returns a warning about the first such annotation on the nodes right below a document, nil for none.
func ineffective(doc *tree.Document) *diag.Diagnostic {
	switch v := doc.Value.(type) {
	case *tree.Map:
		for i := range v.Entries {
			if a := overlayAnnotation(v.Entries[i].Notes); a != nil {
				return warnIneffective(a, "the key '"+v.Entries[i].Key.String()+"'", doc, i == 0)
			}
		}
	case *tree.Array:
		for i := range v.Items {
			if a := overlayAnnotation(v.Items[i].Notes); a != nil {
				return warnIneffective(a, "an array item", doc, i == 0)
			}
		}
	}
	return nil
}

func overlayAnnotation(notes *tree.Notes) *tree.Annotation {
	if notes == nil {
		return nil
	}
	for i := range notes.Annotations {
		if a := &notes.Annotations[i]; strings.HasPrefix(a.Name, "overlay/") && slices.Contains(directive.Annotations(), a.Name) {
			return a
		}
	}
	return nil
}

func warnIneffective(a *tree.Annotation, on string, doc *tree.Document, first bool) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code:     diag.OverlayIneffective,
		Severity: diag.Warning,
		Message:  fmt.Sprintf("the annotation @%s on %s has no effect: its document is no overlay", a.Name, on),
		Span:     a.Span,
		Hints:    []string{"a document becomes an overlay when #@overlay/match by=... stands above its line '---'"},
	}
	if first && doc.Span.Text() != "---" {
		d.Hints = []string{"did you forget the line '---' between the annotation and its document?"}
	}
	return d
}
