package main

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// This file makes the man pages: of what the program says about its commands, by cobra.

// manPages makes a page for each command that the help lists.
func (r *release) manPages() error {
	if _, err := os.Stat(filepath.Join(r.source, "scripts", "man")); err == nil {
		return r.pagesOf("./scripts/man")
	}
	root, err := r.manual("ytt")
	if err != nil {
		return err
	}
	header := &doc.GenManHeader{Section: "1", Date: &r.date, Source: "ytt " + r.number, Manual: "ytt"}
	var visit func(c *cobra.Command) error
	visit = func(c *cobra.Command) error {
		var b bytes.Buffer
		h := *header
		if err := doc.GenMan(c, &h, &b); err != nil {
			return err
		}
		name := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
		r.common = append(r.common, file{"man/" + name, 0o644, mended(b.Bytes(), r.day())})
		for _, below := range c.Commands() {
			if below.Hidden { // cobra's own
				continue
			}
			if err := visit(below); err != nil {
				return err
			}
		}
		return nil
	}
	return visit(root)
}

func (r *release) day() string { return r.date.Format("2006-01-02") }

// pagesOf takes the pages that a program of the repository writes into a folder.
func (r *release) pagesOf(program string) error {
	dir := filepath.Join(r.work, "man")
	if err := r.command(r.source, "go", "run", program, dir); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		r.common = append(r.common, file{"man/" + e.Name(), 0o644, mended(text, r.day())})
	}
	return nil
}

// mended returns a page without what mandoc finds wrong with those of go-md2man: a date in words, explanations of flags behind tabs,
// paragraphs around nothing, empty lines, and long ones.
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

// length returns how many bytes a text has when characters beyond ASCII are written as \[u2026].
func length(text string) (n int) {
	for _, c := range text {
		n++
		if c >= utf8.RuneSelf {
			n += len(`\[u2026]`) - 1
		}
	}
	return n
}

// manual returns a command, with those below it, as its help describes it.
func (r *release) manual(words ...string) (*cobra.Command, error) {
	text, err := r.output("", r.own(), append(words[1:], "--help")...)
	if err != nil {
		return nil, err
	}
	about, sections := sectionsOf(text)
	first, _, _ := strings.Cut(about, ". ")
	c := &cobra.Command{
		Use: words[len(words)-1], Short: plain(strings.TrimSuffix(unwrapped(first), ".")), Long: plain(unwrapped(about)),
		DisableFlagsInUseLine: true, DisableAutoGenTag: true, Run: func(*cobra.Command, []string) {},
	}
	c.SetUsageFunc(func(*cobra.Command) error { return nil })
	c.CompletionOptions.DisableDefaultCmd = true
	c.SetHelpCommand(&cobra.Command{Hidden: true})
	c.Flags().SortFlags = false
	for _, s := range sections {
		switch s.name {
		case "Usage":
			_, rest, _ := strings.Cut(strings.TrimSpace(strings.Split(s.text, "\n")[0]), strings.Join(words, " "))
			c.Use += rest
		case "Examples":
			c.Example = strings.TrimRight(s.text, "\n")
		case "Commands":
			for _, name := range commandsOf(s.text) {
				below, err := r.manual(append(slices.Clone(words), name)...)
				if err != nil {
					return nil, err
				}
				c.AddCommand(below)
			}
		default:
			addFlags(c, s.text)
		}
	}
	return c, nil
}

type section struct{ name, text string }

var heading = regexp.MustCompile(`^[A-Z][a-z ]+:$`)

// sectionsOf cuts a help into what it says first, and what stands below headings.
func sectionsOf(text string) (about string, sections []section) {
	var b strings.Builder
	to := func() {
		if len(sections) == 0 {
			about = b.String()
		} else {
			sections[len(sections)-1].text = b.String()
		}
		b.Reset()
	}
	for s := bufio.NewScanner(strings.NewReader(text)); s.Scan(); {
		line := s.Text()
		if heading.MatchString(line) {
			to()
			sections = append(sections, section{name: strings.TrimSuffix(line, ":")})
			continue
		}
		if strings.HasPrefix(line, "Exit status:") {
			break
		}
		b.WriteString(line + "\n")
	}
	to()
	return about, sections
}

// commandsOf returns the first words in a list of commands, which stand in front of the column that begins with a capital.
func commandsOf(list string) (names []string) {
	line := regexp.MustCompile(`^  ([a-z][a-z-]*)(?: [a-z]+)* +[A-Z]`)
	for row := range strings.Lines(list) {
		if m := line.FindStringSubmatch(row); m != nil && !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}

var flagRow = regexp.MustCompile(`^  (?:-(\w), |    )--([\w-]+)(?: (\S+(?: \S+)*?))?(?:  +(.*))?$`)

// addFlags adds the flags of a section.
func addFlags(c *cobra.Command, text string) {
	var short, name, arg string
	var words []string
	add := func() {
		if name == "" || c.Flags().Lookup(name) != nil {
			return
		}
		c.Flags().VarP(argument(plain(arg)), name, short, plain(strings.Join(words, " ")))
	}
	for row := range strings.Lines(text) {
		row = strings.TrimRight(row, "\n")
		if m := flagRow.FindStringSubmatch(row); m != nil {
			add()
			short, name, arg, words = m[1], m[2], m[3], strings.Fields(m[4])
		} else {
			words = append(words, strings.Fields(row)...)
		}
	}
	add()
}

// argument is the value of a flag that is only described: its name is its type.
type argument string

func (a argument) String() string { return string(a) } // where cobra expects the default
func (argument) Set(string) error { return nil }
func (argument) Type() string     { return "argument" }

// plain returns a text without anything that Markdown, which cobra's pages go through, could take for its own.
func plain(text string) string {
	return regexp.MustCompile("[][\\\\`*_<>#|~-]").ReplaceAllString(text, `\$0`)
}

// unwrapped returns a text with each paragraph on a line.
func unwrapped(text string) string {
	var paragraphs []string
	for p := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		paragraphs = append(paragraphs, strings.Join(strings.Fields(p), " "))
	}
	return strings.Join(paragraphs, "\n\n")
}
