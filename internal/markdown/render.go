package markdown

import (
	"strconv"
	"strings"
)

// This file implements how blocks are written as HTML.

type renderer struct {
	b       strings.Builder
	targets targets
	level   int // of the top headings
}

// render returns a text as HTML, with the HTML in it as it is.
func render(p parsed, level int) string {
	r := renderer{targets: p.targets, level: level}
	r.blocks(p.document.children, false)
	return r.b.String()
}

// line goes to the beginning of a line.
func (r *renderer) line() {
	if s := r.b.String(); s != "" && s[len(s)-1] != '\n' {
		r.b.WriteByte('\n')
	}
}

// blocks writes blocks. Paragraphs in a tight list are no elements.
func (r *renderer) blocks(blocks []*block, tight bool) {
	for _, b := range blocks {
		if b.kind != paragraph {
			r.line()
			r.block(b)
			r.line()
			continue
		}
		switch text := b.text(); {
		case text == "": // there were definitions
		case tight:
			r.b.WriteString(inlines(text, r.targets))
		default:
			r.line()
			r.b.WriteString("<p>" + inlines(text, r.targets) + "</p>\n")
		}
	}
}

func (r *renderer) block(b *block) {
	switch b.kind {
	case quote:
		r.b.WriteString("<blockquote>\n")
		r.blocks(b.children, false)
		r.b.WriteString("</blockquote>")
	case list:
		r.list(b)
	case heading:
		name := "h" + strconv.Itoa(min(b.level+r.level-1, 6))
		r.b.WriteString("<" + name + ">" + inlines(b.text(), r.targets) + "</" + name + ">")
	case rule:
		r.b.WriteString("<hr>")
	case indentedCode, fencedCode:
		r.b.WriteString("<pre><code>")
		for _, line := range b.lines {
			r.b.WriteString(escape(line) + "\n")
		}
		r.b.WriteString("</code></pre>")
	case htmlBlock:
		r.b.WriteString(strings.Join(b.lines, "\n"))
	}
}

func (r *renderer) list(b *block) {
	name := "ul"
	if b.marker.isNumbered() {
		name = "ol"
	}
	tight := !b.isLoose()
	r.b.WriteString("<" + name + ">\n")
	for _, it := range b.children {
		r.b.WriteString("<li>")
		r.blocks(it.children, tight)
		r.b.WriteString("</li>\n")
	}
	r.b.WriteString("</" + name + ">")
}
