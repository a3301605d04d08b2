package markdown

import (
	"html"
	"net/url"
	"slices"
	"strings"
)

// This file implements the sanitizer. HTML is taken apart into tags and text (htmlreader.go), and written anew: elements of a
// list, without attributes except the targets of links, and text, escaped. All else is left out; what is inside of it
// stays unless it is no text for people. Elements are closed in the order in which they were opened, so that a
// text cannot reach beyond its place on the page.

// isHarmless reports whether texts may have an element. Headings may not be above the top one.
func (s *sanitizer) isHarmless(name string) bool {
	switch name {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		return int(name[1]-'0') >= s.level
	case "a", "b", "blockquote", "br", "code", "dd", "del", "dl", "dt", "em", "hr", "i", "kbd", "li", "ol", "p", "pre",
		"s", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "u", "ul":
		return true
	}
	return false
}

// isVoid reports whether an element has no end.
func isVoid(name string) bool { return name == "br" || name == "hr" }

// isRaw reports whether what is inside of an element is no text for people.
func isRaw(name string) bool {
	switch name {
	case "iframe", "math", "noembed", "noframes", "noscript", "object", "plaintext", "script", "style", "svg", "template", "textarea", "title", "xmp":
		return true
	}
	return false
}

type sanitizer struct {
	b     strings.Builder
	level int      // of the top headings
	open  []string // elements
}

// sanitize returns harmless HTML.
func sanitize(text string, level int) string {
	s := sanitizer{level: level}
	for r := (htmlReader{text}); r.rest != ""; {
		words, t := r.next()
		s.b.WriteString(html.EscapeString(words))
		switch {
		case t == nil: // the end
		case t.closing:
			s.end(t.name)
		case isRaw(t.name):
			r.skipTo(t.name)
		default:
			s.start(t)
		}
	}
	s.closeTo(0)
	return s.b.String()
}

func (s *sanitizer) start(t *tag) {
	if !s.isHarmless(t.name) || len(s.open) >= deepest {
		return
	}
	s.b.WriteString("<" + t.name)
	if t.name == "a" && t.hasHref && isHarmlessLink(t.href) {
		s.b.WriteString(` href="` + html.EscapeString(t.href) + `" rel="noreferrer"`)
	}
	s.b.WriteByte('>')
	if !isVoid(t.name) {
		s.open = append(s.open, t.name)
	}
}

// end closes an element, and those inside of it that are still open.
func (s *sanitizer) end(name string) {
	for i, open := range slices.Backward(s.open) {
		if open == name {
			s.closeTo(i)
			return
		}
	}
}

// closeTo closes the open elements but for the first ones.
func (s *sanitizer) closeTo(depth int) {
	for _, open := range slices.Backward(s.open[depth:]) {
		s.b.WriteString("</" + open + ">")
	}
	s.open = s.open[:depth]
}

// isHarmlessLink reports whether a link leads to a page, to a place near this one, or to a mailbox.
func isHarmlessLink(target string) bool {
	u, err := url.Parse(target)
	if err != nil {
		return false
	}
	switch u.Scheme {
	case "", "http", "https", "mailto":
		return true
	}
	return false
}
