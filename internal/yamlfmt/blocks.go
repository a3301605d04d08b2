package yamlfmt

// This file implements what the layout knows of code. Comments that hold code go with the node that follows, so that an
// "end" would stand where the next node does, often far to the left of what it closes. It is therefore put below the
// header of its block:
//
//	a:
//	  #@ if x:
//	  b: 1
//	  #@ end         goes with c
//	c: 2
//
// Nothing depends on the columns of comments: code that this file misunderstands looks odd, and means the same.

import (
	"strings"

	"ytt/internal/directive"
	"ytt/internal/script"
	"ytt/internal/yaml"
)

// role is what a comment is for the layout.
type role uint8

const (
	remark role = iota // for readers only
	code               // code, values and annotations, but for
	header             // the line that ends the header of a block,
	branch             // the line of an else or elif,
	end                // and the line of an end
)

// rolesOf returns the roles of all comments of a file.
func rolesOf(f *yaml.File) []role {
	roles := make([]role, len(f.Comments))
	var goesOn script.Continuation
	open, word := false, "" // the first word of the line of code that is open
	for i, c := range f.Comments {
		d := directive.Parse(f, c)
		switch {
		case d.Kind == directive.Remark || d.Kind == directive.Unknown:
			continue
		case d.Kind != directive.Code || c.Inline:
			roles[i] = code
			continue
		}
		line := strings.TrimSpace(d.Body.Text())
		if !open {
			word = firstWord(line)
		}
		open = goesOn.Open(line + "\n")
		roles[i] = roleOf(word, line, open)
	}
	return roles
}

// roleOf returns the role of the last line of a statement that begins with a word.
func roleOf(word, line string, open bool) role {
	if word == "end" {
		return end
	}
	line, _, _ = strings.Cut(line, " #")
	if open || !strings.HasSuffix(strings.TrimRight(line, " \t"), ":") {
		return code
	}
	switch word {
	case "if", "for", "while", "def":
		return header
	case "else", "elif":
		return branch
	}
	return code
}

// firstWord returns the letters and "/" in front.
func firstWord(line string) string {
	n := strings.IndexFunc(line, func(r rune) bool { return (r < 'a' || 'z' < r) && r != '/' })
	if n < 0 {
		return line
	}
	return line[:n]
}

// commentColumn returns the column for the next comment, which goes above a node at a column of its own.
func (p *printer) commentColumn(column int) int {
	switch role, n := p.roles[p.next], len(p.blocks); role {
	case header:
		p.blocks = append(p.blocks, column)
	case branch, end:
		if n == 0 {
			break
		}
		// Not further to the right than the node above, which may be a block scalar.
		column = min(p.blocks[n-1], p.lastColumn)
		if role == end {
			p.blocks = p.blocks[:n-1]
		}
	}
	return column
}

// standsAlone reports whether empty lines part the node i from its neighbours: if there are remarks above it, and not as
// the remarks of a block of code, whose lines stand as close to others as their author wants.
func (p *printer) standsAlone(i int32) bool {
	if !p.isAbove(i) || p.roles[p.next] != remark {
		return false
	}
	first := p.next
	defer func() { p.next = first }()
	for ; p.isAbove(i); p.next++ {
		if p.roles[p.next] > code {
			return false
		}
	}
	return true
}

// isCode reports whether the next line is a comment above node i that is no remark.
func (p *printer) isCode(i int32) bool { return p.isAbove(i) && p.roles[p.next] != remark }

// emptyAbove reports whether the line that begins at an offset of the source, but for "?", tags and anchors, has an empty
// line above it.
func (p *printer) emptyAbove(offset int32) bool {
	start := lineStart(p.text, offset)
	if start == 0 {
		return false
	}
	for _, word := range strings.Fields(p.text[start:offset]) {
		if word[0] != '&' && word[0] != '!' && word != "?" {
			return false
		}
	}
	above := start - 1 // at the end of the line above
	if strings.HasSuffix(p.text[:start], "\r\n") {
		above--
	}
	return strings.TrimSpace(p.text[lineStart(p.text, above):start]) == ""
}
