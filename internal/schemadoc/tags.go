package schemadoc

import (
	"html"
	"strings"
)

// This file implements the reader of HTML for the sanitizer. It finds tags and what is between them, as browsers do, and
// knows nothing of what they mean. It need not agree with browsers on every strange text: what it takes for text is
// escaped when it is written, so that nobody can take it for a tag.

// tag is a tag as it stands in the text.
type tag struct {
	name    string // in lower case
	closing bool
	href    string // the value of the first attribute of that name
	hasHref bool
}

// tagReader reads a text from its front.
type tagReader struct{ rest string }

// next returns the text up to the next tag, and the tag; nil at the end. Comments and declarations are left out.
func (r *tagReader) next() (text string, t *tag) {
	at := 0
	for {
		i := strings.IndexByte(r.rest[at:], '<')
		if i < 0 || at+i+1 == len(r.rest) {
			text, r.rest = r.rest, ""
			return html.UnescapeString(text), nil
		}
		at += i
		closing := r.rest[at+1] == '/'
		switch c := r.rest[at+1]; {
		case closing && at+2 < len(r.rest) && isLetter(rune(r.rest[at+2])):
			text, r.rest = r.rest[:at], r.rest[at+2:]
			return html.UnescapeString(text), r.tag(true)
		case isLetter(rune(c)):
			text, r.rest = r.rest[:at], r.rest[at+1:]
			return html.UnescapeString(text), r.tag(false)
		case c == '!' || c == '?' || closing:
			text, r.rest = r.rest[:at], afterComment(r.rest[at+1:])
			return html.UnescapeString(text), &tag{}
		}
		at++
	}
}

// afterComment returns what stands behind a comment, or something else that is no element. "<!-->" is a whole one.
func afterComment(text string) string {
	end := ">"
	if strings.HasPrefix(text, "!--") {
		text, end = text[1:], "-->"
	}
	_, rest, _ := strings.Cut(text, end)
	return rest
}

// tag reads a tag from its name on. One that does not end is none.
func (r *tagReader) tag(closing bool) *tag {
	t := &tag{name: strings.ToLower(r.until(" \t\r\n\f/>")), closing: closing}
	for {
		r.rest = strings.TrimLeft(r.rest, " \t\r\n\f/")
		if r.rest == "" {
			return nil
		}
		if r.rest[0] == '>' {
			r.rest = r.rest[1:]
			return t
		}
		name, value := r.attribute()
		if !t.hasHref && strings.EqualFold(name, "href") {
			t.href, t.hasHref = html.UnescapeString(value), true
		}
	}
}

func (r *tagReader) attribute() (name, value string) {
	name = r.rest[:1] // even if that is "="
	r.rest = r.rest[1:]
	name += r.until(" \t\r\n\f/>=")
	after, ok := strings.CutPrefix(strings.TrimLeft(r.rest, " \t\r\n\f"), "=")
	if !ok {
		return name, ""
	}
	r.rest = strings.TrimLeft(after, " \t\r\n\f")
	if r.rest == "" || r.rest[0] != '"' && r.rest[0] != '\'' {
		return name, r.until(" \t\r\n\f>")
	}
	value, r.rest, _ = strings.Cut(r.rest[1:], r.rest[:1])
	return name, value
}

// until returns the text up to one of some characters, and goes there.
func (r *tagReader) until(stops string) string {
	n := strings.IndexAny(r.rest, stops)
	if n < 0 {
		n = len(r.rest)
	}
	text := r.rest[:n]
	r.rest = r.rest[n:]
	return text
}

// skipTo goes to the end tag of an element, whatever stands before it.
func (r *tagReader) skipTo(name string) {
	for {
		_, rest, found := strings.Cut(r.rest, "</")
		r.rest = rest
		if !found || len(rest) >= len(name) && strings.EqualFold(rest[:len(name)], name) &&
			(len(rest) == len(name) || strings.IndexByte(" \t\r\n\f/>", rest[len(name)]) >= 0) {
			break
		}
	}
	r.tag(true)
}
