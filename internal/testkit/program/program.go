// Package program runs the command in the process of a test, so that a package
// below it can be tested by what users see. The tests of a package run what is
// about it, and internal/cli runs everything:
//
//   - transcripts (package transcript), of the directories that are named
//   - the mistakes of conformance/mistakes of some kinds, whose reports are in
//     docs/mistakes
//
// Both are rewritten by the tests of internal/cli.
package program

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"ytt/internal/app"
	"ytt/internal/cli"
	"ytt/internal/testkit"
	"ytt/internal/testkit/transcript"
)

// Run is the command.
func Run(args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	system := app.OS()
	system.Stdin = stdin
	return cli.Main(context.Background(), args, cli.World{System: system, Stdout: stdout, Stderr: stderr, Environ: env})
}

// RunCompat is the command with reports as ytt 0.48 prints them.
func RunCompat(args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return Run(args, append([]string{"YTT_DIAGNOSTICS=compat"}, env...), stdin, stdout, stderr)
}

// Transcripts runs the transcripts of the subjects, which are directories of
// conformance/cases, testdata/transcripts ("transcripts/cli"), and
// testdata/compat ("compat/errors"). The module's root is at root.
func Transcripts(t *testing.T, root string, subjects ...string) {
	t.Helper()
	if testkit.Updating() {
		t.Skip("go test ./internal/cli -update rewrites transcripts")
	}
	found := map[string]bool{}
	run := func(paths []string, recorded bool, ytt transcript.Program) {
		for _, path := range paths {
			dir := filepath.Dir(path)
			subject := filepath.Base(dir)
			if of := filepath.Base(filepath.Dir(dir)); of != "cases" {
				subject = of + "/" + subject
			}
			if slices.Contains(subjects, subject) {
				found[subject] = true
				t.Run(strings.ReplaceAll(subject, "/", "-")+"-"+filepath.Base(path),
					func(t *testing.T) { transcript.Run(t, path, recorded, ytt) })
			}
		}
	}
	run(transcript.Recorded(t, root), true, RunCompat)
	run(transcript.Ours(t, root), false, Run)
	for _, subject := range subjects {
		if !found[subject] {
			t.Errorf("there are no transcripts of %s", subject)
		}
	}
}

// Mistakes makes the mistakes of the kinds, which are directories of
// conformance/mistakes, and looks for their reports in docs/mistakes.
func Mistakes(t *testing.T, root string, kinds ...string) {
	t.Helper()
	if testkit.Updating() {
		t.Skip("go test ./internal/cli -update rewrites docs/mistakes")
	}
	for _, kind := range kinds {
		page, err := os.ReadFile(filepath.Join(root, "docs/mistakes", kind+".md"))
		if err != nil {
			t.Fatal(err)
		}
		paths, err := filepath.Glob(filepath.Join(root, "conformance/mistakes", kind, "*.txtar"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no mistakes of %s (%v)", kind, err)
		}
		for _, path := range paths {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			_, command, _ := strings.Cut(string(archive.Comment), "\n$ ")
			command, _, _ = strings.Cut(command, "\n")
			if strings.Contains(string(archive.Comment), "\napp ") { // these are on no page
				continue
			}
			t.Run(kind+"-"+filepath.Base(path), func(t *testing.T) { mistake(t, archive, command, string(page)) })
		}
	}
}

// mistake runs a command and looks for what it prints in a page.
func mistake(t *testing.T, archive *txtar.Archive, command, page string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, f := range archive.Files {
		testkit.WriteFile(t, f.Name, f.Data)
	}
	_, report, _ := transcript.Command(t, command+" --diagnostics pretty", Run)
	var block strings.Builder
	for line := range strings.Lines("$ " + command + "\n" + strings.TrimRight(report, "\n") + "\n") {
		if line = strings.TrimRight(line, " \n"); line != "" {
			line = "    " + line
		}
		block.WriteString(line + "\n")
	}
	if !strings.Contains(page, "\nPrinted:\n\n"+block.String()+"\nRepair:\n") {
		t.Errorf("what is printed is not in docs/mistakes:\n%s", block.String())
	}
}
