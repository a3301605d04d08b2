package markdown

import (
	"html"
	"strings"
	"unicode/utf8"
)

// This file implements links and images: brackets, and the target behind them or elsewhere.
//
//	[text](target "title")   [text][label]   [label][]   [label]   ![text of an image](target)
//
// A "[" is remembered together with what was written before it. The "]" that belongs to it decides: with a target, what has been
// written since is the text of a link; else both are text. A link has no links in its text.

// bracket is "[" or "![" that may be the beginning of a link.
type bracket struct {
	image bool
	pos   int // of "[" in the text
	piece int // what was written for it
	run   int // how many runs of marks there were before it
}

func (r *inlineReader) openBracket(sign string) {
	r.brackets = append(r.brackets, bracket{len(sign) == 2, r.pos + len(sign) - 1, len(r.pieces), len(r.runs)})
	r.write(r.take(len(sign)))
}

func (r *inlineReader) closeBracket() {
	closing := r.pos
	r.pos++
	last := len(r.brackets) - 1
	if last < 0 {
		r.write("]")
		return
	}
	b := r.brackets[last]
	r.brackets = r.brackets[:last]
	linked := last < r.linked && !b.image
	r.linked = min(r.linked, last)
	if linked {
		r.write("]")
		return
	}
	target, n, ok := r.target(b, closing)
	if !ok {
		r.write("]")
		return
	}
	r.pos += n
	if b.image { // it would have to be loaded
		r.pieces, r.runs = r.pieces[:b.piece], r.runs[:b.run]
		return
	}
	r.emphasize(b.run)
	r.pieces[b.piece] = linkTo(target)
	r.write("</a>")
	r.linked = last
}

func linkTo(target string) string { return `<a href="` + html.EscapeString(encoded(target)) + `">` }

// target returns where a link leads, and the length of what says so behind the closing bracket.
func (r *inlineReader) target(b bracket, closing int) (target string, length int, ok bool) {
	after := r.text[closing+1:]
	if target, n, ok := inlineTarget(after); ok {
		return target, n, true
	}
	label, n := scanLabel(after)
	if n <= len("[]") {
		var own int
		label, own = scanLabel(r.text[b.pos:])
		if own != closing+1-b.pos {
			return "", 0, false
		}
	}
	target, ok = r.targets.of(label)
	return target, n, ok
}

// inlineTarget reads a target, and a title perhaps, between parentheses.
func inlineTarget(text string) (target string, length int, ok bool) {
	if !strings.HasPrefix(text, "(") {
		return "", 0, false
	}
	rest := skipSpace(text[1:])
	target, n, ok := scanTarget(rest)
	if !ok {
		return "", 0, false
	}
	rest = rest[n:]
	if title := skipSpace(rest); len(title) < len(rest) {
		rest = title[scanTitle(title):]
	}
	rest = skipSpace(rest)
	return target, len(text) - len(rest) + 1, strings.HasPrefix(rest, ")")
}

// scanLabel reads a label between brackets. The length is 0 if there is none.
func scanLabel(text string) (label string, length int) {
	const longestLabel = 999
	if !strings.HasPrefix(text, "[") {
		return "", 0
	}
	for i := 1; i < len(text) && i <= longestLabel+1; i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			return "", 0
		case ']':
			return text[1:i], i + 1
		}
	}
	return "", 0
}

// scanTarget reads a target between angle brackets, or up to white space. The latter may hold parentheses in pairs, and be empty
// with a length of 0.
func scanTarget(text string) (target string, length int, ok bool) {
	if !strings.HasPrefix(text, "<") {
		n := bareTarget(text)
		return unescaped(text[:n]), n, n >= 0
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '<', '\n':
			return "", 0, false
		case '>':
			return unescaped(text[1:i]), i + 1, true
		}
	}
	return "", 0, false
}

// bareTarget returns the length of a target without brackets.
func bareTarget(text string) int {
	const deepestParentheses = 32
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && isPunctuation(text[i+1]):
			i++
		case c == '(' && depth < deepestParentheses:
			depth++
		case c == ')' && depth > 0:
			depth--
		case c == ')', c == '(', c <= ' ', c == '\x7f':
			return i
		}
	}
	return len(text)
}

// scanTitle returns the length of a title with its quotes or parentheses, 0 if there is none.
func scanTitle(text string) int {
	if text == "" || strings.IndexByte(`"'(`, text[0]) < 0 {
		return 0
	}
	closing := text[0]
	if closing == '(' {
		closing = ')'
	}
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == closing:
			return i + 1
		case c == '(' && closing == ')':
			return 0
		}
	}
	return 0
}

// autolink reads an address between angle brackets. The length is 0 if there is none.
func autolink(text string) (html string, length int) {
	end := 1
	for end < len(text) && text[end] > ' ' && text[end] != '<' && text[end] != '>' && text[end] != '\x7f' {
		end++
	}
	if end == len(text) || text[end] != '>' {
		return "", 0
	}
	switch address := text[1:end]; {
	case hasScheme(address):
		return linkTo(address) + escape(address) + "</a>", end + 1
	case isMailbox(address):
		return linkTo("mailto:"+address) + escape(address) + "</a>", end + 1
	}
	return "", 0
}

func hasScheme(address string) bool {
	scheme, _, ok := strings.Cut(address, ":")
	if !ok || len(scheme) < 2 || len(scheme) > 32 || !isLetter(scheme[0]) {
		return false
	}
	for i := range len(scheme) {
		if !isAlphanumeric(scheme[i]) && strings.IndexByte("+.-", scheme[i]) < 0 {
			return false
		}
	}
	return true
}

func isMailbox(address string) bool {
	user, host, ok := strings.Cut(address, "@")
	if !ok || user == "" {
		return false
	}
	for i := range len(user) {
		if !isAlphanumeric(user[i]) && strings.IndexByte(".!#$%&'*+/=?^_`{|}~-", user[i]) < 0 {
			return false
		}
	}
	for name := range strings.SplitSeq(host, ".") {
		if name == "" || len(name) > 63 || name[0] == '-' || name[len(name)-1] == '-' {
			return false
		}
		for i := range len(name) {
			if !isAlphanumeric(name[i]) && name[i] != '-' {
				return false
			}
		}
	}
	return true
}

// encoded returns a target with its characters that are not for URLs as the numbers of their bytes.
func encoded(target string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(target) {
		c := target[i]
		if c > ' ' && c < utf8.RuneSelf-1 && strings.IndexByte("\"<>[\\]^`{|}", c) < 0 && (c != '%' || isEncoded(target[i:])) {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return b.String()
}

// isEncoded reports whether a text begins with a byte's number.
func isEncoded(text string) bool {
	const digits = "0123456789abcdefABCDEF"
	return len(text) > 2 && strings.IndexByte(digits, text[1]) >= 0 && strings.IndexByte(digits, text[2]) >= 0
}

func skipSpace(text string) string { return strings.TrimLeft(text, " \t\n") }

func isBlankText(text string) bool { return skipSpace(text) == "" }
