package schemadoc

import (
	"strconv"
	"strings"
)

// This file implements the blocks of descriptions: the part of CommonMark that people write in them. Headings, lists,
// quotes, code, rules, paragraphs and blocks of HTML are read as CommonMark says; there are no link reference
// definitions. What is inside of paragraphs is read by spans.go.
//
// A block is taken from the front of a list of lines. Quotes and items of lists hold blocks themselves: their lines,
// without what marks them, are read in the same way.
//
// (The Markdown libraries compile regular expressions and fill tables whenever a program starts that contains them, whatever it is
// asked to do. One of them is asked in tests.)

// tabStop is the width of a tab in front of a line, and how far code is indented.
const tabStop = 4

// blockReader writes Markdown as HTML.
type blockReader struct {
	b     strings.Builder
	depth int  // of quotes and items
	tight bool // whether paragraphs are lines of an item, and no elements
}

// htmlOf returns Markdown as HTML, with the HTML in it as it is.
func htmlOf(markdown string) string {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\uFFFD").Replace(markdown)
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = withoutTabs(line)
	}
	var r blockReader
	r.blocks(lines)
	return r.b.String()
}

// withoutTabs turns tabs in front of a line's text into spaces.
func withoutTabs(line string) string {
	var b strings.Builder
	for i := range len(line) {
		switch line[i] {
		case ' ':
			b.WriteByte(' ')
		case '\t':
			b.WriteString("    "[b.Len()%tabStop:])
		default:
			return b.String() + line[i:]
		}
	}
	return ""
}

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// blocks reads all blocks of some lines.
func (r *blockReader) blocks(lines []string) {
	for len(lines) > 0 {
		if isBlank(lines[0]) {
			lines = lines[1:]
			continue
		}
		lines = lines[r.block(lines):]
	}
}

// block reads the first block and returns how many lines it has.
func (r *blockReader) block(lines []string) int {
	for _, read := range []func([]string) int{r.indented, r.fenced, r.heading, r.rule, r.quote, r.list, r.html} {
		if n := read(lines); n > 0 {
			return n
		}
	}
	return r.paragraph(lines)
}

// interrupts reports whether a line ends the paragraph in front of it.
func interrupts(line string) bool {
	if indentOf(line) >= tabStop {
		return false
	}
	text := strings.TrimLeft(line, " ")
	if m, ok := markerOf(line); ok {
		return !isBlank(line[m.width:]) && (m.start == "" || m.start == "1")
	}
	_, _, fence := fenceOf(line)
	return text == "" || text[0] == '>' || fence || headingLevel(text) > 0 || isRule(line) || htmlEnd(line, true) != ""
}

// indented reads code that is indented.
func (r *blockReader) indented(lines []string) int {
	n := 0
	for i, line := range lines {
		if indentOf(line) >= tabStop && !isBlank(line) {
			n = i + 1
		} else if !isBlank(line) {
			break
		}
	}
	if n > 0 {
		r.code(lines[:n], tabStop)
	}
	return n
}

// code writes lines of code that are indented by so much more than they should be.
func (r *blockReader) code(lines []string, indent int) {
	r.b.WriteString("<pre><code>")
	for _, line := range lines {
		r.b.WriteString(escape(line[min(indent, indentOf(line)):]) + "\n")
	}
	r.b.WriteString("</code></pre>\n")
}

// fenceOf returns the mark that a line with a fence consists of, and what stands behind it.
func fenceOf(line string) (mark, info string, ok bool) {
	text := strings.TrimLeft(line, " ")
	if len(line)-len(text) >= tabStop || text == "" || text[0] != '`' && text[0] != '~' {
		return "", "", false
	}
	info = strings.TrimLeft(text, text[:1])
	mark = text[:len(text)-len(info)]
	return mark, strings.TrimSpace(info), len(mark) >= 3 && (mark[0] == '~' || !strings.Contains(info, "`"))
}

// fenced reads code between fences.
func (r *blockReader) fenced(lines []string) int {
	open, _, ok := fenceOf(lines[0])
	if !ok {
		return 0
	}
	n := 1
	for n < len(lines) && !closesFence(lines[n], open) {
		n++
	}
	r.code(lines[1:n], indentOf(lines[0]))
	return min(n+1, len(lines))
}

func closesFence(line, open string) bool {
	mark, info, ok := fenceOf(line)
	return ok && info == "" && strings.HasPrefix(mark, open)
}

// headingLevel returns the level of a heading behind number signs, 0 if a text is none.
func headingLevel(text string) int {
	level := len(text) - len(strings.TrimLeft(text, "#"))
	if level > 6 || len(text) > level && text[level] != ' ' && text[level] != '\t' {
		return 0
	}
	return level
}

func (r *blockReader) heading(lines []string) int {
	text := strings.TrimSpace(lines[0])
	level := headingLevel(text)
	if level == 0 {
		return 0
	}
	text = strings.TrimSpace(text[level:])
	if rest := strings.TrimRight(text, "#"); rest == "" || strings.HasSuffix(rest, " ") {
		text = strings.TrimSpace(rest)
	}
	r.writeHeading(level, text)
	return 1
}

// writeHeading writes a heading that is less important than those of the page.
func (r *blockReader) writeHeading(level int, text string) {
	const lower = 3
	name := "h" + strconv.Itoa(min(level+lower, deepestHeading))
	r.b.WriteString("<" + name + ">" + spans(text) + "</" + name + ">\n")
}

// isRule reports whether a line is a thematic break.
func isRule(line string) bool {
	if isBlank(line) || indentOf(line) >= tabStop {
		return false
	}
	mark, count := strings.TrimLeft(line, " ")[0], 0
	for i := range len(line) {
		switch line[i] {
		case mark:
			count++
		case ' ', '\t':
		default:
			return false
		}
	}
	return count >= 3 && (mark == '*' || mark == '-' || mark == '_')
}

func (r *blockReader) rule(lines []string) int {
	if !isRule(lines[0]) {
		return 0
	}
	r.b.WriteString("<hr>\n")
	return 1
}

// quote reads lines behind ">". The last paragraph of a quote may go on without it.
func (r *blockReader) quote(lines []string) int {
	if !strings.HasPrefix(strings.TrimLeft(lines[0], " "), ">") || r.depth == deepestProse {
		return 0
	}
	var inner []string
	for _, line := range lines {
		if text, ok := strings.CutPrefix(strings.TrimLeft(line, " "), ">"); ok && indentOf(line) < tabStop {
			inner = append(inner, withoutTabs(strings.TrimPrefix(text, " ")))
		} else if goesOn(inner, line) {
			inner = append(inner, strings.TrimLeft(line, " "))
		} else {
			break
		}
	}
	r.b.WriteString("<blockquote>\n")
	r.inside(inner, false)
	r.b.WriteString("</blockquote>\n")
	return len(inner)
}

// inside reads the blocks of a quote or an item.
func (r *blockReader) inside(lines []string, tight bool) {
	outer := r.tight
	r.tight = tight
	r.depth++
	r.blocks(lines)
	r.depth--
	r.tight = outer
}

// goesOn reports whether a line without mark continues a paragraph at the end of some lines.
func goesOn(before []string, line string) bool {
	if isBlank(line) || interrupts(line) {
		return false
	}
	if _, isItem := markerOf(line); isItem {
		return false
	}
	last := before[len(before)-1]
	_, _, fence := fenceOf(last)
	return !isBlank(last) && !fence && !isRule(last) && headingLevel(strings.TrimSpace(last)) == 0
}

// marker is what stands in front of an item.
type marker struct {
	kind  byte   // '-', '+', '*', '.' or ')'
	start string // the number
	width int    // up to the item's text
}

// markerOf finds the marker in front of a line.
func markerOf(line string) (m marker, ok bool) {
	indent := indentOf(line)
	text := line[indent:]
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if indent >= tabStop || digits > 9 || digits == len(text) || isRule(line) {
		return m, false
	}
	m.kind, m.start, m.width = text[digits], text[:digits], indent+digits+1
	if digits > 0 && m.kind != '.' && m.kind != ')' || digits == 0 && !strings.ContainsRune("-+*", rune(m.kind)) {
		return m, false
	}
	rest := line[m.width:]
	spaces := len(rest) - len(strings.TrimLeft(rest, " \t"))
	switch {
	case isBlank(rest):
		m.width = min(m.width+1, len(line))
	case spaces == 0:
		return m, false
	case spaces > tabStop:
		m.width++
	default:
		m.width += spaces
	}
	return m, true
}

// list reads items with the same kind of marker.
func (r *blockReader) list(lines []string) int {
	first, ok := markerOf(lines[0])
	if !ok || r.depth == deepestProse {
		return 0
	}
	var items [][]string
	n, loose := 0, false
	for m := first; ok && m.kind == first.kind && n < len(lines); m, ok = markerOf(lines[n]) {
		item, length := itemOf(lines[n:], m.width)
		n += length
		items = append(items, item)
		if n == len(lines) {
			loose = loose || isLoose(item)
			break
		}
		next, more := markerOf(lines[n])
		loose = loose || isLoose(item) || isBlank(lines[n-1]) && more && next.kind == first.kind
	}
	name := "ul"
	if first.start != "" {
		name = "ol"
	}
	r.b.WriteString("<" + name + ">\n")
	for _, item := range items {
		r.b.WriteString("<li>")
		if len(item) > 0 && item[0] != "" && (loose || isBlock(item[0])) {
			r.b.WriteByte('\n')
		}
		r.inside(item, !loose)
		r.b.WriteString("</li>\n")
	}
	r.b.WriteString("</" + name + ">\n")
	return n
}

// isBlock reports whether a line starts a block that is no paragraph.
func isBlock(line string) bool {
	_, isItem := markerOf(line)
	return isItem || indentOf(line) >= tabStop || interrupts(line)
}

// itemOf returns the lines of the first item, without its marker, and how many lines it takes, blank ones behind it included.
func itemOf(lines []string, width int) (item []string, length int) {
	indent := strings.Repeat(" ", width)
	item = []string{withoutTabs(lines[0][width:])}
	text := 1 // lines up to the last that is not blank
	for n := 1; n < len(lines); n++ {
		line := lines[n]
		switch {
		case isBlank(line) && n == 1 && isBlank(item[0]):
			return nil, 2
		case isBlank(line):
			line = ""
		case strings.HasPrefix(line, indent):
			line = line[width:]
		case goesOn(item, line):
			line = strings.TrimLeft(line, " ")
		default:
			return item[:text], n
		}
		if n == 1 && item[0] == "" {
			item = item[:0] // the text begins below the marker
		}
		item = append(item, line)
		if line != "" {
			text = len(item)
		}
	}
	return item[:text], len(lines)
}

// isLoose reports whether blank lines separate the blocks of an item. Those inside of a list in it do not count.
func isLoose(item []string) bool {
	blank, nested, fence := false, false, ""
	for _, line := range item {
		mark, _, isFence := fenceOf(line)
		switch {
		case fence != "":
			if closesFence(line, fence) {
				fence = ""
			}
		case isBlank(line):
			blank = true
			continue
		case blank && (!nested || indentOf(line) < 2):
			return true
		case isFence:
			fence = mark
		}
		_, isItem := markerOf(line)
		blank, nested = false, nested || isItem
	}
	return false
}

// htmlEnd returns where a block of HTML ends that a line starts: at a text, or at a blank line ("\n"); "" if none starts there.
func htmlEnd(line string, inParagraph bool) string {
	text := strings.ToLower(strings.TrimLeft(line, " "))
	name, tag := strings.CutPrefix(text, "<")
	if !tag || len(line)-len(text) >= tabStop {
		return ""
	}
	if strings.HasPrefix(name, "!--") {
		return "-->"
	}
	name, closing := strings.CutPrefix(name, "/")
	if end := strings.IndexFunc(name, func(c rune) bool { return !isLetter(c) && (c < '0' || c > '9') }); end >= 0 {
		name = name[:end]
	}
	switch name {
	case "script", "style", "pre", "textarea":
		if !closing {
			return "</" + name + ">"
		}
	case "address", "article", "aside", "blockquote", "body", "caption", "center", "col", "colgroup", "dd", "details", "dialog", "dir", "div",
		"dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head",
		"header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup",
		"option", "p", "param", "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul":
		return "\n"
	}
	// Any other tag starts a block if it stands alone.
	if n := tagLength(text); !inParagraph && n > 0 && isBlank(text[n:]) {
		return "\n"
	}
	return ""
}

// html reads HTML as it is.
func (r *blockReader) html(lines []string) int {
	end := htmlEnd(lines[0], false)
	if end == "" {
		return 0
	}
	for n, line := range lines {
		if end == "\n" && isBlank(line) {
			return n
		}
		r.b.WriteString(line + "\n")
		if strings.Contains(strings.ToLower(line), end) {
			return n + 1
		}
	}
	return len(lines)
}

// paragraph reads lines up to a blank one or to another block. Lines that are underlined are a heading.
func (r *blockReader) paragraph(lines []string) int {
	n := 1
	for ; n < len(lines) && !isBlank(lines[n]); n++ {
		if level := underline(lines[n]); level > 0 {
			r.writeHeading(level, joined(lines[:n]))
			return n + 1
		}
		if interrupts(lines[n]) {
			break
		}
	}
	text := spans(joined(lines[:n]))
	if !r.tight {
		text = "<p>" + text + "</p>\n"
	} else if n < len(lines) {
		text += "\n"
	}
	r.b.WriteString(text)
	return n
}

func underline(line string) int {
	text := strings.TrimSpace(line)
	switch {
	case text == "" || indentOf(line) >= tabStop:
		return 0
	case strings.Trim(text, "=") == "":
		return 1
	case strings.Trim(text, "-") == "":
		return 2
	}
	return 0
}

// joined returns the text of a paragraph's lines.
func joined(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimLeft(line, " ") + "\n")
	}
	return strings.TrimSpace(b.String())
}
