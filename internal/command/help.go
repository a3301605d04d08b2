package command

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"
)

// This file implements the help of a command: examples first, then the flags by what they are about.

const (
	column   = 34  // in which explanations begin
	maxWidth = 100 // of lines; longer ones are hard to read
)

// explain prints the help of a command.
func (p *Program) explain(c *Command) error {
	h := helpWriter{width: maxWidth}
	if p.Width > 0 {
		h.width = min(p.Width, maxWidth)
	}
	about := strings.TrimSuffix(cmp.Or(c.About, c.Summary), "\n")
	h.WriteString(strings.ReplaceAll(about, placeholder, p.Main.Name) + "\n")
	h.usage(p, c)
	h.examples(c)
	if c == &p.Main {
		h.commands(p)
	}
	l := p.line(c, nil)
	group := ""
	for i := range l.flags {
		f := &l.flags[i]
		if f.Group != group {
			group = f.Group
			fmt.Fprintf(&h, "\n%s:\n", group)
		}
		h.flag(f)
	}
	h.WriteString("\nOther:\n")
	for i := range l.ofAll {
		h.flag(&l.ofAll[i])
	}
	if c.Notes != "" {
		h.WriteString("\n" + c.Notes + "\n")
	}
	return p.print(h.String())
}

type helpWriter struct {
	strings.Builder
	width int
}

func (h *helpWriter) usage(p *Program, c *Command) {
	h.WriteString("\nUsage:\n  " + p.path(c))
	if c.Args != "" {
		h.WriteString(" " + c.Args)
	}
	if c.Flags != nil {
		h.WriteString(" [flags]")
	}
	h.WriteString("\n")
	if c == &p.Main && len(p.Commands) > 0 {
		h.WriteString("  " + c.Name + " COMMAND [flags]\n")
	}
}

func (h *helpWriter) examples(c *Command) {
	if c.Examples == nil {
		return
	}
	h.WriteString("\nExamples:\n")
	examples, width := c.Examples(), 0
	for _, e := range examples {
		width = max(width, utf8.RuneCountInString(e.Line))
	}
	for _, e := range examples {
		fmt.Fprintf(h, "  %-*s  # %s\n", width, e.Line, e.Purpose)
	}
}

func (h *helpWriter) commands(p *Program) {
	h.WriteString("\nCommands:\n")
	for i := range p.Commands {
		if c := &p.Commands[i]; !c.Unlisted {
			fmt.Fprintf(h, "  %-12s %s\n", c.Name, c.Summary)
		}
	}
}

func (h *helpWriter) flag(f *Flag) {
	left := "      --"
	if f.Short != "" {
		left = "  -" + f.Short + ", --"
	}
	left += f.Name
	if f.Arg != "" {
		left += " " + f.Arg
	}
	right := f.Help
	if f.Repeats() {
		right += " Repeatable."
	}
	h.columns(left, right)
}

// columns writes a flag and, beside it or from the next line on, its explanation.
func (h *helpWriter) columns(left, right string) {
	h.WriteString(left)
	at := utf8.RuneCountInString(left)
	if at > column-2 {
		h.WriteByte('\n')
		at = 0
	}
	h.WriteString(strings.Repeat(" ", column-at))
	at = column
	for i, word := range strings.Fields(right) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case at+1+n > max(h.width, column+20):
			h.WriteString("\n" + strings.Repeat(" ", column))
			at = column
		default:
			h.WriteByte(' ')
			at++
		}
		h.WriteString(word)
		at += n
	}
	h.WriteByte('\n')
}
