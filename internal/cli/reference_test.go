package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// This file implements the reference of the command line, docs/cli.md, which
// TestReference keeps up to date.

// Reference returns the reference of the command line in Markdown.
func Reference() string {
	var b strings.Builder
	b.WriteString("# Command line\n\nThis page is made from the table of flags (`internal/cli/flags.go`); change it there.\n\n")
	b.WriteString("    ytt [flags] [FILE...]\n    ytt template              the same; also ytt t, ytt tpl\n" +
		"    ytt init [DIR]            the files that a project starts with\n    ytt fmt [FILE...]\n    ytt explain-code [CODE]   what a problem means, with an example and its repair\n    ytt version\n    ytt completion SHELL      a script for bash, zsh, fish or powershell; --help says how to install it\n    ytt help [COMMAND]        also topics: ytt help annotations, ytt help @overlay/match, ytt help json.encode\n    ytt docs [PAGE]           the documentation, which comes with the program\n\n")
	b.WriteString("Shells complete commands, flags and their arguments: formats and the like, files and directories, marks with the names of the " +
		"inputs, and after `-v`, `--data-value-yaml` and `--data-value-file` the keys that the schema of the given files declares.\n\n")
	b.WriteString("FILE is what `-f` takes. Words are files only if there is no `-f`, and not directly after another flag that takes a file: " +
		"`ytt --data-values-file a.yml b.yml` is refused, because b.yml is probably meant for the flag. The name of a command wins over a file of that name; `./fmt` is the file. " +
		"Of commands that look at inputs, FILE and `-f` go together, in the order in which they are given.\n\n")
	b.WriteString("`-h` prints a short help of each command, `--help` the whole one, on a terminal with `$PAGER`. `ytt` alone prints the short help to standard error.\n\n")
	b.WriteString("`make man` writes manual pages, one for each command, for those who make packages.\n\n")
	b.WriteString("Results go to standard output, and only when everything went well. Problems, warnings and what `print` " +
		"prints in templates go to standard error.\n\n")
	b.WriteString("## Exit status\n\n| exit status | meaning |\n| --- | --- |\n| 0 | fine, perhaps with warnings |\n| 1 | problems in the input |\n" +
		"| 2 | wrong command line |\n| 3 | an internal error of ytt |\n" +
		"| 130, 143 | interrupted: by Ctrl-C (SIGINT), by SIGTERM |\n")
	writeCommands(&b)
	group := ""
	all := flags(&settings{})
	for i := range all {
		if all[i].Group != group {
			group = all[i].Group
			b.WriteString("\n## " + group + "\n")
		}
		writeReference(&b, &all[i])
	}
	return b.String()
}

// writeCommands lists the commands that have pages of their own.
func writeCommands(b *strings.Builder) {
	b.WriteString("\n## Commands for schemas and values\n\nThey take the flags below that are about inputs, data values, rules and problems.\n\n" +
		"| command | what it does |\n| --- | --- |\n")
	root := (&app{}).program()
	for _, p := range []purpose{toCheck, toExplain, toEvolve} {
		visitCommands(root, func(c *cobra.Command) {
			if purposeOf(c) == p {
				page := strings.ReplaceAll(strings.TrimPrefix(c.CommandPath(), "ytt "), " ", "-")
				b.WriteString("| [`" + c.CommandPath() + "`](commands/" + page + ".md) | " + Escape(c.Short) + " |\n")
			}
		})
	}
}

func writeReference(b *strings.Builder, f *Flag) {
	b.WriteString("\n### `")
	if f.Short != "" {
		b.WriteString("-" + f.Short + ", ")
	}
	b.WriteString("--" + f.Name)
	if f.Arg != "" {
		b.WriteString(" " + f.Arg)
	}
	b.WriteString("`\n\n" + Escape(f.help()))
	switch {
	case f.List != nil:
		b.WriteString(" Can be repeated, or hold several separated by commas (those with commas of their own in double quotes).")
	case f.Repeats():
		b.WriteString(" Can be repeated.")
	}
	if f.Default != "" {
		b.WriteString(" Default: " + f.Default + ".")
	}
	b.WriteByte('\n')
	example := f.Example
	if f.Limit != nil {
		example = "-f config/ --" + f.Name + " " + f.Limit.Example
	}
	if example != "" {
		b.WriteString("\n    ytt " + example + "\n")
	}
}
