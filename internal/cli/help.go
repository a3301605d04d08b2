package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// This file implements the help of the main command: examples first, then the flags by what they are about.

const helpIntroduction = `ytt renders YAML: templates with code in comments (#@), data values that a schema checks, and
overlays that change what others wrote.
`

// examples are the commands that the help shows.
func examples() [][2]string {
	return [][2]string{
		{"ytt -f config/", "render a directory"},
		{"ytt -f config/ -v app.name=shop --data-values-file prod.yml", "with data values"},
		{"ytt -f vendor/ -f overlays/ --output-files out", "change files of others, write files"},
		{"ytt -f config/ --data-values-inspect", "see the data values"},
		{"kubectl get cm x -o yaml | ytt -f - -f overlay.yml", "as a filter"},
	}
}

// help prints the help of a command.
func (a *app) help(cmd *cobra.Command, _ []string) {
	if cmd.Flags().Lookup("file") == nil {
		// Cobra words the help of commands that have few flags or none.
		_, _ = fmt.Fprintf(a.world.Stdout, "%s\n\n%s", cmp.Or(cmd.Long, cmd.Short), cmd.UsageString())
		return
	}
	width := a.world.Width
	if width <= 0 || width > 100 {
		width = 100
	}
	var b strings.Builder
	b.WriteString(helpIntroduction)
	fmt.Fprintf(&b, "\nUsage:\n  %s [flags]\n", cmd.CommandPath())
	if cmd.HasAvailableSubCommands() {
		b.WriteString("  ytt COMMAND [flags]\n")
	}
	b.WriteString("\nExamples:\n")
	for _, e := range examples() {
		fmt.Fprintf(&b, "  %-60s # %s\n", e[0], e[1])
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\nCommands:\n")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(&b, "  %-12s %s\n", c.Name(), c.Short)
			}
		}
	}
	for _, group := range groups() {
		fmt.Fprintf(&b, "\n%s:\n", group)
		for _, f := range flags() {
			if f.group == group {
				f.writeHelp(&b, width)
			}
		}
	}
	b.WriteString("\nOther:\n")
	writeColumns(&b, "  -h, --help", "Print this help.", width)
	if !cmd.HasParent() {
		writeColumns(&b, "      --version", "Print the version.", width)
	}
	b.WriteString("\nExit status: 0 fine, 1 problems in the input, 2 wrong command line, 3 a mistake of ytt.\n")
	_, _ = io.WriteString(a.world.Stdout, b.String())
}

func (f *flag) writeHelp(b *strings.Builder, width int) {
	left := "      --"
	if f.short != "" {
		left = "  -" + f.short + ", --"
	}
	left += f.name
	if f.arg != "" {
		left += " " + f.arg
	}
	right := f.help
	if f.repeats() {
		right += " Repeatable."
	}
	writeColumns(b, left, right, width)
}

// writeColumns writes a flag and, beside it or from the next line on, its explanation.
func writeColumns(b *strings.Builder, left, right string, width int) {
	const column = 34
	b.WriteString(left)
	at := utf8.RuneCountInString(left)
	if at > column-2 {
		b.WriteByte('\n')
		at = 0
	}
	b.WriteString(strings.Repeat(" ", column-at))
	at = column
	for i, word := range strings.Fields(right) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case at+1+n > max(width, column+20):
			b.WriteString("\n" + strings.Repeat(" ", column))
			at = column
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	b.WriteByte('\n')
}
