package schemadoc

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file implements what is inside of paragraphs and headings: emphasis, code, links, tags of HTML, entities and
// breaks of lines. The text becomes a list of pieces. A run of "*" or "_" is a piece of its own, and so is a "[", until
// what comes later makes tags of them.

// span is a piece of HTML, or a mark that has not become one yet.
type span struct {
	html          string
	mark          byte // '*' or '_'
	count         int  // how many marks
	opens, closes bool // what the marks may do
	length        int  // of the run that the marks were taken from
}

// opener is a bracket that may be the beginning of a link.
type opener struct {
	span  int // position in the list of spans
	image bool
}

type spanReader struct {
	text    string
	pos     int
	out     []span
	opened  []opener
	noTicks map[int]bool // the numbers of backticks that do not come again
}

// spans returns the text of a paragraph as HTML.
func spans(text string) string {
	r := spanReader{text: text, noTicks: map[int]bool{}}
	for r.pos < len(text) {
		r.span()
	}
	r.emphasize(0)
	return r.from(0)
}

func (r *spanReader) add(html string) { r.out = append(r.out, span{html: html}) }

// from returns the HTML of the pieces from one on.
func (r *spanReader) from(first int) string {
	var b strings.Builder
	for _, s := range r.out[first:] {
		b.WriteString(s.html)
		for range s.count {
			b.WriteByte(s.mark)
		}
	}
	return b.String()
}

// take returns the next so many bytes, and goes behind them.
func (r *spanReader) take(n int) string {
	text := r.text[r.pos : r.pos+n]
	r.pos += n
	return text
}

// span reads one piece.
func (r *spanReader) span() {
	rest := r.text[r.pos:]
	switch rest[0] {
	case '\\':
		r.escaped(rest)
	case '`':
		r.code(rest)
	case '<':
		r.angle(rest)
	case '&':
		r.entity(rest)
	case '*', '_':
		r.run(rest)
	case '!':
		if strings.HasPrefix(rest, "![") {
			r.open("![")
		} else {
			r.add(r.take(1))
		}
	case '[':
		r.open("[")
	case ']':
		r.close()
	case '\n':
		r.take(1)
		r.add("\n")
	default:
		r.plain(rest)
	}
}

// plain reads text without any marks. Two spaces at the end of a line break it.
func (r *spanReader) plain(rest string) {
	n := strings.IndexAny(rest, "\\`<&*_![]\n")
	if n < 0 {
		n = len(rest)
	}
	text := r.take(n)
	if r.pos == len(r.text) || r.text[r.pos] != '\n' {
		r.add(escape(text))
		return
	}
	line := strings.TrimRight(text, " ")
	r.add(escape(line))
	if len(text)-len(line) >= 2 {
		r.add("<br>")
	}
}

func (r *spanReader) escaped(rest string) {
	switch {
	case len(rest) > 1 && rest[1] == '\n':
		r.take(1)
		r.add("<br>")
	case len(rest) > 1 && isPunctuation(rest[1]):
		r.add(escape(r.take(2)[1:]))
	default:
		r.add(r.take(1))
	}
}

// code reads what stands between equally many backticks.
func (r *spanReader) code(rest string) {
	inside := strings.TrimLeft(rest, "`")
	ticks := r.take(len(rest) - len(inside))
	if r.noTicks[len(ticks)] {
		r.add(ticks)
		return
	}
	for from := 0; ; {
		at := strings.IndexByte(inside[from:], '`')
		if at < 0 {
			r.noTicks[len(ticks)] = true
			r.add(ticks)
			return
		}
		at += from
		from = len(inside) - len(strings.TrimLeft(inside[at:], "`"))
		if from-at == len(ticks) {
			text := strings.ReplaceAll(inside[:at], "\n", " ")
			if len(text) > 2 && text[0] == ' ' && text[len(text)-1] == ' ' && strings.TrimSpace(text) != "" {
				text = text[1 : len(text)-1]
			}
			r.take(from)
			r.add("<code>" + escape(text) + "</code>")
			return
		}
	}
}

// angle reads a link between angle brackets, or a tag.
func (r *spanReader) angle(rest string) {
	end := strings.IndexByte(rest, '>')
	if end > 0 && !strings.ContainsAny(rest[1:end], " <\n") {
		scheme, target := rest[1:end], rest[1:end]
		if name, _, ok := strings.Cut(scheme, ":"); ok && len(name) > 1 && strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789+.-") == "" {
			r.take(end + 1)
			r.add(`<a href="` + escape(encodeURL(target)) + `">` + escape(target) + "</a>")
			return
		}
		if user, host, ok := strings.Cut(target, "@"); ok && user != "" && host != "" && !strings.ContainsAny(target, "\"'/\\=") {
			r.take(end + 1)
			r.add(`<a href="mailto:` + escape(target) + `">` + escape(target) + "</a>")
			return
		}
	}
	if n := tagLength(rest); n > 0 {
		r.add(r.take(n))
		return
	}
	r.add(escape(r.take(1)))
}

// tagLength returns the length of the tag or comment that a text starts with, 0 if there is none.
func tagLength(text string) int {
	for _, pair := range [][2]string{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}} {
		if strings.HasPrefix(text, pair[0]) {
			if at := strings.Index(text[len(pair[0]):], pair[1]); at >= 0 {
				return len(pair[0]) + at + len(pair[1])
			}
			return 0
		}
	}
	name := strings.TrimPrefix(text[1:], "/")
	if name == "" || !isLetter(rune(name[0])) {
		return 0
	}
	end := strings.IndexAny(name, " \n/>")
	if end < 0 || strings.ContainsAny(name[:end], ":.@<\"'=") {
		return 0
	}
	quote := byte(0)
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			if text[i-1] != '=' {
				return 0
			}
			quote = c
		case c == '<':
			return 0
		case c == '>':
			return i + 1
		}
	}
	return 0
}

// entity reads a character that is written by its name or number.
func (r *spanReader) entity(rest string) {
	const longest = 33
	if end := strings.IndexByte(rest[:min(len(rest), longest)], ';'); end > 0 {
		if text := html.UnescapeString(rest[:end+1]); !strings.HasSuffix(text, ";") {
			r.take(end + 1)
			r.add(escape(text))
			return
		}
	}
	r.add(escape(r.take(1)))
}

// run reads "*" or "_" that may be emphasis, depending on what is around.
func (r *spanReader) run(rest string) {
	before, _ := utf8.DecodeLastRuneInString(r.text[:r.pos])
	n := len(rest) - len(strings.TrimLeft(rest, rest[:1]))
	after, _ := utf8.DecodeRuneInString(rest[n:])
	if r.pos == 0 {
		before = ' '
	}
	if n == len(rest) {
		after = ' '
	}
	left := !unicode.IsSpace(after) && (!isMark(after) || unicode.IsSpace(before) || isMark(before))
	right := !unicode.IsSpace(before) && (!isMark(before) || unicode.IsSpace(after) || isMark(after))
	s := span{mark: rest[0], count: n, length: n, opens: left, closes: right}
	if s.mark == '_' { // not inside of words
		s.opens = left && (!right || isMark(before))
		s.closes = right && (!left || isMark(after))
	}
	r.take(n)
	r.out = append(r.out, s)
}

// emphasize makes tags of the marks from a piece on: each that closes belongs to the nearest before it that opens.
func (r *spanReader) emphasize(first int) {
	var openers []int
	for i := first; i < len(r.out); i++ {
		if r.out[i].mark == 0 {
			continue
		}
		var tags string
		for r.out[i].closes && r.out[i].count > 0 {
			at := r.openerOf(openers, i)
			if at < 0 {
				break
			}
			open := &r.out[openers[at]]
			name, n := "em", 1
			if open.count >= 2 && r.out[i].count >= 2 {
				name, n = "strong", 2
			}
			for _, between := range openers[at+1:] { // they opened nothing
				r.out[between].asText()
			}
			openers = openers[:at+1]
			open.count -= n
			r.out[i].count -= n
			r.out[openers[at]+1].html = "<" + name + ">" + r.out[openers[at]+1].html
			tags += "</" + name + ">"
			if open.count == 0 {
				openers = openers[:at]
			}
		}
		r.out[i].html += tags
		if r.out[i].opens && r.out[i].count > 0 {
			openers = append(openers, i)
		} else {
			r.out[i].asText()
		}
	}
	for _, i := range openers {
		r.out[i].asText()
	}
}

// openerOf returns the position in a list of openers of the one that a closing run belongs to, -1 if there is none.
func (r *spanReader) openerOf(openers []int, closer int) int {
	c := r.out[closer]
	for at := len(openers) - 1; at >= 0; at-- {
		o := r.out[openers[at]]
		if o.mark != c.mark {
			continue
		}
		// Runs that could open and close fit unless their lengths together are a multiple of three, as CommonMark has it.
		if (o.closes || c.opens) && (o.length+c.length)%3 == 0 && o.length%3 != 0 {
			continue
		}
		return at
	}
	return -1
}

// asText makes text of marks that are not used.
func (s *span) asText() {
	s.html += strings.Repeat(string(s.mark), s.count)
	s.mark, s.count = 0, 0
}

// open reads what may be the beginning of a link or an image.
func (r *spanReader) open(mark string) {
	r.opened = append(r.opened, opener{len(r.out), mark == "!["})
	r.add(r.take(len(mark)))
}

// close reads the bracket behind the text of a link, and the target. Images are left out.
func (r *spanReader) close() {
	r.take(1)
	last := len(r.opened) - 1
	if last < 0 {
		r.add("]")
		return
	}
	o := r.opened[last]
	r.opened = r.opened[:last]
	target, n := destination(r.text[r.pos:])
	if n == 0 {
		r.add("]")
		return
	}
	r.take(n)
	if o.image {
		r.out = append(r.out[:o.span], span{})
		return
	}
	r.emphasize(o.span)
	r.out[o.span].html = `<a href="` + escape(encodeURL(target)) + `">`
	r.add("</a>")
	// Links hold no links.
	r.opened = slices.DeleteFunc(r.opened, func(o opener) bool { return !o.image })
}

// destination reads the target of a link, with a title perhaps, between parentheses. The length is 0 if there is none.
func destination(text string) (target string, length int) {
	if !strings.HasPrefix(text, "(") {
		return "", 0
	}
	rest := strings.TrimLeft(text[1:], " \n")
	if inside, ok := strings.CutPrefix(rest, "<"); ok {
		end := strings.IndexAny(inside, "<>\n")
		if end < 0 || inside[end] != '>' {
			return "", 0
		}
		target, rest = inside[:end], inside[end+1:]
	} else {
		n := bareTarget(rest)
		target, rest = rest[:n], rest[n:]
	}
	after := strings.TrimLeft(rest, " \n")
	if len(after) > 0 && len(after) < len(rest) && strings.IndexByte(`"'(`, after[0]) >= 0 {
		closing := after[0]
		if closing == '(' {
			closing = ')'
		}
		end := strings.IndexByte(after[1:], closing)
		if end < 0 {
			return "", 0
		}
		after = strings.TrimLeft(after[end+2:], " \n")
	}
	if !strings.HasPrefix(after, ")") {
		return "", 0
	}
	return html.UnescapeString(withoutEscapes(target)), len(text) - len(after) + 1
}

// bareTarget returns the length of a target that stands there as it is. It may hold parentheses in pairs, not too deep.
func bareTarget(text string) int {
	const deepest = 32
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && isPunctuation(text[i+1]):
			i++
		case c == '(':
			depth++
		case c == ')' && depth == 0, c <= ' ', depth > deepest:
			return i
		case c == ')':
			depth--
		}
	}
	return len(text)
}

func withoutEscapes(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && isPunctuation(text[i+1]) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// encodeURL writes characters that are not for URLs as their bytes' numbers.
func encodeURL(target string) string {
	var b strings.Builder
	for i := range len(target) {
		if c := target[i]; c <= ' ' || c >= utf8.RuneSelf || strings.IndexByte("\"<>[\\]^`{|}", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func escape(text string) string { return html.EscapeString(text) }

func isLetter(c rune) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// isPunctuation reports whether a backslash in front of a character takes its meaning away.
func isPunctuation(c byte) bool { return c < utf8.RuneSelf && isMark(rune(c)) }

func isMark(c rune) bool { return unicode.IsPunct(c) || unicode.IsSymbol(c) }
