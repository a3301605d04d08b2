// Package markdown makes harmless HTML of Markdown, for texts that an author writes and a page shows to others.
//
//	text → blocks → HTML → harmless HTML
//
// Texts are read as CommonMark 0.31 has it, all of it, in two steps. Which lines make which block does not depend on what is
// inside of paragraphs, so the text first becomes a tree of blocks, line by line (blocks.go); links may be defined
// anywhere in it (definitions.go). Then the tree is written (render.go), and what is inside of paragraphs and headings is
// read on the way (inlines.go, emphasis.go, links.go).
//
// Authors may write HTML too. So the result is taken apart again, and what is known to be harmless is written anew
// (sanitize.go). What only browsers that act, load or style would see is never written: images, titles of links, classes.
//
// The time is linear in the text, whatever is in it: nothing is looked for again where it was not found, and blocks and
// elements are nested only so deep.
//
// The reader is ours because of what a start costs. Go initialises all packages that a program is linked with, needed or
// not: a Markdown library with its tables took 0.4 of the 3.1 milliseconds of every run, for the sake of one format of one
// command. Tests ask libraries: one for Markdown what texts mean, one that sanitizes, and one that parses HTML, what is
// left of them.
package markdown

import (
	"html"
	"strings"
)

// longest is the longest text that is read as Markdown, in bytes. What is longer was not written to be read on a page.
const longest = 16 << 10

// deepest is how many blocks, and how many elements, may be inside of one another.
const deepest = 50

// HTML returns a text as harmless HTML. The top headings of the text are at a level of the page, 1 to 6; those below are
// below, as far as there are levels.
func HTML(text string, level int) string {
	text = strings.ReplaceAll(text, "\x00", "\uFFFD")
	switch {
	case text == "":
		return ""
	case len(text) > longest:
		return "<pre>" + html.EscapeString(text) + "</pre>"
	}
	return sanitize(render(parse(text), level), level)
}
