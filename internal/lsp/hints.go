package lsp

import (
	"context"

	"ytt/internal/diag"
	"ytt/internal/lsp/analysis"
	"ytt/internal/lsp/protocol"
	"ytt/internal/yaml"
)

// This file implements what editors show between the lines: values and defaults (inlay hints), uses of declared values, and a way to
// the preview (code lenses).

func offerHints(c *protocol.ServerCapabilities, _ *agreement) { c.InlayHintProvider = true }
func offerLenses(c *protocol.ServerCapabilities, _ *agreement) {
	c.CodeLensProvider = &protocol.CodeLensOptions{}
}

func inlayHints(ctx context.Context, s *snapshot, p *protocol.RangeParams) ([]protocol.InlayHint, error) {
	all := []protocol.InlayHint{}
	if !s.settings.InlayHints {
		return all, nil
	}
	at, err := s.inDocument(ctx, p.TextDocument)
	if err != nil || at.Config == nil {
		return all, err
	}
	m := at.doc.mapper()
	for _, h := range at.Config.Hints(at.File) {
		position := m.position(int(h.Offset))
		if position.Line >= p.Range.Start.Line && position.Line <= p.Range.End.Line {
			all = append(all, protocol.InlayHint{Position: position, Label: h.Text, Tooltip: h.About, PaddingLeft: true})
		}
	}
	return all, nil
}

// Commands of lenses, which clients implement.
const (
	showReferencesCommand = "ytt.showReferences" // arguments: URI, position, locations
	previewCommand        = "ytt.preview"        // arguments: URI
)

func codeLenses(ctx context.Context, s *snapshot, p *protocol.TextDocumentParams) ([]protocol.CodeLens, error) {
	all := []protocol.CodeLens{}
	at, err := s.inDocument(ctx, p.TextDocument)
	if err != nil || at.Config == nil {
		return all, err
	}
	m := at.doc.mapper()
	for _, l := range at.Config.Lenses(at.File) {
		uses := []protocol.Location{}
		for _, u := range l.Uses {
			if location, ok := s.location(at.configuration, u); ok {
				uses = append(uses, location)
			}
		}
		r := m.rangeOf(int(l.At.Start), int(l.At.End))
		all = append(all, protocol.CodeLens{Range: r, Command: &protocol.Command{
			Title: diag.Count(len(uses), "use"), Command: showReferencesCommand, Arguments: []any{at.doc.uri, r.Start, uses},
		}})
	}
	for _, doc := range renderedDocuments(at.File) {
		start := m.position(int(doc))
		all = append(all, protocol.CodeLens{Range: protocol.Range{Start: start, End: start}, Command: &protocol.Command{
			Title: "Render this file", Command: previewCommand, Arguments: []any{at.doc.uri},
		}})
	}
	return all, nil
}

// renderedDocuments returns where a lens to the preview stands: at the first document of a template.
func renderedDocuments(f *analysis.File) []int32 {
	t := f.Syntax()
	if f.Use != analysis.Template || !f.IsCode || t.YAML == nil || len(t.YAML.Docs) == 0 {
		return nil
	}
	first := t.YAML.Docs[0]
	if t.YAML.Nodes[first].Flags&yaml.Trailing != 0 {
		return nil
	}
	return []int32{t.YAML.Nodes[first].Start}
}
