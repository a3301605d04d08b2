package markdown

import (
	"html"
	"strings"
)

// This file implements the reader of HTML for the sanitizer. It finds tags and what is between them, as browsers do, and
// knows nothing of what they mean. It need not agree with browsers on every strange text: what it takes for text is
// escaped when it is written, so that nobody can take it for a tag.

// htmlSpace is what separates attributes, and ends names.
const htmlSpace = " \t\r\n\f"

// tag is a tag as it stands in the text. One without a name is something else that nobody reads, as a comment.
type tag struct {
	name    string // in lower case
	closing bool
	href    string // the value of the first attribute of that name
	hasHref bool
}

// htmlReader reads a text from its front.
type htmlReader struct{ rest string }

// next returns the text up to the next tag, and the tag; nil at the end.
func (r *htmlReader) next() (text string, t *tag) {
	for at := 0; ; at++ {
		i := strings.IndexByte(r.rest[at:], '<')
		if i < 0 {
			text, r.rest = r.rest, ""
			return html.UnescapeString(text), nil
		}
		at += i
		name := r.rest[at+1:]
		after, closing := strings.CutPrefix(name, "/")
		switch {
		case after != "" && isLetter(after[0]):
			text, r.rest = r.rest[:at], after
			return html.UnescapeString(text), r.tag(closing)
		case name != "" && strings.IndexByte("!?/", name[0]) >= 0:
			text, r.rest = r.rest[:at], afterComment(name)
			return html.UnescapeString(text), &tag{}
		}
	}
}

// afterComment returns what stands behind a comment, or something else that is no element.
func afterComment(text string) string {
	end := ">"
	if strings.HasPrefix(text, "!--") {
		text, end = text[1:], "-->" // "<!-->" is a whole one
	}
	_, rest, _ := strings.Cut(text, end)
	return rest
}

// tag reads a tag from its name on. One that does not end is none.
func (r *htmlReader) tag(closing bool) *tag {
	t := &tag{name: strings.ToLower(r.until(htmlSpace + "/>")), closing: closing}
	for {
		r.rest = strings.TrimLeft(r.rest, htmlSpace+"/")
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

func (r *htmlReader) attribute() (name, value string) {
	name = r.rest[:1] // even if that is "="
	r.rest = r.rest[1:]
	name += r.until(htmlSpace + "/>=")
	after, ok := strings.CutPrefix(strings.TrimLeft(r.rest, htmlSpace), "=")
	if !ok {
		return name, ""
	}
	r.rest = strings.TrimLeft(after, htmlSpace)
	if r.rest == "" || r.rest[0] != '"' && r.rest[0] != '\'' {
		return name, r.until(htmlSpace + ">")
	}
	value, r.rest, _ = strings.Cut(r.rest[1:], r.rest[:1])
	return name, value
}

// until returns the text up to one of some characters, and goes there.
func (r *htmlReader) until(stops string) string {
	n := strings.IndexAny(r.rest, stops)
	if n < 0 {
		n = len(r.rest)
	}
	text := r.rest[:n]
	r.rest = r.rest[n:]
	return text
}

// skipTo goes behind the end tag of an element, whatever stands before it.
func (r *htmlReader) skipTo(name string) {
	for {
		_, rest, found := strings.Cut(r.rest, "</")
		r.rest = rest
		if !found || len(rest) >= len(name) && strings.EqualFold(rest[:len(name)], name) &&
			(len(rest) == len(name) || strings.IndexByte(htmlSpace+"/>", rest[len(name)]) >= 0) {
			break
		}
	}
	r.tag(true)
}
