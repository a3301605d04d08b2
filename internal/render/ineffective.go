package render

import (
	"fmt"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements the warning about annotations of overlays in what is printed: nothing reads them there. Most often a
// line "---" was forgotten, so that what was meant for the document stands on its first key. What a library inside returns is
// for its caller, who may hand it to overlay.apply.

// ineffectiveAnnotations returns warnings about the results.
func ineffectiveAnnotations(files []File) (warnings diag.List) {
	for _, f := range files {
		src, problem := f.Source()
		if problem != nil || f.Docs == nil {
			continue
		}
		for _, doc := range f.Docs.Docs {
			if warning := ineffective(doc, src); warning != nil {
				warnings = append(warnings, warning)
			}
		}
	}
	return warnings
}

// ineffective returns a warning about the first such annotation of a file on the nodes right below a document, nil for none.
func ineffective(doc *tree.Document, file *source.File) *diag.Diagnostic {
	switch v := doc.Value.(type) {
	case *tree.Map:
		for i := range v.Entries {
			if a := overlayAnnotation(v.Entries[i].Metadata, file); a != nil {
				return warnIneffective(a, doc, i == 0)
			}
		}
	case *tree.Array:
		for i := range v.Items {
			if a := overlayAnnotation(v.Items[i].Metadata, file); a != nil {
				return warnIneffective(a, doc, i == 0)
			}
		}
	}
	return nil
}

func overlayAnnotation(notes *tree.Metadata, file *source.File) *tree.Annotation {
	if notes == nil {
		return nil
	}
	for i := range notes.Annotations {
		a := &notes.Annotations[i]
		if a.Span.File != file {
			continue
		}
		if spec := annotation.Lookup(a.Name); spec != nil && spec.Of == annotation.Overlays {
			return a
		}
	}
	return nil
}

func warnIneffective(a *tree.Annotation, doc *tree.Document, first bool) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code:     diag.OverlayIneffective,
		Severity: diag.Warning,
		Message:  fmt.Sprintf("the annotation @%s has no effect: its document is no overlay", a.Name),
		Span:     a.Span,
		Hints:    []string{"a document becomes an overlay when #@overlay/match by=... stands above its line '---'"},
	}
	if first && doc.Span.Text() != "---" {
		d.Hints = []string{"did you forget the line '---' between the annotation and its document?"}
	}
	return d
}
