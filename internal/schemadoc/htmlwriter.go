package schemadoc

import (
	"bytes"
	"html"
	"strings"
)

// This file implements how elements are written. Text and the values of attributes are escaped here. The names of elements and
// attributes are markup, which the constants of this package are and a string is not: a text cannot become markup by
// being forgotten to be escaped, for that does not compile.

// markup is HTML as it is.
type markup string

// attribute is an attribute of an element. One without a value is there or not.
type attribute struct {
	name  markup
	value string
}

func class(names string) attribute { return attribute{"class", names} }
func id(id string) attribute       { return attribute{"id", id} }

// linkTo is the attribute of a link to a place on the page.
func linkTo(id string) attribute { return attribute{"href", "#" + fragment(id)} }

// fragment writes an identifier, which may hold any character, as a part of a URL.
func fragment(id string) string {
	const digits = "0123456789abcdef"
	var b strings.Builder
	for i := range len(id) {
		switch c := id[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~", c) >= 0:
			b.WriteByte(c)
		default:
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return b.String()
}

// htmlWriter writes elements one after the other.
type htmlWriter struct{ b bytes.Buffer }

func (w *htmlWriter) raw(m markup) { w.b.WriteString(string(m)) }

func (w *htmlWriter) text(s string) { w.b.WriteString(escaped(s)) }

// escaped returns a text as HTML. The character that HTML cannot have becomes the one that stands for such.
func escaped(s string) string {
	return strings.ReplaceAll(html.EscapeString(s), "\x00", "\uFFFD")
}

func (w *htmlWriter) open(tag markup, attributes ...attribute) {
	w.raw("<" + tag)
	for _, a := range attributes {
		w.raw(" " + a.name)
		if a.value != "" {
			w.raw(`="`)
			w.text(a.value)
			w.raw(`"`)
		}
	}
	w.raw(">")
}

func (w *htmlWriter) close(tag markup) { w.raw("</" + tag + ">") }

// element writes an element that holds a text.
func (w *htmlWriter) element(tag markup, text string, attributes ...attribute) {
	w.open(tag, attributes...)
	w.text(text)
	w.close(tag)
}
