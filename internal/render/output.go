package render

import (
	"slices"

	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/overlay"
	"ytt/internal/tree"
	"ytt/internal/workspace"
)

// This file implements what becomes of the results of a library's files: overlay documents are merged into the others, and
// empty ones are dropped.

// collect puts the results into output order, taking out overlay documents and empty ones.
func (l *library) collect(result *Result, ran []eval.Result) (overlays []*tree.Document, from []*workspace.File) {
	slices.SortStableFunc(ran, func(a, b eval.Result) int { return a.File.Order - b.File.Order })
	for _, r := range ran {
		if !r.File.ForOutput {
			continue
		}
		if r.File.Type == workspace.Text {
			result.Files = append(result.Files, File{File: r.File, Text: r.Outcome.Text})
			continue
		}
		if r.Outcome.Docs == nil {
			continue
		}
		kept, found := split(r.Outcome.Docs)
		if len(found) > 0 {
			overlays = append(overlays, found...)
			from = append(from, r.File)
		}
		if len(kept.Docs) > 0 {
			result.Files = append(result.Files, File{File: r.File, Docs: kept})
		}
	}
	return overlays, from
}

// split separates overlay documents from the others and drops empty ones.
func split(docs *tree.Stream) (kept *tree.Stream, overlays []*tree.Document) {
	ordinary := 0
	for _, d := range docs.Docs {
		if !overlay.IsOverlay(d) && !isEmpty(d.Value) {
			ordinary++
		}
	}
	if ordinary == len(docs.Docs) {
		return docs, nil
	}
	kept = &tree.Stream{Docs: make([]*tree.Document, 0, ordinary)}
	var above []tree.Comment // of documents that are dropped: a licence over nothing but functions, say
	for _, d := range docs.Docs {
		switch {
		case overlay.IsOverlay(d):
			overlays = append(overlays, d)
		case isEmpty(d.Value):
			above = append(above, headings(d)...)
		default:
			kept.Docs = append(kept.Docs, headed(d, above))
			above = nil
		}
	}
	return kept, overlays
}

// warnOfIneffective warns of annotations in the results that nothing reads.
func (l *library) warnOfIneffective(result *Result) {
	for _, f := range result.Files {
		src, problem := f.Source()
		if problem != nil || f.Docs == nil {
			continue
		}
		for _, doc := range f.Docs.Docs {
			if warning := ineffective(doc, src); warning != nil {
				l.run.warn(diag.List{warning})
			}
		}
	}
}

// headings returns the comments above a document.
func headings(d *tree.Document) []tree.Comment {
	if d.Metadata == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(d.Metadata.Comments), func(c tree.Comment) bool { return c.Position != tree.HeadComment })
}

// headed returns a document with comments above its own.
func headed(d *tree.Document, above []tree.Comment) *tree.Document {
	if len(above) == 0 {
		return d
	}
	with, notes := *d, tree.Metadata{}
	if d.Metadata != nil {
		notes = *d.Metadata
	}
	notes.Comments = append(above, notes.Comments...)
	with.Metadata = &notes
	return &with
}

// overlay applies the overlay documents to all documents.
func (l *library) overlay(session *eval.Session, result *Result, overlays []*tree.Document, from []*workspace.File) diag.List {
	var left []*tree.Stream
	for _, f := range result.Files {
		if f.Docs != nil {
			left = append(left, f.Docs)
		}
	}
	merged, diags := overlay.Documents(l.thread(session, "overlays"), left, overlays, overlay.Options{Frames: session.Frames})
	result.Printed = append(result.Printed, l.asides.Take()...)
	if diags.HasErrors() {
		return diags.Within(inOrder("Overlaying", from, "", false))
	}
	i := 0
	for k := range result.Files {
		if result.Files[k].Docs != nil {
			result.Files[k].Docs = merged[i]
			i++
		}
	}
	return diags
}
