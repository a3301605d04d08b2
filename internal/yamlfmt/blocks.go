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
// Other comments stay on the level that their author had them on, as far as there is one: what is commented out at the end of
// a map stays in it. Nothing depends on the columns of comments: code that this file misunderstands looks odd, and means the same.

import (
	"math"
	"strings"

	"ytt/internal/script"
	"ytt/internal/syntax"
	"ytt/internal/yaml"
)

// role is what a comment is for the layout.
type role uint8

const (
	plainComment role = iota // for readers only
	code                     // code, values and annotations, but for
	header                   // the line that ends the header of a block,
	branch                   // the line of an else or elif,
	end                      // and the line of an end
)

// rolesOf returns the roles of all comments of a file.
func rolesOf(f *yaml.File) []role {
	roles := make([]role, len(f.Comments))
	var goesOn script.Continuation
	open, word := false, "" // the first word of the line of code that is open
	for i, c := range f.Comments {
		d := syntax.ReadComment(f, c)
		switch {
		case !d.IsCode():
			continue
		case d.Kind != syntax.Code || c.Inline:
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

// commentColumn returns the column for the next comment, which goes above a node on a level.
func (p *printer) commentColumn(at level) int {
	switch role, n := p.roles[p.next], len(p.blocks); {
	case role == header:
		column := p.keptColumn(at)
		p.blocks = append(p.blocks, column)
		return column
	case role < header || n == 0:
		return p.keptColumn(at)
	case role == end:
		defer func() { p.blocks = p.blocks[:n-1] }()
	}
	if len(p.levels) == 0 {
		return 0
	}
	// Not further to the right than the node above, which may be a block scalar.
	return min(p.blocks[len(p.blocks)-1], p.levels[len(p.levels)-1].after)
}

// keptColumn returns the column of a comment above a node on a level: that of the node, or, when its author has it further
// to the right on a line of its own, that of the entries above that it goes with.
func (p *printer) keptColumn(at level) int {
	start := p.f.Comments[p.next].Start
	column := p.column(start)
	if strings.TrimLeft(p.text[start-int32(column):start], " ") != "" {
		return at.after
	}
	kept := at
	for _, l := range p.levels {
		if l.before == noLevel { // the comment may stand inside of what has become lines
			return at.after
		}
		if kept.before < l.before && l.before <= column {
			kept = l
		}
	}
	return max(kept.after, at.after)
}

// noLevel is the column of nodes that share lines with others.
const noLevel = math.MaxInt

// levelOf returns the column of a node in the source.
func (p *printer) levelOf(i int32) int {
	if i < p.flowEnd || hasBlockKey(p.f, i) || p.f.Nodes[i].Flags&yaml.HasProps != 0 {
		return noLevel
	}
	start := p.f.Nodes[i].Start
	if mark, isLong := strings.CutSuffix(strings.TrimRight(p.text[lineStart(p.text, start):start], " "), "?"); isLong {
		return len(mark)
	}
	return p.column(start)
}

// column returns the column of an offset of the source.
func (p *printer) column(offset int32) int { return int(offset - lineStart(p.text, offset)) }

// standsAlone reports whether empty lines part the node i from its neighbours: if there are remarks above it, and not as
// the remarks of a block of code, whose lines stand as close to others as their author wants.
func (p *printer) standsAlone(i int32) bool {
	if !p.isAbove(i) || p.roles[p.next] != plainComment {
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
func (p *printer) isCode(i int32) bool { return p.isAbove(i) && p.roles[p.next] != plainComment }

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
