package lsp

import (
	"errors"
	"fmt"
	"github.com/sourcegraph/jsonrpc2"
	"maps"
	"strings"
	"testing/fstest"
	"ytt"

	"ytt/internal/lsp/protocol"
)

// This file words definitions and references for marker archives.

func (c *conversation) hover(m mark) string {
	var h *protocol.Hover
	c.must("textDocument/hover", m.params(), &h)
	if h == nil {
		return ""
	}
	text := newMapper(c.texts[m.name], protocol.UTF16)
	return fmt.Sprintf("%s %q\n%s", range1(h.Range), text.text[text.offset(h.Range.Start):text.offset(h.Range.End)], h.Contents.Value)
}

func (c *conversation) definition(m mark) string {
	var all []protocol.Location
	c.must("textDocument/definition", m.params(), &all)
	return c.locationsText(all)
}

func (c *conversation) references(m mark) string {
	var all []protocol.Location
	c.must("textDocument/references", protocol.ReferenceParams{
		TextDocument: m.params().TextDocument, Position: m.position, Context: protocol.ReferenceContext{IncludeDeclaration: true},
	}, &all)
	return c.locationsText(all)
}

// locationsText lists places with what stands there.
func (c *conversation) locationsText(all []protocol.Location) string {
	var b strings.Builder
	for _, l := range all {
		m := newMapper(c.texts[nameOf(l.URI)], protocol.UTF16)
		fmt.Fprintf(&b, "%s:%s %s\n", nameOf(l.URI), range1(l.Range), m.text[m.offset(l.Range.Start):m.offset(l.Range.End)])
	}
	return b.String()
}

// rename says what renaming at a mark changes, or why it is refused. The result of all configurations must stay the same, byte by byte.
func (c *conversation) rename(m mark, to string) string {
	var prepared protocol.PrepareRenameResult
	if err := c.call("textDocument/prepareRename", m.params(), &prepared); err != nil {
		return reason(err)
	}
	head := fmt.Sprintf("%s %s → %s\n", range1(prepared.Range), prepared.Placeholder, to)
	var edit protocol.WorkspaceEdit
	params := protocol.RenameParams{TextDocument: m.params().TextDocument, Position: m.position, NewName: to}
	if err := c.call("textDocument/rename", params, &edit); err != nil {
		return head + reason(err)
	}
	return head + c.applied(&edit)
}

func reason(err error) string {
	var e *jsonrpc2.Error
	if errors.As(err, &e) && e.Code == protocol.RequestFailed {
		return "refused: " + e.Message
	}
	return err.Error()
}

// applied lists the lines that an edit changes, and compares the results of the command before and after.
func (c *conversation) applied(edit *protocol.WorkspaceEdit) string {
	var b strings.Builder
	texts := maps.Clone(c.texts)
	for _, d := range edit.DocumentChanges {
		name := nameOf(d.TextDocument.URI)
		if v, open := c.versions[name]; open != (d.TextDocument.Version != nil) || open && *d.TextDocument.Version != v {
			fmt.Fprintf(&b, "%s has version %v\n", name, d.TextDocument.Version)
		}
		old := c.texts[name]
		m := newMapper(old, protocol.UTF16)
		text, at := "", 0
		for _, e := range d.Edits {
			text += old[at:m.offset(e.Range.Start)] + e.NewText
			at = m.offset(e.Range.End)
		}
		texts[name] = text + old[at:]
		lines := strings.Split(texts[name], "\n")
		for i, line := range strings.Split(old, "\n") {
			if lines[i] != line {
				fmt.Fprintf(&b, "%s:%d %s\n", name, i+1, strings.TrimSpace(lines[i]))
			}
		}
	}
	before, after := c.rendered(c.texts), c.rendered(texts)
	if before != after {
		fmt.Fprintf(&b, "the result changes:\n%s\nto\n%s\n", before, after)
	}
	if before == "" {
		b.WriteString("there is no result\n")
	}
	if strings.Contains(before, "rror") {
		fmt.Fprintf(&b, "it fails: %s\n", before)
	}
	return b.String()
}

// rendered returns the results of all configurations in all environments.
func (c *conversation) rendered(texts map[string]string) string {
	files := fstest.MapFS{}
	for name, text := range texts {
		files[strings.TrimPrefix(root, "/")+"/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	system := ytt.Over(ytt.In(files, nil), root, nil)
	project, problems := ytt.OpenProject(c.t.Context(), system, ytt.ProjectFile)
	if problems.HasErrors() {
		return "error: " + problems.Text()
	}
	var b strings.Builder
	for _, configuration := range project.Configurations {
		for _, e := range environmentsOf(project, configuration.Name) {
			w, _ := ytt.Open(c.t.Context(), system, e.Files)
			result, problems := w.Library("").Render(c.t.Context(), e.Values)
			if problems.HasErrors() {
				return "error: " + problems.Text()
			}
			for i := range result.Files {
				text, _ := result.Files[i].Bytes()
				fmt.Fprintf(&b, "%s %s %s\n%s\n", configuration.Name, e.Name, result.Files[i].Path, text)
			}
		}
	}
	return b.String()
}
