package schemadoc

import "html/template"

// This file implements descriptions: Markdown (blocks.go, spans.go), with HTML in it if the author likes, becomes HTML
// without anything that acts, loads or styles (sanitize.go).

// longestProse is the longest description that is taken for Markdown, in bytes. Some texts take a time that grows with the
// square of their length.
const longestProse = 16 << 10

// prose returns a description as harmless HTML.
func prose(markdown string) template.HTML {
	switch {
	case markdown == "":
		return ""
	case len(markdown) > longestProse:
		return template.HTML("<pre>" + template.HTMLEscapeString(markdown) + "</pre>")
	}
	return template.HTML(sanitize(htmlOf(markdown)))
}
