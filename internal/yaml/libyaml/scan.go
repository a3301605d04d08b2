package libyaml

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// This file implements the scanner: tokens, the indentation that makes block collections, and simple keys.
//
// A simple key is a token that may turn out to be a key, when a ":" follows. Then a token is put in front of it, after the fact;
// so tokens wait in a queue as long as that may happen to the first.

type kind uint8

const (
	none kind = iota // there are no more tokens, because of a fault
	streamEnd
	versionDirective
	tagDirective
	documentStart
	documentEnd
	blockSequenceStart
	blockMappingStart
	blockEnd
	flowSequenceStart
	flowSequenceEnd
	flowMappingStart
	flowMappingEnd
	blockEntry
	flowEntry
	key
	value
	alias
	anchor
	tag
	scalar
)

type token struct {
	kind  kind
	start mark
	text  string // a version, the name of an anchor or alias, the handle of a tag or tag directive
}

// simpleKey is a place that may turn out to be a key.
type simpleKey struct {
	possible bool
	required bool // it stands where nothing else than a key can
	token    int  // number of the token, counted from the start of the text; not smaller in inner collections
	at       mark
	lost     bool // the queue does not wait for it: the port that people use forgets about empty flow collections
}

const (
	maxDepth      = 10_000 // of collections
	maxKey        = 1024   // characters that a simple key may have
	lookahead     = 4      // characters that are looked at together
	noKeyYet      = "could not find expected ':'"
	tooDeep       = "exceeded max depth of 10000"
	byteOrderMark = "\ufeff"
)

type scanner struct {
	text  string
	at    mark
	fault *Fault

	queue []token
	taken int // tokens taken from the queue
	ended bool

	indent  int // column of the block collection around, -1 outside
	indents []int
	keys    []simpleKey // one for each level of flow collections, and one for the block around
	allowed bool        // a simple key may start here
}

func newScanner(text string) *scanner {
	return &scanner{text: strings.TrimPrefix(text, byteOrderMark), indent: -1, keys: make([]simpleKey, 1), allowed: true}
}

// peek returns the next token.
func (s *scanner) peek() token {
	for s.fault == nil && (len(s.queue) == 0 || s.mayBeKey()) && !s.ended {
		s.fetch()
	}
	if s.fault != nil || len(s.queue) == 0 {
		return token{kind: none}
	}
	return s.queue[0]
}

// take removes the token that was peeked at. There is none after a fault.
func (s *scanner) take() {
	if s.peek().kind != none {
		s.queue = s.queue[1:]
		s.taken++
	}
}

// mayBeKey reports whether the first token of the queue may turn out to be a key.
func (s *scanner) mayBeKey() bool {
	i, found := slices.BinarySearchFunc(s.keys, s.taken, func(k simpleKey, number int) int { return k.token - number })
	return found && !s.keys[i].lost && s.stillPossible(&s.keys[i])
}

// stillPossible reports whether something may still turn out to be a key: they stand on one line, and are not long.
func (s *scanner) stillPossible(k *simpleKey) bool {
	if k.possible && (k.at.line < s.at.line || k.at.offset+maxKey < s.at.offset) {
		if k.required {
			s.failScanning(k.at, noKeyYet)
		}
		k.possible = false
	}
	return k.possible
}

func (s *scanner) flow() int           { return len(s.keys) - 1 }
func (s *scanner) current() *simpleKey { return &s.keys[len(s.keys)-1] }

// expectKey notes that a simple key may start here.
func (s *scanner) expectKey() {
	if !s.allowed {
		return
	}
	s.forgetKey()
	*s.current() = simpleKey{
		possible: true, required: s.flow() == 0 && s.indent == s.at.column, token: s.taken + len(s.queue), at: s.at,
	}
}

// forgetKey notes that what may have been a simple key is none.
func (s *scanner) forgetKey() {
	if k := s.current(); k.possible && k.required {
		s.failScanning(k.at, noKeyYet)
	}
	s.current().possible = false
}

// open starts a block collection, unless the one around is in this column. Its token goes to a place of the queue.
func (s *scanner) open(column int, at mark, k kind, place int) {
	if s.flow() > 0 || s.indent >= column {
		return
	}
	s.indents = append(s.indents, s.indent)
	s.indent = column
	if len(s.indents) > maxDepth {
		s.failScanning(at, tooDeep)
	}
	s.insert(place, token{kind: k, start: at})
}

// closeTo ends the block collections that are indented further than a column.
func (s *scanner) closeTo(column int) {
	for s.flow() == 0 && s.indent > column {
		s.add(token{kind: blockEnd, start: s.at})
		s.indent = s.indents[len(s.indents)-1]
		s.indents = s.indents[:len(s.indents)-1]
	}
}

func (s *scanner) add(t token) { s.queue = append(s.queue, t) }

func (s *scanner) insert(place int, t token) {
	s.queue = append(s.queue, token{})
	copy(s.queue[place+1:], s.queue[place:])
	s.queue[place] = t
}

// fetch adds one token of the text, and those of collections that it starts or ends.
func (s *scanner) fetch() {
	s.toToken()
	s.closeTo(s.at.column)
	c := s.byteAt(0)
	switch {
	case s.atEnd(0):
		s.endStream()
	case s.at.column == 0 && c == '%':
		s.leaveBlocks()
		s.directive()
	case s.atDocumentMark("---"):
		s.leaveBlocks()
		s.indicator(documentStart, 3)
	case s.atDocumentMark("..."):
		s.leaveBlocks()
		s.indicator(documentEnd, 3)
	case c == '[':
		s.openFlow(flowSequenceStart)
	case c == '{':
		s.openFlow(flowMappingStart)
	case c == ']':
		s.closeFlow(flowSequenceEnd)
	case c == '}':
		s.closeFlow(flowMappingEnd)
	case c == ',':
		s.forgetKey()
		s.allowed = true
		s.indicator(flowEntry, 1)
	case c == '-' && s.atBlank(1):
		s.startBlock("block sequence entries are not allowed in this context", blockSequenceStart)
		s.forgetKey()
		s.allowed = true
		s.indicator(blockEntry, 1)
	case c == '?' && (s.flow() > 0 || s.atBlank(1)):
		s.startBlock("mapping keys are not allowed in this context", blockMappingStart)
		s.forgetKey()
		s.allowed = s.flow() == 0
		s.indicator(key, 1)
	case c == ':' && (s.flow() > 0 || s.atBlank(1)):
		s.value()
	case c == '*':
		s.name(alias)
	case c == '&':
		s.name(anchor)
	case c == '!':
		s.tag()
	case (c == '|' || c == '>') && s.flow() == 0:
		s.blockScalar()
	case c == '\'' || c == '"':
		s.quoted(c)
	case s.startsPlain(c):
		s.plain()
	default:
		s.failScanning(s.at, "found character that cannot start any token")
	}
}

// startsPlain reports whether a plain scalar starts here.
func (s *scanner) startsPlain(c byte) bool {
	switch {
	case s.atBlank(0):
		return false
	case c == '-':
		return s.byteAt(1) != ' ' && s.byteAt(1) != '\t'
	case c == '?' || c == ':':
		return s.flow() == 0 && !s.atBlank(1)
	}
	return strings.IndexByte(",[]{}#&*!|>'\"%@`", c) < 0
}

func (s *scanner) endStream() {
	if s.at.column > 0 {
		s.at.column = 0
		s.at.line++
	}
	s.leaveBlocks()
	s.add(token{kind: streamEnd, start: s.at})
	s.ended = true
}

// leaveBlocks ends all block collections, as documents and what is between them do.
func (s *scanner) leaveBlocks() {
	s.closeTo(-1)
	s.forgetKey()
	s.allowed = false
}

// indicator adds a token of so many characters.
func (s *scanner) indicator(k kind, length int) {
	s.add(token{kind: k, start: s.at})
	s.skip(length)
}

func (s *scanner) openFlow(k kind) {
	s.expectKey()
	s.keys = append(s.keys, simpleKey{token: s.taken + len(s.queue)})
	if s.flow() > maxDepth {
		s.failScanning(s.current().at, tooDeep)
	}
	s.allowed = true
	s.indicator(k, 1)
}

func (s *scanner) closeFlow(k kind) {
	s.forgetKey()
	if s.flow() > 0 {
		inner := *s.current()
		s.keys = s.keys[:len(s.keys)-1]
		s.current().lost = inner.token == s.current().token
	}
	s.allowed = false
	s.indicator(k, 1)
}

// startBlock starts a block collection for an indicator, which must stand where a simple key could.
func (s *scanner) startBlock(otherwise string, k kind) {
	if s.flow() > 0 {
		return
	}
	if !s.allowed {
		s.failScanning(s.at, otherwise)
	}
	s.open(s.at.column, s.at, k, len(s.queue))
}

// value reads ":", which makes what stands before it a key.
func (s *scanner) value() {
	if k := s.current(); s.stillPossible(k) {
		place := max(k.token-s.taken, 0)
		s.insert(place, token{kind: key, start: k.at})
		s.open(k.at.column, k.at, blockMappingStart, place)
		k.possible = false
		s.allowed = false
	} else {
		s.startBlock("mapping values are not allowed in this context", blockMappingStart)
		s.allowed = s.flow() == 0
	}
	s.indicator(value, 1)
}

// toToken skips white space, comments and the ends of lines.
func (s *scanner) toToken() {
	for {
		if s.at.column == 0 && strings.HasPrefix(s.text[s.at.offset:], byteOrderMark) {
			s.skip(1)
		}
		for s.byteAt(0) == ' ' || s.byteAt(0) == '\t' && (s.flow() > 0 || !s.allowed) {
			s.skip(1)
		}
		if s.byteAt(0) == '#' {
			s.toLineEnd()
		}
		if s.breakAt(0) == 0 {
			return
		}
		s.skipBreak()
		if s.flow() == 0 {
			s.allowed = true
		}
	}
}

// byteAt returns a byte further on; 0 at the end.
func (s *scanner) byteAt(n int) byte {
	if i := s.at.offset + n; i < len(s.text) {
		return s.text[i]
	}
	return 0
}

func (s *scanner) atEnd(n int) bool { return s.at.offset+n >= len(s.text) }

// breakAt returns the length of the line break further on, in bytes; 0 if there is none.
func (s *scanner) breakAt(n int) int {
	rest := s.text[min(s.at.offset+n, len(s.text)):]
	switch s.byteAt(n) {
	case '\n':
		return 1
	case '\r':
		if strings.HasPrefix(rest, "\r\n") {
			return 2
		}
		return 1
	case '\xc2', '\xe2':
		for _, br := range []string{"\u0085", "\u2028", "\u2029"} {
			if strings.HasPrefix(rest, br) {
				return len(br)
			}
		}
	}
	return 0
}

// atBlank reports whether there is white space, a line break or the end further on.
func (s *scanner) atBlank(n int) bool {
	c := s.byteAt(n)
	return c == ' ' || c == '\t' || s.atEnd(n) || s.breakAt(n) > 0
}

func (s *scanner) isSpace() bool { return s.byteAt(0) == ' ' || s.byteAt(0) == '\t' }

// atDocumentMark reports whether a line here starts with a mark of documents.
func (s *scanner) atDocumentMark(m string) bool {
	return s.at.column == 0 && strings.HasPrefix(s.text[s.at.offset:], m) && s.atBlank(len(m))
}

// skip skips characters of a line.
func (s *scanner) skip(n int) {
	for ; n > 0 && !s.atEnd(0); n-- {
		_, size := utf8.DecodeRuneInString(s.text[s.at.offset:])
		s.at.offset += size
		s.at.column++
	}
}

func (s *scanner) skipSpace() {
	for s.isSpace() {
		s.skip(1)
	}
}

// skipBreak skips a line break, if there is one.
func (s *scanner) skipBreak() {
	if n := s.breakAt(0); n > 0 {
		s.at = mark{offset: s.at.offset + n, line: s.at.line + 1}
	}
}

// toLineEnd goes to the end of the line.
func (s *scanner) toLineEnd() {
	for !s.atEnd(0) && s.breakAt(0) == 0 {
		s.skip(1)
	}
}
