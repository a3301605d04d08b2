package markdown

import "strings"

// This file implements definitions of links: lines in front of a paragraph, or instead of one, that say where links with a
// label lead, wherever these are.
//
//	See [the manual] and [how to start](start.md).
//
//	[The Manual]: https://example.com/manual "with a title, which nobody sees"

// targets holds what is defined, by label.
type targets map[string]string

// of returns the target of a label.
func (t targets) of(label string) (target string, ok bool) {
	if len(t) == 0 {
		return "", false
	}
	target, ok = t[normalized(label)]
	return target, ok
}

// normalized returns what is the same for all ways to write a label.
func normalized(label string) string {
	folded := strings.ToLower(strings.ToUpper(strings.Join(strings.Fields(label), " ")))
	return strings.ReplaceAll(folded, "ß", "ss")
}

// define takes definitions from the front of a paragraph.
func (t targets) define(b *block) {
	if len(b.lines) == 0 || !strings.HasPrefix(b.lines[0], "[") {
		return
	}
	text := strings.Join(b.lines, "\n")
	for text != "" {
		label, target, n := definition(text)
		if n == 0 {
			break
		}
		text = text[n:]
		// The first definition of a label is the one that counts.
		label = normalized(label)
		if _, defined := t[label]; !defined {
			t[label] = target
		}
	}
	b.lines = nil
	if text != "" {
		b.lines = []string{text}
	}
}

// definition reads a definition and the end of its line. The length is 0 if there is none.
func definition(text string) (label, target string, length int) {
	label, n := scanLabel(text)
	if n == 0 || isBlankText(label) || !strings.HasPrefix(text[n:], ":") {
		return "", "", 0
	}
	rest := skipSpace(text[n+1:])
	target, n, ok := scanTarget(rest)
	if !ok || n == 0 {
		return "", "", 0
	}
	rest = rest[n:]
	withoutTitle, ok := endOfLine(rest)
	if title := skipSpace(rest); len(title) < len(rest) {
		if n := scanTitle(title); n > 0 {
			if withTitle, ok := endOfLine(title[n:]); ok {
				return label, target, len(text) - len(withTitle)
			}
		}
	}
	if !ok {
		return "", "", 0
	}
	return label, target, len(text) - len(withoutTitle)
}

// endOfLine returns the text behind a line of which nothing is left.
func endOfLine(text string) (after string, ok bool) {
	line, after, _ := strings.Cut(text, "\n")
	return after, isBlank(line)
}
