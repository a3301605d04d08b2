package markdown

import "strings"

// This file implements blocks of HTML. They begin with a line that begins with a tag or a comment, and their lines stay as they
// are. Where they end depends on what they begin with.

func (r *blockReader) startsHTML(depth int, inParagraph bool) bool {
	text := trimLeft(r.rest)
	if text[0] != '<' {
		return false
	}
	ends, ok := htmlEnds(text, inParagraph)
	if !ok {
		return false
	}
	r.begin(&block{kind: htmlBlock, ends: ends}, depth)
	r.addVerbatim()
	return true
}

// htmlEnds reports whether a text begins a block of HTML, and what ends that: one of some texts, or else a blank line.
func htmlEnds(text string, inParagraph bool) (ends []string, ok bool) {
	for _, special := range specialTags {
		if special.begins(text) {
			return []string{special.end}, true
		}
	}
	name, closing := strings.CutPrefix(text[1:], "/")
	length := 0
	for length < len(name) && isAlphanumeric(name[length]) {
		length++
	}
	name, after := strings.ToLower(name[:length]), name[length:]
	switch {
	case isVerbatimElement(name):
		if !closing && (after == "" || strings.IndexByte(" \t>", after[0]) >= 0) {
			return []string{"</script>", "</pre>", "</style>", "</textarea>"}, true
		}
	case isBlockElement(name):
		if after == "" || strings.IndexByte(" \t>", after[0]) >= 0 || strings.HasPrefix(after, "/>") {
			return nil, true
		}
		// Any other tag begins a block if it is alone in its line.
	}
	if n := tagLength(text); inParagraph || isVerbatimElement(name) || n == 0 || !isBlank(text[n:]) {
		return nil, false
	}
	return nil, true
}

func isVerbatimElement(name string) bool {
	switch name {
	case "script", "pre", "style", "textarea":
		return true
	}
	return false
}

// isBlockElement reports whether an element is one that paragraphs are not inside of.
func isBlockElement(name string) bool {
	switch name {
	case "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup", "dd", "details",
		"dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3",
		"h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu", "menuitem", "nav", "noframes",
		"ol", "optgroup", "option", "p", "param", "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title",
		"tr", "track", "ul":
		return true
	}
	return false
}
