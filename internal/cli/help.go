package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// This file implements the help of a command: examples first, then the flags by what they are about. pflag's own layout
// has neither groups nor room for flags with names as long as ours.

const (
	column   = 34  // in which explanations begin
	maxWidth = 100 // of lines; longer ones are hard to read
)

const statusHelp = "Exit status: 0 fine, 1 problems in the input, 2 wrong command line, 3 an internal error of ytt."

// elsewhereHelp says where there is more.
const elsewhereHelp = `
Documentation, in docs/ of the source: getting-started.md to begin, cli.md with every flag, codes.md
with every problem (also: ytt explain-code), differences.md with what differs from other versions.
`

// help prints the help of a command.
func (a *app) help(c *cobra.Command, _ []string) {
	h := helpWriter{width: maxWidth}
	if a.world.Width > 0 {
		h.width = min(a.world.Width, maxWidth)
	}
	h.WriteString(strings.TrimSpace(cmp.Or(c.Long, c.Short)) + "\n")
	h.usage(c)
	if c.Example != "" {
		h.WriteString("\nExamples:\n" + strings.TrimPrefix(c.Example, "\n") + "\n")
	}
	h.commands(c)
	h.flags(c)
	h.WriteString("\n" + statusHelp + "\n")
	if !c.HasParent() {
		h.WriteString(elsewhereHelp)
	}
	_, a.helpErr = io.WriteString(a.world.Stdout, h.String())
}

type helpWriter struct {
	strings.Builder
	width int
}

func (h *helpWriter) usage(c *cobra.Command) {
	h.WriteString("\nUsage:\n")
	if c.Runnable() && !isGroup(c) {
		h.WriteString("  " + c.UseLine() + "\n")
	}
	if c.HasAvailableSubCommands() {
		h.WriteString("  " + c.CommandPath() + " COMMAND [flags]\n")
	}
}

func (h *helpWriter) commands(c *cobra.Command) {
	if !c.HasAvailableSubCommands() {
		return
	}
	h.WriteString("\nCommands:\n")
	if !c.HasParent() {
		h.byPurpose(c)
		return
	}
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() {
			h.command(12, below.Name(), below)
		}
	}
}

// byPurpose lists all commands that are no groups by what they are for.
func (h *helpWriter) byPurpose(root *cobra.Command) {
	for _, p := range purposes() {
		first := true
		visitCommands(root, func(c *cobra.Command) {
			if purposeOf(c) != p {
				return
			}
			if first {
				first = false
				h.WriteString(" " + string(p) + "\n")
			}
			h.command(14, strings.TrimPrefix(c.CommandPath(), root.CommandPath()+" "), c)
		})
	}
}

// visitCommands calls visit for the commands of the program, those in groups among them.
func visitCommands(root *cobra.Command, visit func(c *cobra.Command)) {
	for _, c := range root.Commands() {
		switch {
		case isGroup(c):
			visitCommands(c, visit)
		case c.IsAvailableCommand():
			visit(c)
		}
	}
}

func (h *helpWriter) command(width int, name string, c *cobra.Command) {
	fmt.Fprintf(h, "  %-*s %s\n", width, name, c.Short)
}

// flags lists the flags of a command. A group has those of rendering only to read them over.
func (h *helpWriter) flags(c *cobra.Command) {
	if isGroup(c) {
		return
	}
	fs := c.Flags()
	group := ""
	fs.VisitAll(func(f *pflag.Flag) {
		if row := rowOf(f); row.Group != group {
			group = row.Group
			fmt.Fprintf(h, "\n%s:\n", group)
		}
		h.flag(f)
	})
}

func (h *helpWriter) flag(f *pflag.Flag) {
	left := "      --"
	if f.Shorthand != "" {
		left = "  -" + f.Shorthand + ", --"
	}
	left += f.Name
	row := rowOf(f)
	if row.Arg != "" {
		left += " " + row.Arg
	}
	right := row.help()
	if row.Repeats() {
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
