package schemadoc

import (
	"bytes"
	"html/template"
	"net/url"
	"slices"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	mdtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// This file implements descriptions as HTML. They are Markdown as CommonMark has it, without GitHub's tables: the package
// goldmark/extension costs every start of the program half a millisecond.
//
// Who writes a description must not be able to run code in the browser of who reads the page, to load anything into it,
// or to write beyond the description's place. So HTML in a description is text like any other, shown as it is written
// ("<name>" in a description is a placeholder more often than an element); images are left out for their words; and links
// lead to http, https, mailto, or near the page.

const (
	// proseHeading is the level of the top headings in descriptions, below those of most fields.
	proseHeading = 4
	// longestProse is the longest text that is read as Markdown, in bytes. What is longer was not written to be read on a
	// page, and some texts take time quadratic in their length.
	longestProse = 16 << 10
	// deepestProse is how many parts of a description may be inside of one another: browsers end elements early that are
	// inside of more than about 500.
	deepestProse = 100
)

// prose turns descriptions into HTML. It may be used from several goroutines.
type prose struct{ goldmark.Markdown }

func newProse() prose {
	return prose{goldmark.New(
		goldmark.WithParser(parser.NewParser(
			parser.WithBlockParsers(without(parser.DefaultBlockParsers(), parser.NewHTMLBlockParser())...),
			parser.WithInlineParsers(without(parser.DefaultInlineParsers(), parser.NewRawHTMLParser())...),
			parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
			parser.WithASTTransformers(util.Prioritized(harmless{}, 1000)),
		)),
	)}
}

// without returns the parsers but for one.
func without(parsers []util.PrioritizedValue, not any) []util.PrioritizedValue {
	return slices.DeleteFunc(parsers, func(p util.PrioritizedValue) bool { return p.Value == not })
}

// html returns a description as HTML.
func (p prose) html(text string) (template.HTML, error) {
	asWritten := template.HTML("<pre>" + template.HTMLEscapeString(text) + "</pre>")
	if len(text) > longestProse {
		return asWritten, nil
	}
	source := []byte(text)
	doc := p.Parser().Parse(mdtext.NewReader(source))
	if isDeeper(doc, deepestProse) {
		return asWritten, nil
	}
	var b bytes.Buffer
	err := p.Renderer().Render(&b, source, doc)
	return template.HTML(b.String()), err
}

// isDeeper reports whether there are more than so many nodes inside of one another.
func isDeeper(n ast.Node, limit int) bool {
	if limit < 0 {
		return true
	}
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if isDeeper(child, limit-1) {
			return true
		}
	}
	return false
}

// harmless is the transformer of parsed Markdown that takes out what pages must not have, and fits headings in.
type harmless struct{}

func (harmless) Transform(doc *ast.Document, reader mdtext.Reader, _ parser.Context) {
	var refused []ast.Node
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // fails only if the function does
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			n.Level = min(n.Level+proseHeading-1, deepestHeading)
		case *ast.Image:
			refused = append(refused, n)
		case *ast.Link:
			if !isHarmlessLink(util.URLEscape(n.Destination, true)) { // as it is written
				refused = append(refused, n)
			}
			n.SetAttributeString("rel", "noreferrer")
		case *ast.AutoLink:
			if n.AutoLinkType == ast.AutoLinkURL && !isHarmlessLink(util.URLEscape(n.URL(reader.Source()), false)) {
				refused = append(refused, n)
			}
			n.SetAttributeString("rel", "noreferrer")
		}
		return ast.WalkContinue, nil
	})
	for _, n := range refused {
		replaceByWords(n, reader.Source())
	}
}

// replaceByWords puts the words of a link or an image in its place.
func replaceByWords(n ast.Node, source []byte) {
	parent := n.Parent()
	if link, ok := n.(*ast.AutoLink); ok {
		parent.ReplaceChild(parent, n, ast.NewString(link.Label(source)))
		return
	}
	for child := n.FirstChild(); child != nil; child = n.FirstChild() {
		parent.InsertBefore(parent, n, child)
	}
	parent.RemoveChild(parent, n)
}

// isHarmlessLink reports whether a link leads to a page, to a mailbox, or to a place near this one.
func isHarmlessLink(target []byte) bool {
	u, err := url.Parse(string(target))
	if err != nil {
		return false
	}
	switch u.Scheme {
	case "http", "https", "mailto":
		return true
	}
	return u.Scheme == "" && u.Host == "" && u.String() != ""
}
