package lsp

import (
	"context"
	"slices"

	"ytt/internal/lsp/protocol"
)

// This file implements hovers: what there is to know of a word.

func offerHover(c *protocol.ServerCapabilities, _ *agreement) { c.HoverProvider = true }

func hover(ctx context.Context, s *snapshot, p *protocol.TextDocumentPositionParams) (*protocol.Hover, error) {
	at, err := s.at(ctx, *p)
	if err != nil {
		return nil, err
	}
	h, ok := at.Hover()
	if !ok {
		return nil, nil
	}
	kind := protocol.Markdown
	if formats := s.client.TextDocument.Hover.ContentFormat; len(formats) > 0 && !slices.Contains(formats, protocol.Markdown) {
		kind = protocol.PlainText
	}
	return &protocol.Hover{
		Contents: protocol.MarkupContent{Kind: kind, Value: h.Text},
		Range:    at.doc.mapper().rangeOf(int(h.At.Start), int(h.At.End)),
	}, nil
}
