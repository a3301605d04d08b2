package markdown

import "strings"

// This file implements the HTML that may stand in a text: how long a tag is, a comment, and the like. (sanitize.go decides what
// becomes of it.)

// specialTag is something between angle brackets that is no tag of an element.
type specialTag struct{ start, end string }

// specialTags are in the order in which they are to be looked for.
var specialTags = []specialTag{
	{"<!--", "-->"},
	{"<?", "?>"},
	{"<![CDATA[", "]]>"},
	{"<!", ">"}, // and a letter
}

func (s specialTag) begins(text string) bool {
	after, ok := strings.CutPrefix(text, s.start)
	return ok && (s.start != "<!" || after != "" && isLetter(after[0]))
}

// length returns the length of the whole that a text begins with, 0 if there is no end.
func (s specialTag) length(text string) int {
	from := len(s.start)
	if s.start == "<!--" {
		from -= 2 // "<!-->" is a comment
	}
	if at := strings.Index(text[from:], s.end); at >= 0 {
		return from + at + len(s.end)
	}
	return 0
}

// tagLength returns the length of the tag that a text begins with, 0 if there is none.
func tagLength(text string) int {
	s := tagScanner{rest: text[1:]}
	closing := s.take("/")
	if s.rest == "" || !isLetter(s.rest[0]) {
		return 0
	}
	s.skip(func(c byte) bool { return isAlphanumeric(c) || c == '-' })
	if closing {
		s.skipSpace()
	} else if !s.attributes() {
		return 0
	}
	if !s.take(">") {
		return 0
	}
	return len(text) - len(s.rest)
}

type tagScanner struct{ rest string }

func (s *tagScanner) take(part string) (ok bool) {
	s.rest, ok = strings.CutPrefix(s.rest, part)
	return ok
}

// skip goes behind all bytes of a kind and returns how many there are.
func (s *tagScanner) skip(is func(byte) bool) int {
	n := 0
	for n < len(s.rest) && is(s.rest[n]) {
		n++
	}
	s.rest = s.rest[n:]
	return n
}

func (s *tagScanner) skipSpace() bool { return s.skip(isSpace) > 0 }

// attributes reads what stands between the name of an element and ">".
func (s *tagScanner) attributes() bool {
	for {
		space := s.skipSpace()
		if s.rest == "" || s.rest[0] == '>' || s.take("/") {
			return true
		}
		if c := s.rest[0]; !space || !isLetter(c) && c != '_' && c != ':' {
			return false
		}
		s.skip(func(c byte) bool { return isAlphanumeric(c) || strings.IndexByte("_.:-", c) >= 0 })
		if !s.value() {
			return false
		}
	}
}

// value reads "=" and the value of an attribute, which need not be there.
func (s *tagScanner) value() bool {
	before := s.rest
	s.skipSpace()
	if !s.take("=") {
		s.rest = before
		return true
	}
	s.skipSpace()
	for _, mark := range []string{`"`, `'`} {
		if s.take(mark) {
			_, after, ok := strings.Cut(s.rest, mark)
			s.rest = after
			return ok
		}
	}
	return s.skip(func(c byte) bool { return !isSpace(c) && strings.IndexByte("\"'=<>`", c) < 0 }) > 0
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isAlphanumeric(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' }
