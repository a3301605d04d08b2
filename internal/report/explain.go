package report

import (
	"io"
	"strings"

	"ytt/internal/diag"
)

// This file explains codes: what a kind of problem means, an example of it, and
// the example repaired.

// Codes returns the codes that problems can have, sorted, each with a tab and
// its headline behind it.
func Codes() []string {
	infos := diag.Codes()
	codes := make([]string, len(infos))
	for i, info := range infos {
		codes[i] = string(info.Code) + "\t" + info.Title
	}
	return codes
}

// Explain prints the explanation of a code, of a width in columns, and reports
// whether there is such a code.
func Explain(w io.Writer, code string, width int) (known bool, err error) {
	for _, info := range diag.Codes() {
		if string(info.Code) != code {
			continue
		}
		_, err := io.WriteString(w, explanation(&info, width))
		return true, err
	}
	return false, nil
}

func explanation(info *diag.Info, width int) string {
	var b strings.Builder
	b.WriteString(string(info.Code) + ": " + info.Title + "\n\n" + wrapped(info.Doc, width))
	writeExample(&b, "Example", info.Example)
	writeExample(&b, "Repaired", info.Repair)
	return b.String()
}

// writeExample prints files and the command that uses them, indented.
func writeExample(b *strings.Builder, heading, example string) {
	if example == "" {
		return
	}
	b.WriteString("\n" + heading + ":\n\n")
	for i, line := range strings.Split(strings.TrimRight(example, "\n"), "\n") {
		switch {
		case i == 0:
			line = "$ ytt " + line
		case line == "":
			b.WriteByte('\n')
			continue
		}
		b.WriteString("    " + line + "\n")
	}
}

// TextWidth is how wide explanations are where no terminal says so.
const TextWidth = 100

// wrapped breaks a paragraph into lines.
func wrapped(text string, width int) string {
	var b strings.Builder
	at := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case at+1+len(word) > width:
			b.WriteByte('\n')
			at = 0
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += len(word)
	}
	return b.String() + "\n"
}
