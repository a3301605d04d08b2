package schemadoc

import (
	"bytes"
	"html/template"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	mdtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// This file implements descriptions: CommonMark, with HTML in it if the author likes, becomes HTML without anything that
// acts, loads or styles (sanitize.go).

// prose makes HTML of descriptions.
type prose struct{ markdown goldmark.Markdown }

func newProse() *prose {
	return &prose{goldmark.New(
		goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(lowerHeadings{}, 0))),
		goldmark.WithRendererOptions(html.WithUnsafe()), // the sanitizer decides
	)}
}

// longestProse is the longest description that is taken for Markdown, in bytes. Some texts take a time that grows with the
// square of their length.
const longestProse = 16 << 10

// html returns a description as harmless HTML.
func (p *prose) html(markdown string) template.HTML {
	switch {
	case markdown == "":
		return ""
	case len(markdown) > longestProse:
		return template.HTML("<pre>" + template.HTMLEscapeString(markdown) + "</pre>")
	}
	var b bytes.Buffer
	if err := p.markdown.Convert([]byte(markdown), &b); err != nil {
		return template.HTML(template.HTMLEscapeString(markdown)) // buffers do not fail
	}
	return template.HTML(sanitize(b.Bytes()))
}

// lowerHeadings makes headings of descriptions less important than those of the page.
type lowerHeadings struct{}

func (lowerHeadings) Transform(doc *ast.Document, _ mdtext.Reader, _ parser.Context) {
	const lower = 3
	// The visitor never fails.
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if h, ok := n.(*ast.Heading); ok && entering {
			h.Level = min(h.Level+lower, deepestHeading)
		}
		return ast.WalkContinue, nil
	})
}
