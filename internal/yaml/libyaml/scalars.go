package libyaml

import "strings"

// This file implements the tokens that consist of text: directives, names, tags, scalars.

// directive reads a line that starts with "%".
func (s *scanner) directive() {
	start := s.at
	s.skip(1)
	name := s.word()
	switch {
	case name == "":
		s.failScanning(start, "could not find expected directive name")
		return
	case !s.atBlank(0):
		s.failScanning(start, "found unexpected non-alphabetical character")
		return
	}
	t := token{start: start}
	switch name {
	case "YAML":
		t.kind = versionDirective
		t.text = s.version(start)
	case "TAG":
		t.kind = tagDirective
		t.text = s.tagDirective(start)
	default:
		s.giveUp()
	}
	s.skipSpace()
	s.endHeader(start)
	s.add(t)
}

// endHeader goes on in the next line. In this one there may be a comment.
func (s *scanner) endHeader(start mark) {
	if s.byteAt(0) == '#' {
		s.toLineEnd()
	}
	if !s.atEnd(0) && s.breakAt(0) == 0 {
		s.failScanning(start, "did not find expected comment or line break")
	}
	s.skipBreak()
}

// version reads two numbers with a "." between them.
func (s *scanner) version(start mark) string {
	s.skipSpace()
	from := s.at.offset
	s.number(start)
	if s.byteAt(0) != '.' {
		s.failScanning(start, "did not find expected digit or '.' character")
		return ""
	}
	s.skip(1)
	s.number(start)
	return s.text[from:s.at.offset]
}

func (s *scanner) number(start mark) {
	const longest = 2
	from := s.at.offset
	for c := s.byteAt(0); '0' <= c && c <= '9'; c = s.byteAt(0) {
		s.skip(1)
	}
	switch n := s.at.offset - from; {
	case n == 0:
		s.failScanning(start, "did not find expected version number")
	case n > longest:
		s.failScanning(start, "found extremely long version number")
	}
}

func (s *scanner) tagDirective(start mark) string {
	s.skipSpace()
	handle := s.handle(start, true)
	if !s.isSpace() {
		s.failScanning(start, "did not find expected whitespace")
	}
	s.skipSpace()
	s.uri(start, true)
	if !s.atBlank(0) {
		s.failScanning(start, "did not find expected whitespace or line break")
	}
	return handle
}

// word reads letters, digits, "_" and "-".
func (s *scanner) word() string {
	from := s.at.offset
	for isWord(s.byteAt(0)) {
		s.skip(1)
	}
	return s.text[from:s.at.offset]
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}

// name reads an anchor or an alias.
func (s *scanner) name(k kind) {
	s.expectKey()
	s.allowed = false
	start := s.at
	s.skip(1)
	name := s.word()
	if name == "" || !s.atBlank(0) && strings.IndexByte("?:,]}%@`", s.byteAt(0)) < 0 {
		s.failScanning(start, "did not find expected alphabetic or numeric character")
	}
	s.add(token{kind: k, start: start, text: name})
}

// tag reads "!<uri>", "!handle!rest", "!rest", or "!".
func (s *scanner) tag() {
	s.expectKey()
	s.allowed = false
	t := token{kind: tag, start: s.at}
	if s.byteAt(1) == '<' {
		s.skip(2)
		s.uri(t.start, true)
		if s.byteAt(0) != '>' {
			s.failScanning(t.start, "did not find the expected '>'")
		}
		s.skip(1)
	} else {
		handle := s.handle(t.start, false)
		named := len(handle) > 1 && strings.HasSuffix(handle, "!")
		s.uri(t.start, named)
		if named {
			t.text = handle
		}
	}
	if !s.atBlank(0) {
		s.failScanning(t.start, "did not find expected whitespace or line break")
	}
	s.add(t)
}

// handle reads "!", "!!" or "!name!"; without the last "!" it is the start of something else, which a directive cannot have.
func (s *scanner) handle(start mark, inDirective bool) string {
	const noHandle = "did not find expected '!'"
	from := s.at.offset
	if s.byteAt(0) != '!' {
		s.failScanning(start, noHandle)
		return ""
	}
	s.skip(1)
	name := s.word()
	switch {
	case s.byteAt(0) == '!':
		s.skip(1)
	case inDirective && name != "":
		s.failScanning(start, noHandle)
	}
	return s.text[from:s.at.offset]
}

// uri reads the rest of a tag. It may be missing where something stands in front of it.
func (s *scanner) uri(start mark, needed bool) {
	from := s.at.offset
	for c := s.byteAt(0); isWord(c) || c != 0 && strings.IndexByte(";/?:@&=+$,.!~*'()[]%", c) >= 0; c = s.byteAt(0) {
		if c == '%' {
			if !s.escapedOctets(start) {
				return
			}
			continue
		}
		s.skip(1)
	}
	if needed && s.at.offset == from {
		s.failScanning(start, "did not find expected tag URI")
	}
}

// escapedOctets reads a character of a tag that is written as "%" and two digits for each of its bytes.
func (s *scanner) escapedOctets(start mark) bool {
	for left, first := 1, true; left > 0; left-- {
		high, ok1 := hexDigit(s.byteAt(1))
		low, ok2 := hexDigit(s.byteAt(2))
		octet := byte(high<<4 | low)
		switch {
		case s.byteAt(0) != '%' || !ok1 || !ok2:
			s.failScanning(start, "did not find URI escaped octet")
			return false
		case first:
			if left = lengthOf(octet); left == 0 {
				s.failScanning(start, "found an incorrect leading UTF-8 octet")
				return false
			}
			first = false
		case octet&0xC0 != 0x80:
			s.failScanning(start, "found an incorrect trailing UTF-8 octet")
			return false
		}
		s.skip(3)
	}
	return true
}

// lengthOf returns how many bytes a character has that starts with one; 0 if none does.
func lengthOf(octet byte) int {
	switch {
	case octet&0x80 == 0:
		return 1
	case octet&0xE0 == 0xC0:
		return 2
	case octet&0xF0 == 0xE0:
		return 3
	case octet&0xF8 == 0xF0:
		return 4
	}
	return 0
}

func hexDigit(c byte) (int, bool) {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0'), true
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10, true
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10, true
	}
	return 0, false
}

// blockScalar reads a scalar that starts with "|" or ">".
func (s *scanner) blockScalar() {
	s.forgetKey()
	s.allowed = true
	t := token{kind: scalar, start: s.at}
	s.skip(1)
	more, ok := s.blockHeader(t.start)
	if !ok {
		return
	}
	s.skipSpace()
	s.endHeader(t.start)
	indent := 0
	if more > 0 {
		indent = max(s.indent, 0) + more
	}
	indent = s.blockBreaks(t.start, indent)
	for s.fault == nil && s.at.column == indent && !s.atEnd(0) {
		s.toLineEnd()
		s.skipBreak()
		s.blockBreaks(t.start, indent)
	}
	s.add(t)
}

// blockHeader reads the signs behind "|" or ">", and returns the indentation if it is among them.
func (s *scanner) blockHeader(start mark) (more int, ok bool) {
	chomped := false
	for range 2 {
		switch c := s.byteAt(0); {
		case (c == '+' || c == '-') && !chomped:
			chomped = true
			s.skip(1)
		case c == '0' && more == 0:
			s.failScanning(start, "found an indentation indicator equal to 0")
			return 0, false
		case '1' <= c && c <= '9' && more == 0:
			more = int(c - '0')
			s.skip(1)
		}
	}
	return more, true
}

// blockBreaks reads empty lines and the indentation of the next one. If the indentation is not known, it returns what it must be.
func (s *scanner) blockBreaks(start mark, indent int) int {
	deepest := 0
	for {
		for (indent == 0 || s.at.column < indent) && s.byteAt(0) == ' ' {
			s.skip(1)
		}
		deepest = max(deepest, s.at.column)
		if (indent == 0 || s.at.column < indent) && s.byteAt(0) == '\t' {
			s.failScanning(start, "found a tab character where an indentation space is expected")
			return indent
		}
		if s.breakAt(0) == 0 {
			break
		}
		s.skipBreak()
	}
	if indent == 0 {
		indent = max(deepest, s.indent+1, 1)
	}
	return indent
}

// quoted reads a scalar in quotes.
func (s *scanner) quoted(quote byte) {
	s.expectKey()
	s.allowed = false
	t := token{kind: scalar, start: s.at}
	s.skip(1)
	for s.fault == nil {
		switch c := s.byteAt(0); {
		case s.atDocumentMark("---") || s.atDocumentMark("..."):
			s.failScanning(t.start, "found unexpected document indicator")
		case s.atEnd(0):
			s.failScanning(t.start, "found unexpected end of stream")
		case s.breakAt(0) > 0:
			s.skipBreak()
		case c == '\'' && quote == c && s.byteAt(1) == c:
			s.skip(2)
		case c == quote:
			s.skip(1)
			s.add(t)
			return
		case c == '\\' && quote == '"':
			s.escape(t.start)
		default:
			s.skip(1)
		}
	}
}

// escape reads what starts with a backslash inside of double quotes.
func (s *scanner) escape(start mark) {
	s.skip(1)
	digits := 0
	switch c := s.byteAt(0); c {
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		if s.breakAt(0) > 0 {
			s.skipBreak()
			return
		}
		if c == 0 || strings.IndexByte("0abt\tnvfre \"'\\N_LP", c) < 0 {
			s.failScanning(start, "found unknown escape character")
		}
	}
	s.skip(1)
	code := 0
	for range digits {
		d, ok := hexDigit(s.byteAt(0))
		if !ok {
			s.failScanning(start, "did not find expected hexdecimal number")
			return
		}
		code = code<<4 | d
		s.skip(1)
	}
	if 0xD800 <= code && code <= 0xDFFF || code > 0x10FFFF {
		s.failScanning(start, "found invalid Unicode character escape code")
	}
}

// plain reads a scalar without quotes.
func (s *scanner) plain() {
	s.expectKey()
	s.allowed = false
	t := token{kind: scalar, start: s.at}
	newLine := false
	for {
		if s.atDocumentMark("---") || s.atDocumentMark("...") || s.byteAt(0) == '#' {
			break
		}
		from := s.at
		for !s.atBlank(0) && !s.endsPlain() {
			s.skip(1)
		}
		if s.at != from {
			newLine = false
		}
		if !s.isSpace() && s.breakAt(0) == 0 {
			break
		}
		for s.isSpace() || s.breakAt(0) > 0 {
			if newLine && s.at.column < s.indent+1 && s.byteAt(0) == '\t' {
				s.failScanning(t.start, "found a tab character that violates indentation")
				return
			}
			if s.isSpace() {
				s.skip(1)
				continue
			}
			s.skipBreak()
			newLine = true
		}
		if s.flow() == 0 && s.at.column < s.indent+1 {
			break
		}
	}
	if newLine {
		s.allowed = true
	}
	s.add(t)
}

// endsPlain reports whether a plain scalar ends in front of the character here.
func (s *scanner) endsPlain() bool {
	c := s.byteAt(0)
	return c == ':' && s.atBlank(1) || s.flow() > 0 && strings.IndexByte(",?[]{}", c) >= 0
}
