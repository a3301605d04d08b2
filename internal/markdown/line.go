package markdown

import "strings"

// This file implements what is left of a line while blocks take their parts of it. White space in front is measured in
// columns. A tab goes to the next multiple of four; blocks may take a part of it.

const tabStop = 4

type line struct {
	rest   string
	column int
}

func isBlank(text string) bool { return trimLeft(text) == "" }

// trimLeft takes spaces and tabs from the front of a text.
func trimLeft(text string) string { return strings.TrimLeft(text, " \t") }

// trim takes spaces and tabs from both ends of a text.
func trim(text string) string { return strings.Trim(text, " \t") }

// indent returns the width of the white space in front.
func (l *line) indent() int {
	column := l.column
	for i := range len(l.rest) {
		switch l.rest[i] {
		case ' ':
			column++
		case '\t':
			column += tabStop - column%tabStop
		default:
			return column - l.column
		}
	}
	return column - l.column
}

// skip goes on by some columns. What is left of a tab becomes spaces.
func (l *line) skip(columns int) {
	for columns > 0 && l.rest != "" {
		width := 1
		if l.rest[0] == '\t' {
			width = tabStop - l.column%tabStop
		}
		if width > columns {
			l.rest = strings.Repeat(" ", width) + l.rest[1:]
			width = 1
		}
		l.rest = l.rest[1:]
		l.column += width
		columns -= width
	}
}
