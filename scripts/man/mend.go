package main

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// This file mends pages.

// mended returns a page without what mandoc finds wrong with those of
// go-md2man: a date in words, explanations of flags behind tabs, paragraphs
// around nothing, empty lines, and long ones.
func mended(page []byte, date string) []byte {
	var lines []string
	literal := false
	add := func(line string) {
		last := len(lines) - 1
		switch {
		case last >= 0 && lines[last] == ".PP" && (line == ".PP" || strings.HasPrefix(line, ".SH")):
			lines = lines[:last]
		case last >= 0 && line == ".PP" && strings.HasPrefix(lines[last], ".SH"):
			return
		}
		if !literal && !strings.HasPrefix(line, ".") {
			lines = append(lines, wrapped(line)...)
			return
		}
		lines = append(lines, line)
	}
	for line := range strings.Lines(string(page)) {
		line = strings.TrimRight(line, " \t\n")
		text, explains := strings.CutPrefix(line, "\t")
		switch last := len(lines) - 1; {
		case line == ".EX" || line == ".nf":
			literal = true
		case line == ".EE" || line == ".fi":
			literal = false
		case line == "" && literal:
			line = ".sp"
		case line == "":
			continue
		case strings.HasPrefix(line, ".TH"):
			line = regexp.MustCompile(`"[A-Z][a-z]+ \d{4}"`).ReplaceAllString(line, `"`+date+`"`)
		case explains && !literal && last >= 0: // of the flag in the line above
			flag := strings.TrimSuffix(lines[last], "=")
			lines = lines[:last]
			if last > 0 && lines[last-1] == ".PP" {
				lines = lines[:last-1]
			}
			lines = append(append(lines, ".TP", flag), wrapped(text)...)
			continue
		}
		add(line)
	}
	for len(lines) > 0 && lines[len(lines)-1] == ".PP" {
		lines = lines[:len(lines)-1]
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// wrapped breaks a line of text.
func wrapped(line string) (lines []string) {
	const width = 78
	if strings.HasPrefix(line, `\fB-`) { // a flag, which is one line
		return []string{line}
	}
	at := ""
	for _, word := range strings.Fields(line) {
		switch {
		case at == "":
			at = word
		case length(at)+1+length(word) > width:
			lines = append(lines, at)
			at = word
		default:
			at += " " + word
			continue
		}
		if strings.HasPrefix(at, ".") || strings.HasPrefix(at, "'") { // would be a macro
			at = `\&` + at
		}
	}
	return append(lines, at)
}

// length returns how many bytes a text has when characters beyond ASCII are
// written as \[u2026].
func length(text string) (n int) {
	for _, c := range text {
		n++
		if c >= utf8.RuneSelf {
			n += len(`\[u2026]`) - 1
		}
	}
	return n
}
