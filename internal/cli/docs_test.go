package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ytt/internal/cli"
	"ytt/internal/diag"
	"ytt/internal/testkit"
	"ytt/internal/testkit/transcript"
)

// This file keeps the documentation true. Every example in README.md and docs/
// is run: a block of code that names a file after its language is that file,
//
//	```yaml config.yml
//
// and a block of language "console" is commands, each behind "$ ", followed by
// what they print (standard output, then standard error). With -update the
// outputs are rewritten.

func TestDocs(t *testing.T) {
	for _, page := range pages(t, "../../docs/*.md") {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Chdir(t.TempDir())
			program := transcript.Program(run)
			checkPage(t, page, program)
		})
	}
}

// TestCommandPages runs the sessions in the pages about commands. Each page has
// a copy of the shipped examples, which its commands may change.
func TestCommandPages(t *testing.T) {
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages(t, "../../docs/commands/*.md") {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.CopyFS("examples", os.DirFS(examples)); err != nil {
				t.Fatal(err)
			}
			checkPage(t, page, run)
		})
	}
}

// pages returns the absolute paths of pages.
func pages(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no pages (%v)", err)
	}
	for i := range paths {
		if paths[i], err = filepath.Abs(paths[i]); err != nil {
			t.Fatal(err)
		}
	}
	return paths
}

// TestReadme runs the README's commands where they are meant to be run.
func TestReadme(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	checkPage(t, "README.md", run)
}

func checkPage(t *testing.T, page string, program transcript.Program) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	got := executed(t, string(text), program)
	testkit.File(t, page, got)
}

// executed returns a page with the outputs that its commands have.
func executed(t *testing.T, page string, program transcript.Program) string {
	t.Helper()
	var out strings.Builder
	language, name := "", ""
	inside := false
	var file strings.Builder
	for line := range strings.SplitAfterSeq(page, "\n") {
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && inside:
			if name != "" {
				testkit.WriteFile(t, name, []byte(file.String()))
			}
			inside = false
		case fence:
			language, name, _ = strings.Cut(strings.TrimSpace(info), " ")
			inside = true
			file.Reset()
		case inside && language == "console":
			command, ok := strings.CutPrefix(line, "$ ")
			if !ok {
				continue // an output
			}
			out.WriteString(line)
			out.WriteString(printed(t, strings.TrimSpace(command), program))
			continue
		case inside:
			file.WriteString(line)
		}
		out.WriteString(line)
	}
	return out.String()
}

// printed runs a command and returns what it prints.
func printed(t *testing.T, command string, program transcript.Program) string {
	t.Helper()
	command = strings.Replace(command, "go run ./cmd/ytt", "ytt", 1)
	stdout, stderr, _ := transcript.Command(t, command, program)
	text := stdout + stderr
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

// TestCodesPage keeps docs/codes.md the same as the table of codes.
func TestCodesPage(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Codes of problems\n\nEvery problem has a code, which all forms of reports but compat show, and which " +
		"does not change. This page is made from `internal/diag/codes.md`; change it there. The indented lines are an example: " +
		"the arguments of `ytt`, and the files; then the arguments, and the files that differ, of its repair. " +
		"`ytt explain-code CODE` prints the same.\n")
	for _, info := range diag.Codes() {
		b.WriteString("\n## " + string(info.Code) + "\n\n**" + strings.ToUpper(info.Title[:1]) +
			cli.Escape(info.Title[1:]) + ".** " + cli.Escape(info.Doc) + "\n")
		if info.Example != "" {
			example := strings.ReplaceAll("\nytt "+info.Example, "\n", "\n    ")
			b.WriteString("\n    " + strings.ReplaceAll(strings.TrimSpace(example), "\n    \n", "\n\n") + "\n")
			repair := strings.ReplaceAll("\nytt "+info.Repair, "\n", "\n    ")
			b.WriteString("\nRepaired:\n\n    " + strings.ReplaceAll(strings.TrimSpace(repair), "\n    \n",
				"\n\n") + "\n")
		}
	}
	testkit.File(t, "../../docs/codes.md", b.String())
}

// TestReference keeps docs/cli.md the same as the table of flags.
func TestReference(t *testing.T) {
	const page = "../../docs/cli.md"
	got := cli.Reference()
	testkit.File(t, page, got)
}
