package lsp

import (
	"fmt"
	"strings"

	"ytt/internal/lsp/protocol"
)

// This file words what is in documents, for marker archives.

func (m mark) document() protocol.TextDocumentParams {
	return protocol.TextDocumentParams{TextDocument: m.params().TextDocument}
}

func (c *conversation) symbols(m mark) string {
	var all []protocol.SymbolInformation // the tree is tested by documentTree
	c.must("textDocument/documentSymbol", m.document(), &all)
	var b strings.Builder
	for _, s := range all {
		fmt.Fprintf(&b, "%s %s (%d) in %q\n", range1(s.Location.Range), s.Name, s.Kind, s.ContainerName)
	}
	return b.String()
}

func (c *conversation) workspaceSymbols() string {
	var all []protocol.SymbolInformation
	c.must("workspace/symbol", protocol.WorkspaceSymbolParams{}, &all)
	var b strings.Builder
	for _, s := range all {
		fmt.Fprintf(&b, "%s (%d) %s:%s\n", s.Name, s.Kind, nameOf(s.Location.URI), range1(s.Location.Range))
	}
	return b.String()
}

func (c *conversation) folding(m mark) string {
	var all []protocol.FoldingRange
	c.must("textDocument/foldingRange", m.document(), &all)
	var b strings.Builder
	for _, f := range all {
		fmt.Fprintf(&b, "%d-%d %s\n", f.StartLine+1, f.EndLine+1, f.Kind)
	}
	return b.String()
}

func (c *conversation) selection(m mark) string {
	var all []*protocol.SelectionRange
	c.must("textDocument/selectionRange", protocol.SelectionRangeParams{TextDocument: m.params().TextDocument, Positions: []protocol.Position{m.position}}, &all)
	var b strings.Builder
	text := newMapper(c.texts[m.name], protocol.UTF16)
	for r := all[0]; r != nil; r = r.Parent {
		fmt.Fprintf(&b, "%s %q\n", range1(r.Range), text.text[text.offset(r.Range.Start):text.offset(r.Range.End)])
	}
	return b.String()
}

func (c *conversation) links(m mark) string {
	var all []protocol.DocumentLink
	c.must("textDocument/documentLink", m.document(), &all)
	var b strings.Builder
	for _, l := range all {
		fmt.Fprintf(&b, "%s %s\n", range1(l.Range), nameOf(l.Target))
	}
	return b.String()
}

func (c *conversation) highlights(m mark) string {
	var all []protocol.DocumentHighlight
	c.must("textDocument/documentHighlight", m.params(), &all)
	var b strings.Builder
	for _, h := range all {
		fmt.Fprintf(&b, "%s %s\n", range1(h.Range), [...]string{"", "text", "read", "write"}[h.Kind])
	}
	return b.String()
}

func (c *conversation) tokens(m mark) string {
	var all protocol.SemanticTokens
	c.must("textDocument/semanticTokens/full", m.document(), &all)
	text := newMapper(c.texts[m.name], protocol.UTF16)
	var b strings.Builder
	var at protocol.Position
	for i := 0; i+4 < len(all.Data); i += 5 {
		d := all.Data[i : i+5]
		if d[0] > 0 {
			at.Character = 0
		}
		at.Line += d[0]
		at.Character += d[1]
		start := text.offset(at)
		end := text.offset(protocol.Position{Line: at.Line, Character: at.Character + d[2]})
		fmt.Fprintf(&b, "%s %s %s", place1(at), text.text[start:end], tokenTypes()[d[3]])
		if d[4]&declarationModifier != 0 {
			b.WriteString(" declaration")
		}
		if d[4]&defaultLibraryModifier != 0 {
			b.WriteString(" language")
		}
		b.WriteString("\n")
	}
	return b.String()
}
