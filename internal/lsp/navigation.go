package lsp

import (
	"context"

	"ytt/internal/lsp/protocol"
	"ytt/internal/source"
)

// This file implements going to where something is defined, and to where it is
// used.

func offerDefinition(c *protocol.ServerCapabilities, _ *agreement) { c.DefinitionProvider = true }
func offerReferences(c *protocol.ServerCapabilities, _ *agreement) { c.ReferencesProvider = true }

func definition(ctx context.Context, s *snapshot, p *protocol.TextDocumentPositionParams) ([]protocol.Location, error) {
	places, err := s.everywhere(ctx, *p)
	if err != nil {
		return nil, err
	}
	found := locations{snapshot: s, seen: map[protocol.Location]bool{}, all: []protocol.Location{}}
	for _, at := range places {
		_, to := at.Definition()
		for _, span := range to {
			found.add(at, span)
		}
	}
	return found.all, nil
}

func references(ctx context.Context, s *snapshot, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	places, err := s.everywhere(ctx, protocol.TextDocumentPositionParams{TextDocument: p.TextDocument,
		Position: p.Position})
	if err != nil {
		return nil, err
	}
	found := locations{snapshot: s, seen: map[protocol.Location]bool{}, all: []protocol.Location{}}
	for _, at := range places {
		for _, o := range at.References() {
			if p.Context.IncludeDeclaration || !o.Defines {
				found.add(at, o.At)
			}
		}
	}
	return found.all, nil
}

// locations collects places, each once.
type locations struct {
	*snapshot
	seen map[protocol.Location]bool
	all  []protocol.Location
}

func (l *locations) add(at *place, span source.Span) {
	location, ok := l.locationOf(at, span)
	if ok && !l.seen[location] {
		l.seen[location] = true
		l.all = append(l.all, location)
	}
}

// locationOf returns where a span is that was found from a place.
func (s *snapshot) locationOf(at *place, span source.Span) (protocol.Location, bool) {
	if at.configuration != nil {
		return s.location(at.configuration, span)
	}
	if !span.Known() {
		return protocol.Location{}, false
	}
	return protocol.Location{URI: at.doc.uri, Range: at.doc.mapper().rangeOf(int(span.Start), int(span.End))}, true
}

// everywhere returns the place of a request in all configurations that the file
// is part of; outside of all for a file that is in none.
func (s *snapshot) everywhere(ctx context.Context, p protocol.TextDocumentPositionParams) ([]*place, error) {
	doc, err := s.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	offset := int32(doc.mapper().offset(p.Position))
	var all []*place
	for _, c := range s.configurationsOf(doc.path) {
		at, err := s.placeIn(ctx, c, doc, offset)
		if err != nil {
			return nil, err
		}
		if at != nil {
			all = append(all, at)
		}
	}
	if len(all) == 0 {
		at, err := s.at(ctx, p)
		if err != nil {
			return nil, err
		}
		all = append(all, at)
	}
	return all, nil
}
