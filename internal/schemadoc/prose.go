package schemadoc

import (
	"bytes"
	"html/template"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	mdtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// This file implements descriptions: Markdown, with HTML in it if the author likes, becomes HTML without anything that
// acts, loads or styles.

// prose makes HTML of descriptions.
type prose struct {
	markdown goldmark.Markdown
	policy   *bluemonday.Policy
}

func newProse() *prose {
	policy := bluemonday.NewPolicy()
	policy.AllowStandardURLs()
	policy.AllowURLSchemes("http", "https", "mailto")
	policy.AllowAttrs("href", "title").OnElements("a")
	policy.RequireNoReferrerOnLinks(true)
	policy.AllowElements("p", "br", "hr", "strong", "b", "em", "i", "u", "s", "del", "sub", "sup", "kbd", "code", "pre", "blockquote",
		"ul", "ol", "li", "dl", "dt", "dd", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td")
	return &prose{
		markdown: goldmark.New(
			goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify),
			goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(lowerHeadings{}, 0))),
			goldmark.WithRendererOptions(html.WithUnsafe()), // the policy decides
		),
		policy: policy,
	}
}

// html returns a description as harmless HTML.
func (p *prose) html(markdown string) template.HTML {
	if markdown == "" {
		return ""
	}
	var b bytes.Buffer
	if err := p.markdown.Convert([]byte(markdown), &b); err != nil {
		return template.HTML(template.HTMLEscapeString(markdown)) // buffers do not fail
	}
	return template.HTML(p.policy.SanitizeBytes(b.Bytes()))
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
