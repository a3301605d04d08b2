package markdown

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file implements what is inside of paragraphs and headings: code, tags, characters by name, breaks of lines, and with
// emphasis.go and links.go all else. The text becomes a list of pieces of HTML. Marks and brackets are pieces of their own, at first
// as they are, and are replaced when what comes later makes tags of them.

type inlineReader struct {
	text     string
	pos      int
	targets  targets
	pieces   []string
	runs     []run     // of "*" or "_" that may become emphasis
	brackets []bracket // that may become links
	linked   int       // how many of the brackets are in front of a link, which they cannot hold

	ticks   map[int]int // where the last run of so many backticks is; nil until somebody asks
	endless map[specialTag]bool
}

// inlines returns a text as HTML.
func inlines(text string, t targets) string {
	r := inlineReader{text: text, targets: t}
	for r.pos < len(text) {
		r.read()
	}
	r.emphasize(0)
	return strings.Join(r.pieces, "")
}

// take returns the next so many bytes, and goes behind them.
func (r *inlineReader) take(n int) string {
	text := r.text[r.pos : r.pos+n]
	r.pos += n
	return text
}

func (r *inlineReader) write(html string) { r.pieces = append(r.pieces, html) }

// read reads a piece.
func (r *inlineReader) read() {
	rest := r.text[r.pos:]
	switch rest[0] {
	case '\\':
		r.readBackslash(rest)
	case '`':
		r.readCode(rest)
	case '<':
		r.readAngle(rest)
	case '&':
		text, n := entity(rest)
		r.pos += n
		r.write(escape(text))
	case '*', '_':
		r.readRun()
	case '[':
		r.openBracket("[")
	case ']':
		r.closeBracket()
	case '\n':
		r.write(r.take(1))
	default:
		if strings.HasPrefix(rest, "![") {
			r.openBracket("![")
		} else {
			r.readText(rest)
		}
	}
}

// readText reads text up to the next sign that may mean something. Two spaces at the end of a line break it.
func (r *inlineReader) readText(rest string) {
	n := strings.IndexAny(rest[1:], "\\`<&*_![]\n") + 1
	if n == 0 {
		n = len(rest)
	}
	text := r.take(n)
	if r.pos == len(r.text) || r.text[r.pos] != '\n' {
		r.write(escape(text))
		return
	}
	line := strings.TrimRight(text, " ")
	r.write(escape(strings.TrimRight(line, "\t ")))
	if len(text)-len(line) >= 2 {
		r.write("<br>")
	}
}

// readBackslash reads a sign that is meant as it is, or the end of a line that breaks it.
func (r *inlineReader) readBackslash(rest string) {
	switch {
	case len(rest) > 1 && rest[1] == '\n':
		r.pos++
		r.write("<br>")
	case len(rest) > 1 && isPunctuation(rest[1]):
		r.write(escape(r.take(2)[1:]))
	default:
		r.write(r.take(1))
	}
}

// readCode reads what stands between equally many backticks.
func (r *inlineReader) readCode(rest string) {
	n := countTicks(rest)
	start := r.pos + n
	if r.lastTicks(n) < start {
		r.write(r.take(n))
		return
	}
	// There is an end: it is the first run of that length.
	end := start
	for {
		end += strings.IndexByte(r.text[end:], '`')
		m := countTicks(r.text[end:])
		if m == n {
			break
		}
		end += m
	}
	code := strings.ReplaceAll(r.text[start:end], "\n", " ")
	if code[0] == ' ' && code[len(code)-1] == ' ' && strings.Trim(code, " ") != "" {
		code = code[1 : len(code)-1]
	}
	r.pos = end + n
	r.write("<code>" + escape(code) + "</code>")
}

func countTicks(text string) int { return len(text) - len(strings.TrimLeft(text, "`")) }

// lastTicks returns where the last run of so many backticks is, 0 if there is none.
func (r *inlineReader) lastTicks(n int) int {
	if r.ticks == nil {
		r.ticks = map[int]int{}
		for i := 0; i < len(r.text); i++ {
			if length := countTicks(r.text[i:]); length > 0 {
				r.ticks[length] = i
				i += length
			}
		}
	}
	return r.ticks[n]
}

// readAngle reads a link, a tag or a comment.
func (r *inlineReader) readAngle(rest string) {
	if html, n := autolink(rest); n > 0 {
		r.pos += n
		r.write(html)
		return
	}
	n := tagLength(rest)
	for _, special := range specialTags {
		// What had no end once has none from there on.
		if n == 0 && special.begins(rest) && !r.endless[special] {
			if n = special.length(rest); n == 0 {
				if r.endless == nil {
					r.endless = map[specialTag]bool{}
				}
				r.endless[special] = true
			}
		}
	}
	if n > 0 {
		r.write(r.take(n))
		return
	}
	r.write(escape(r.take(1)))
}

// entity returns the character that a text begins with by name or number, "&" if it does not, and the length of that.
func entity(text string) (char string, length int) {
	const longestName = 33
	end := strings.IndexByte(text[:min(len(text), longestName)], ';')
	if end < 0 {
		return "&", 1
	}
	name := text[1:end]
	if number, ok := strings.CutPrefix(name, "#"); ok {
		char, ok = numbered(number)
		if !ok {
			return "&", 1
		}
		return char, end + 1
	}
	char = html.UnescapeString(text[:end+1])
	if char == text[:end+1] || char != ";" && strings.HasSuffix(char, ";") { // perhaps something is known that the name begins with
		return "&", 1
	}
	return char, end + 1
}

// numbered returns the character with a number, which may be hexadecimal.
func numbered(number string) (char string, ok bool) {
	base, digits, longest := 10, number, 7
	if number != "" && (number[0] == 'x' || number[0] == 'X') {
		base, digits, longest = 16, number[1:], 6
	}
	code, err := strconv.ParseUint(digits, base, 32)
	if err != nil || len(digits) > longest {
		return "", false
	}
	if code == 0 {
		code = utf8.RuneError
	}
	return string(rune(code)), true
}

// unescaped returns a target of a link without backslashes and names of characters.
func unescaped(text string) string {
	if !strings.ContainsAny(text, "\\&") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && isPunctuation(text[i+1]):
			i++
			b.WriteByte(text[i])
		case text[i] == '&':
			char, n := entity(text[i:])
			b.WriteString(char)
			i += n - 1
		default:
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

func escape(text string) string { return html.EscapeString(text) }

// isPunctuation reports whether a backslash in front of a byte takes its meaning away.
func isPunctuation(c byte) bool { return c > ' ' && c < utf8.RuneSelf-1 && !isAlphanumeric(c) }
