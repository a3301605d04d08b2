package script

// This file implements the lexer that cuts code into logical lines.
//
// It follows strings, comments, brackets and backslashes just far enough to know where a logical line ends, and notes
// on the way what assembling needs to know of the line: its first word, whether it ends in a colon, where reserved
// words stand, and how deep its syntax tree can become. Whether the line makes sense is left to the upstream parser.
//
// Code arrives in fragments: runs of bytes of a file, with a line break implied between one and the next. A .star file
// is one fragment; in
//
//	#@ x = [1,
//	#@      2]
//
// the texts after the markers are two.

const (
	// maxBrackets is how many brackets may be open at once. The upstream parser has a limit of its own, lower for
	// most code; this one bounds the lexer's memory.
	maxBrackets = 1000
	// maxNest bounds the depth of a logical line's syntax tree: chains such as 1+1+1+… or f()()()… nest as deep as
	// they are long, and later stages walk the tree recursively.
	maxNest = 20_000
)

// token is a run of bytes of the file.
type token struct{ start, end int32 }

// bracket is one that is open.
type bracket struct {
	char  byte
	at    int32
	outer nest // what encloses it
}

// nest measures how deep the syntax tree can be at most.
type nest struct {
	before int // of the elements before the last comma
	since  int // of the element since then: every token adds a level
}

func (n nest) depth() int { return max(n.before, n.since) }

// lexer is the state within a logical line, and what is known of that line so far. The zero lexer is at the start of
// one.
type lexer struct {
	brackets []bracket
	floor    int  // how many of the brackets are not to be closed by the code
	quote    byte // of the string that is open; 0: none
	triple   bool // that string is triple-quoted
	escaped  bool // in that string, the next byte is taken literally
	joined   bool // a backslash joins the next fragment

	first     token // no token: start == end
	firstWord bool  // first is an identifier or a keyword
	last      token // for an open string, up to what was read
	colon     bool  // last is a colon outside of brackets
	anyColon  bool  // there is a colon outside of brackets
	comment   token // behind last; start == end: none
	sugar     bool  // "/end" behind the first word is no token but part of it
	spelled   bool  // there is what the parser would misread, see spelling.go
	fault     fault // the first
	nest      nest
}

// fault is a problem that upstream does not see, or not in time.
type fault struct {
	kind faultKind
	token
	opener bracket // innermost bracket of the code that is open there; at < 0: none
}

type faultKind byte

const (
	noFault faultKind = iota
	endWord           // "end" that is not the first token
	passWord
	nulByte // outside of strings: upstream takes it for the end of the text
	closer  // closing bracket that closes nothing
	tooDeep
)

// reset makes the lexer ready for the next logical line; it keeps allocated memory.
func (l *lexer) reset() {
	*l = lexer{brackets: l.brackets[:0]}
}

func (l *lexer) found(kind faultKind, t token) {
	if l.fault.kind == noFault {
		l.fault = fault{kind: kind, token: t, opener: bracket{at: -1}}
		if n := len(l.brackets); n > l.floor {
			l.fault.opener = l.brackets[n-1]
		}
	}
}

// empty reports whether the line has no tokens yet.
func (l *lexer) empty() bool { return l.first.start == l.first.end }

// open reports whether the line goes on in the next fragment.
func (l *lexer) open() bool { return l.quote != 0 || l.joined || len(l.brackets) > 0 }

// feed reads a fragment that begins at offset base of the file. It returns how much of it belongs to the logical line,
// the final line break included, and whether the line is complete; if not, all of the fragment was read.
func (l *lexer) feed(text string, base int32) (n int, complete bool) {
	l.joined = false
	i := 0
	for i < len(text) {
		if l.quote != 0 {
			i = l.string(text, i, base)
			continue
		}
		switch c := text[i]; {
		case c == ' ' || c == '\t':
			i++
		case c == '\n' || c == '\r':
			i += lineBreak(text, i)
			if len(l.brackets) == 0 && !l.empty() {
				return i, true
			}
		case c == '#':
			i = l.skipComment(text, i, base)
		case c == '\\':
			i = l.backslash(text, i, base)
		case isWordByte(c):
			i = l.word(text, i, base)
		default:
			i = l.punctuation(text, i, base)
		}
	}
	l.spelled = l.spelled || l.quote != 0
	if l.quote != 0 && !l.triple && !l.escaped {
		l.quote = 0 // not closed on its line: upstream's to report
	}
	l.escaped = false
	return i, !l.open() && !l.empty()
}

// lineBreak returns the length of the line break at i: upstream ends lines at \n, \r\n and \r.
func lineBreak(text string, i int) int {
	if text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n' {
		return 2
	}
	return 1
}

// add counts the token in text[i:j].
func (l *lexer) add(base int32, i, j int) {
	t := token{base + int32(i), base + int32(j)}
	if l.empty() {
		l.first = t
	}
	l.last = t
	l.colon = false
	l.comment = token{}
	l.nest.since++
	if l.nest.since > maxNest {
		l.found(tooDeep, l.last)
	}
}

func (l *lexer) skipComment(text string, i int, base int32) int {
	j := i
	for j < len(text) && text[j] != '\n' && text[j] != '\r' {
		if text[j] == 0 {
			l.found(nulByte, token{base + int32(j), base + int32(j+1)})
		}
		j++
	}
	l.comment = token{base + int32(i), base + int32(j)}
	return j
}

func (l *lexer) backslash(text string, i int, base int32) int {
	switch {
	case i+1 == len(text):
		l.joined = true
		return i + 1
	case text[i+1] == '\n' || text[i+1] == '\r':
		i++
		return i + lineBreak(text, i)
	}
	l.add(base, i, i+1)
	return i + 1
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

// word reads an identifier, a keyword or a number.
func (l *lexer) word(text string, i int, base int32) int {
	j := i + 1
	for j < len(text) && isWordByte(text[j]) {
		j++
	}
	firstToken := l.empty()
	l.add(base, i, j)
	if firstToken {
		l.firstWord = true
	}
	switch text[i:j] {
	case "end":
		if !firstToken && !(l.sugar && l.last.start == l.first.end+1) {
			l.found(endWord, l.last)
		}
	case "pass":
		l.found(passWord, l.last)
	case "async", "await":
		l.spelled = true
	}
	return j
}

// string reads the rest of a string from i on, as far as the fragment has it.
func (l *lexer) string(text string, i int, base int32) int {
	for i < len(text) {
		c := text[i]
		switch {
		case l.escaped:
			l.escaped = false
			if c == '\r' {
				i += lineBreak(text, i) - 1
			}
		case c == '\\':
			l.escaped, l.spelled = true, true
		case c == l.quote && !l.triple:
			l.quote = 0
		case c == l.quote && l.triple && i+2 < len(text) && text[i+1] == c && text[i+2] == c:
			l.quote = 0
			i += 2
		case (c == '\n' || c == '\r') && !l.triple:
			l.quote = 0 // not closed on its line: upstream's to report
			l.last.end = base + int32(i)
			return i
		case c == '\n' || c == '\r':
			l.spelled = true
		}
		i++
		if l.quote == 0 {
			break
		}
	}
	l.last.end = base + int32(i)
	return i
}

// punctuation reads everything that is no word, beginnings of strings included.
func (l *lexer) punctuation(text string, i int, base int32) int {
	c := text[i]
	j := i + 1
	if (c == '"' || c == '\'') && len(text) >= i+3 && text[i+1] == c && text[i+2] == c {
		j = i + 3
	}
	l.add(base, i, j)
	switch c {
	case 0:
		l.found(nulByte, l.last)
	case '"', '\'':
		l.quote, l.triple = c, j == i+3
	case '(', '[', '{':
		l.openBracket(c)
	case ')', ']', '}':
		l.closeBracket()
	case ',', ';':
		l.nest = nest{before: l.nest.depth()}
	case ':':
		l.colon = len(l.brackets) == 0
		l.anyColon = l.anyColon || l.colon
	}
	return j
}

func (l *lexer) openBracket(c byte) {
	if len(l.brackets) == maxBrackets {
		l.found(tooDeep, l.last)
		return
	}
	l.brackets = append(l.brackets, bracket{c, l.last.start, l.nest})
	l.nest = nest{}
}

// closeBracket closes the innermost bracket, whatever its kind: upstream reports the wrong kind.
func (l *lexer) closeBracket() {
	if len(l.brackets) == l.floor {
		l.found(closer, l.last)
		return
	}
	inner := l.nest.depth()
	n := len(l.brackets) - 1
	l.nest = l.brackets[n].outer
	l.nest.since = max(l.nest.since, inner) + 1
	if l.nest.since > maxNest {
		l.found(tooDeep, l.last)
	}
	l.brackets = l.brackets[:n]
}

// Continuation tells, fragment after fragment, whether code goes on in the next one. The zero value is ready.
type Continuation struct{ lexer lexer }

// Open reports whether a line of code, joined to those before it that were open, leaves a bracket, a triple-quoted
// string or a final backslash open.
func (c *Continuation) Open(line string) bool {
	if !c.lexer.open() && cannotOpen(line) {
		c.lexer.reset()
		return false
	}
	for line != "" {
		n, complete := c.lexer.feed(line, 0)
		line = line[n:]
		if complete || c.lexer.fault.kind == tooDeep {
			c.lexer.reset()
		}
	}
	return c.lexer.open()
}

// cannotOpen reports whether a line has nothing in it that could make it go on: most have not, and need no lexer.
func cannotOpen(line string) bool {
	quotes := 0 // in a row
	for i := range len(line) {
		switch line[i] {
		case '(', '[', '{', '\\':
			return false
		case '"', '\'':
			if quotes++; quotes == 3 {
				return false
			}
			continue
		}
		quotes = 0
	}
	return true
}
