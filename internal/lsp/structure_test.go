package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

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

func (c *conversation) formatting(m mark) string {
	var all []protocol.TextEdit
	if err := c.call("textDocument/formatting", m.document(), &all); err != nil {
		return err.Error()
	}
	return editsText(all)
}

func (c *conversation) lineFormatting(m mark) string {
	var all []protocol.TextEdit
	c.must("textDocument/rangeFormatting", protocol.RangeParams{TextDocument: m.params().TextDocument, Range: protocol.Range{Start: m.position, End: m.position}}, &all)
	return editsText(all)
}

func editsText(all []protocol.TextEdit) string {
	var b strings.Builder
	for _, e := range all {
		fmt.Fprintf(&b, "%s %q\n", range1(e.Range), e.NewText)
	}
	return b.String()
}

func (c *conversation) hints(m mark) string {
	var all []protocol.InlayHint
	c.must("textDocument/inlayHint", protocol.RangeParams{TextDocument: m.params().TextDocument, Range: protocol.Range{End: protocol.Position{Line: 1000}}}, &all)
	var b strings.Builder
	for _, h := range all {
		fmt.Fprintf(&b, "%s %s (%s)\n", place1(h.Position), h.Label, strings.ReplaceAll(h.Tooltip, "\n", "; "))
	}
	return b.String()
}

func (c *conversation) lenses(m mark) string {
	var all []protocol.CodeLens
	c.must("textDocument/codeLens", m.document(), &all)
	var b strings.Builder
	for _, l := range all {
		fmt.Fprintf(&b, "%s %s → %s", place1(l.Range.Start), l.Command.Title, l.Command.Command)
		if len(l.Command.Arguments) == 3 {
			var uses []protocol.Location
			_ = json.Unmarshal(l.Command.Arguments[2], &uses)
			for _, u := range uses {
				fmt.Fprintf(&b, " %s:%s", nameOf(u.URI), place1(u.Range.Start))
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func (c *conversation) previewOf(m mark) string {
	return c.previewText(previewParams{URI: m.params().TextDocument.URI})
}

func (c *conversation) preview() string { return c.previewText(previewParams{}) }

func (c *conversation) previewText(params previewParams) string {
	var p preview
	if err := c.call("ytt/preview", params, &p); err != nil {
		return err.Error()
	}
	at := map[uint32]string{}
	for _, l := range p.Lines {
		at[l.Line] = nameOf(l.Location.URI) + ":" + place1(l.Location.Range.Start)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n", p.Configuration, p.Environment)
	if p.Text != "" {
		for i, line := range strings.Split(strings.TrimSuffix(p.Text, "\n"), "\n") {
			fmt.Fprintf(&b, "%-24s | %s\n", at[uint32(i)], line)
		}
	}
	for _, problem := range p.Problems {
		b.WriteString("error: " + problem.Message)
		if problem.Location != nil {
			b.WriteString(" at " + nameOf(problem.Location.URI) + ":" + range1(problem.Location.Range))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestChangedLines checks that edits make one text of another, and are small.
func TestChangedLines(t *testing.T) {
	for _, c := range []struct {
		old, new string
		changes  int
	}{
		{"a\nb\nc\n", "a\nb\nc\n", 0}, {"a\nb\nc\n", "a\nx\nc\n", 1}, {"a\nb\nc\nd\ne\n", "x\nb\nc\nd\ny\n", 2}, {"a\nb", "a\nb\n", 1},
		{"", "a\n", 1}, {"a\n", "", 1}, {"a\nb\na\nb\n", "b\na\n", 2},
	} {
		changes := changedLines(c.old, c.new)
		text := c.old
		for i := len(changes) - 1; i >= 0; i-- {
			text = text[:changes[i].start] + changes[i].text + text[changes[i].end:]
		}
		if text != c.new || len(changes) != c.changes {
			t.Errorf("%q to %q: %+v", c.old, c.new, changes)
		}
	}
}

// TestPages checks the pages that clients show.
func TestPages(t *testing.T) {
	c := start(t, projectFiles(), nil)
	var docs page
	c.must("ytt/schemaDocs", schemaDocsParams{Format: "markdown"}, &docs)
	if !strings.Contains(docs.Text, "port") {
		t.Errorf("%s", docs.Text)
	}
	c.must("ytt/schemaDocs", schemaDocsParams{URI: uri("config/app.yml")}, &docs)
	if !strings.Contains(docs.Text, "<html") {
		t.Errorf("%.100s", docs.Text)
	}
	c.must("ytt/explainCode", explainCodeParams{"violation-type"}, &docs)
	if !strings.HasPrefix(docs.Text, "violation-type: ") {
		t.Errorf("%s", docs.Text)
	}
	if code := codeOf(c.call("ytt/explainCode", explainCodeParams{"none"}, nil)); code != protocol.InvalidParams {
		t.Errorf("an unknown code: %d", code)
	}
	if code := codeOf(c.call("ytt/schemaDocs", schemaDocsParams{Configuration: "none"}, nil)); code != protocol.RequestFailed {
		t.Errorf("an unknown configuration: %d", code)
	}
}

// TestPreviewChanged checks that a client that shows a preview learns when to ask again, and no other client does.
func TestPreviewChanged(t *testing.T) {
	c := start(t, projectFiles(), nil)
	c.open("config/app.yml", "a: 1\n")
	c.await("checked", func(p map[string]protocol.PublishDiagnosticsParams) bool { return p["config/app.yml"].Version != nil })
	if slices.Contains(c.asked, "ytt/previewChanged") {
		t.Error("told without having asked")
	}
	c.must("ytt/preview", previewParams{}, nil)
	c.edit("config/app.yml", 2, protocol.TextDocumentContentChangeEvent{Text: "a: 2\n"})
	c.await("told", func(map[string]protocol.PublishDiagnosticsParams) bool {
		return slices.Contains(c.asked, "ytt/previewChanged")
	})
}
