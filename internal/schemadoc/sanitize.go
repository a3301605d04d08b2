package schemadoc

import (
	"bytes"
	"net/url"
	"slices"

	"golang.org/x/net/html"
)

// This file implements the sanitizer of descriptions. HTML is taken apart into tokens, and written anew: elements of a
// list, without attributes except the targets of links, and text, escaped. All else is left out; what is inside of it
// stays unless it is no text for people. Elements are closed in the order in which they were opened, so that a
// description cannot reach beyond its place. The page's Content-Security-Policy stands behind this.
//
// (The library that most people use for this compiles some hundred regular expressions whenever a program starts that
// contains it. It is asked in tests.)

// harmless lists the elements that descriptions may have.
func harmless(name string) bool {
	switch name {
	case "a", "b", "blockquote", "br", "code", "dd", "del", "dl", "dt", "em", "h4", "h5", "h6", "hr", "i", "kbd", "li", "ol", "p", "pre",
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

// deepestProse is how many elements of a description may be inside of one another.
const deepestProse = 50

// sanitize returns harmless HTML.
func sanitize(text []byte) []byte {
	s := sanitizer{}
	z := html.NewTokenizer(bytes.NewReader(text))
	for {
		kind := z.Next()
		if kind == html.ErrorToken { // the end
			break
		}
		token := z.Token()
		switch {
		case s.raw != "":
			if kind == html.EndTagToken && token.Data == s.raw {
				s.raw = ""
			}
		case kind == html.TextToken:
			s.b.WriteString(html.EscapeString(token.Data))
		case kind == html.StartTagToken && isRaw(token.Data):
			s.raw = token.Data
		case kind == html.StartTagToken, kind == html.SelfClosingTagToken:
			s.start(token)
		case kind == html.EndTagToken:
			s.end(token.Data)
		}
	}
	s.closeTo(0)
	return s.b.Bytes()
}

type sanitizer struct {
	b    bytes.Buffer
	open []string // elements
	raw  string   // the element whose contents are being left out
}

func (s *sanitizer) start(t html.Token) {
	if !harmless(t.Data) || len(s.open) >= deepestProse {
		return
	}
	s.b.WriteString("<" + t.Data)
	if t.Data == "a" {
		for _, a := range t.Attr {
			if a.Key == "href" && isHarmlessLink(a.Val) {
				s.b.WriteString(` href="` + html.EscapeString(a.Val) + `" rel="noreferrer"`)
				break
			}
		}
	}
	s.b.WriteByte('>')
	if !isVoid(t.Data) {
		s.open = append(s.open, t.Data)
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
