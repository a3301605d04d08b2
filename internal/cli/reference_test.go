package cli

import (
	"fmt"
	"strings"
)

// This file implements the reference of the command line, docs/cli.md, which TestReference keeps up to date.

// Reference returns the reference of the command line in Markdown.
func Reference() string {
	var b strings.Builder
	b.WriteString("# Command line\n\nThis page is made from the table of flags (`internal/cli/flags.go`); change it there.\n\n")
	b.WriteString("    ytt [flags]\n    ytt template [flags]      the same; also ytt t, ytt tpl\n" +
		"    ytt version\n    ytt completion bash|zsh|fish|powershell\n    ytt help [command]\n\n")
	b.WriteString("Results go to standard output, and only when everything went well. Problems, warnings and what `print` " +
		"prints in templates go to standard error.\n\n")
	b.WriteString("| exit status | meaning |\n| --- | --- |\n| 0 | fine, perhaps with warnings |\n| 1 | problems in the input |\n" +
		"| 2 | wrong command line |\n| 3 | a mistake of ytt |\n")
	for _, group := range groups() {
		fmt.Fprintf(&b, "\n## %s\n", group)
		for _, f := range flags() {
			if f.group == group {
				f.writeReference(&b)
			}
		}
	}
	return b.String()
}

func (f *flag) writeReference(b *strings.Builder) {
	b.WriteString("\n### `")
	if f.short != "" {
		b.WriteString("-" + f.short + ", ")
	}
	b.WriteString("--" + f.name)
	if f.arg != "" {
		b.WriteString(" " + f.arg)
	}
	b.WriteString("`\n\n" + escape(f.help))
	if f.repeats() {
		b.WriteString(" Can be repeated.")
	}
	if f.preset != "" {
		b.WriteString(" Default: " + f.preset + ".")
	}
	b.WriteByte('\n')
	if f.example != "" {
		b.WriteString("\n    ytt " + f.example + "\n")
	}
}

// escape keeps Markdown from reading a plain text as more than that.
func escape(text string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`, "<", `\<`, "|", `\|`).Replace(text)
}
