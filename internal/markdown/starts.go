package markdown

import "strings"

// This file implements what begins a block: the marks in front of a line. Some of them do so only where there is no
// paragraph that the line could belong to.

// starts begins the block whose mark is next in the line, if there is one, inside of the last one of the first blocks of the
// path. inParagraph tells that the line is text of a paragraph if nothing begins. Of the line is left what is inside of the block,
// nothing if that can hold no other.
func (r *blockReader) starts(depth int, inParagraph bool) bool {
	if isBlank(r.rest) {
		return false
	}
	if r.indent() >= tabStop {
		if inParagraph {
			return false
		}
		r.begin(&block{kind: indentedCode}, depth)
		r.addVerbatim()
		return true
	}
	// A paragraph that the line belongs to is closed by what begins here. Not all marks may do that.
	interrupts := r.open[depth-1].kind == paragraph
	return r.startsQuote(depth) || r.startsHeading(depth) || r.startsFence(depth) || r.startsHTML(depth, inParagraph) ||
		interrupts && r.underlines() || r.startsRule(depth) || r.startsItem(depth, interrupts)
}

func (r *blockReader) startsQuote(depth int) bool {
	if depth >= deepest || !r.skipQuoteMark() {
		return false
	}
	r.begin(&block{kind: quote}, depth)
	return true
}

// startsHeading reads a heading behind number signs. There may be more of them behind it.
func (r *blockReader) startsHeading(depth int) bool {
	text := trimLeft(r.rest)
	after := strings.TrimLeft(text, "#")
	level := len(text) - len(after)
	if level == 0 || level > 6 || after != "" && after[0] != ' ' && after[0] != '\t' {
		return false
	}
	after = trim(after)
	if t := strings.TrimRight(after, "#"); t == "" || t != trim(t) {
		after = trim(t)
	}
	r.begin(&block{kind: heading, level: level, lines: []string{after}}, depth)
	r.rest = ""
	return true
}

// underlines makes a heading of the paragraph at the end of the path, if the line consists of "=" or "-". Definitions of links
// are no text that could be one.
func (r *blockReader) underlines() bool {
	text := trim(r.rest)
	var level int
	switch {
	case strings.Trim(text, "=") == "":
		level = 1
	case strings.Trim(text, "-") == "":
		level = 2
	default:
		return false
	}
	b := r.tip()
	if r.targets.define(b); b.text() == "" {
		return false
	}
	b.kind, b.level, b.last = heading, level, r.number
	r.rest = ""
	return true
}

// startsRule reads a thematic break: three or more of the same sign, with spaces between them perhaps.
func (r *blockReader) startsRule(depth int) bool {
	if !isRule(r.rest) {
		return false
	}
	r.begin(&block{kind: rule}, depth)
	r.rest = ""
	return true
}

func isRule(text string) bool {
	text = trimLeft(text)
	if text == "" || strings.IndexByte("*-_", text[0]) < 0 {
		return false
	}
	return strings.Trim(text, text[:1]+" \t") == "" && strings.Count(text, text[:1]) >= 3
}

// fence is the line in front of code.
type fence struct {
	indent int
	signs  string // "```" or more, "~~~" or more
}

func (r *blockReader) startsFence(depth int) bool {
	signs, info := cutFence(r.rest)
	if signs == "" || signs[0] == '`' && strings.Contains(info, "`") {
		return false
	}
	r.begin(&block{kind: fencedCode, fence: fence{r.indent(), signs}}, depth)
	r.rest = ""
	return true
}

// cutFence returns the signs of a fence, and what stands behind it.
func cutFence(text string) (signs, info string) {
	text = trimLeft(text)
	if !strings.HasPrefix(text, "```") && !strings.HasPrefix(text, "~~~") {
		return "", ""
	}
	info = strings.TrimLeft(text, text[:1])
	return text[:len(text)-len(info)], info
}

func (f fence) isClosedBy(l *line) bool {
	signs, info := cutFence(l.rest)
	return strings.HasPrefix(signs, f.signs) && isBlank(info) && l.indent() < tabStop
}

// marker is what stands in front of an item.
type marker struct {
	sign  byte // '-', '+', '*', '.' or ')'
	width int  // columns up to the item's text, which is where the text's other lines begin, too
}

func (m marker) isNumbered() bool { return m.sign == '.' || m.sign == ')' }

func (r *blockReader) startsItem(depth int, interrupts bool) bool {
	text := trimLeft(r.rest)
	after := strings.TrimLeft(text, "0123456789")
	number := text[:len(text)-len(after)]
	if depth >= deepest || after == "" || len(number) > 9 {
		return false
	}
	signs := "-+*"
	if number != "" {
		signs = ".)"
	}
	empty := isBlank(after[1:])
	switch {
	case strings.IndexByte(signs, after[0]) < 0, !empty && after[1] != ' ' && after[1] != '\t':
		return false
	case interrupts && (empty || number != "" && number != "1"): // a number that a sentence was broken before
		return false
	}
	width := r.indent() + len(number) + 1
	r.skip(width)
	// The text begins behind up to four spaces. More of them are one, in front of indented code.
	space := r.indent()
	if empty || space > tabStop {
		space = 1
	}
	r.skip(space)
	it := &block{kind: item, marker: marker{after[0], width + space}}
	if !r.open[depth-1].holds(it) {
		r.begin(&block{kind: list, marker: it.marker}, depth)
		depth = len(r.open)
	}
	r.begin(it, depth)
	return true
}
