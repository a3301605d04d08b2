// Package program runs the command in the process of a test, so that a package
// below it can be tested by what users see. The tests of a package run what is
// about it, and internal/cli runs everything:
//
//   - transcripts (package transcript), of the directories that are named
//   - the mistakes of conformance/mistakes of some kinds (package mistake)
//   - the examples of the codes of problems
//
// They are rewritten by the tests of internal/cli, and mistakes by those of
// internal/systemtest/mistakes.
package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"ytt/internal/app"
	"ytt/internal/cli"
	"ytt/internal/diag"
	"ytt/internal/testkit"
	"ytt/internal/testkit/mistake"
	"ytt/internal/testkit/transcript"
)

// Run is the command.
func Run(args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return runIn(context.Background(), args, env, stdin, stdout, stderr)
}

func runIn(ctx context.Context, args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	system := app.OS()
	system.Stdin = stdin
	return cli.Main(ctx, args, cli.World{System: system, Stdout: stdout, Stderr: stderr, Environ: env})
}

// RunCompat is the command with reports as ytt 0.48 prints them.
func RunCompat(args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return Run(args, append([]string{"YTT_DIAGNOSTICS=compat"}, env...), stdin, stdout, stderr)
}

// InMemory runs the command on files, and returns all that it prints.
func InMemory(files map[string]string, args, env []string) string {
	var stdout, stderr bytes.Buffer
	cli.Main(context.Background(), args, cli.World{
		System: app.In(Files(files), strings.NewReader("")), Stdout: &stdout, Stderr: &stderr, Environ: env,
	})
	return stdout.String() + stderr.String()
}

// Files returns a file system with some texts.
func Files(texts map[string]string) fs.FS {
	all := fstest.MapFS{}
	for name, text := range texts {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

// Everything returns all that a run gives with so many processors, as text.
func Everything(t testing.TB, processors int, opts app.Options) string {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	result, err := app.Render(t.Context(), opts)
	var out bytes.Buffer
	var failed *app.Error
	switch {
	case errors.As(err, &failed):
		out.WriteString(failed.Problems.Text())
	case err != nil:
		t.Fatal(err)
	default:
		text, err := result.Bulk()
		if err != nil {
			t.Fatal(err)
		}
		out.Write(text)
	}
	fmt.Fprintf(&out, "\nprinted: %q\nwarnings: %s\n", result.Printed, result.Warnings.Text())
	return out.String()
}

// Transcripts runs the transcripts of the subjects, which are directories of
// conformance/cases, testdata/transcripts ("transcripts/cli"), and
// testdata/compat ("compat/errors"); all, if none is named. The module's root is
// at root.
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
			if len(subjects) == 0 || slices.Contains(subjects, subject) {
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
// conformance/mistakes, that need no application, and looks for their reports
// in docs/mistakes.
func Mistakes(t *testing.T, root string, kinds ...string) {
	t.Helper()
	if testkit.Updating() {
		t.Skip("go test ./internal/systemtest/mistakes -update rewrites docs/mistakes")
	}
	pages := map[string]string{}
	for _, kind := range kinds {
		page, err := os.ReadFile(filepath.Join(root, "docs/mistakes", kind+".md"))
		if err != nil {
			t.Fatal(err)
		}
		pages[kind] = string(page)
	}
	for _, m := range mistake.Read(t, root) {
		if page := pages[m.Kind]; page != "" && m.App == "" {
			t.Run(m.Kind+"-"+m.Name, func(t *testing.T) { lookUp(t, m, page) })
		}
	}
}

// Examples runs the examples of the codes of problems, and looks for their
// reports in internal/report/printed.txt. Those of limits differ there.
func Examples(t *testing.T, root string) {
	t.Helper()
	if testkit.Updating() {
		t.Skip("go test ./internal/cli -update rewrites internal/report/printed.txt")
	}
	page, err := os.ReadFile(filepath.Join(root, "internal/report/printed.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range diag.Codes() {
		if info.Example == "" || strings.HasPrefix(string(info.Code), "budget-") {
			continue
		}
		t.Run(string(info.Code), func(t *testing.T) {
			example := txtar.Parse([]byte(info.Example))
			t.Chdir(t.TempDir())
			for _, f := range example.Files {
				testkit.WriteFile(t, f.Name, f.Data)
			}
			var stdout, stderr bytes.Buffer
			args := append(strings.Fields(string(example.Comment)), "--diagnostics=pretty")
			Run(args, nil, strings.NewReader(""), &stdout, &stderr)
			if !strings.Contains("\n"+string(page)+"-- ", "\n-- "+string(info.Code)+" --\n"+stderr.String()+"-- ") {
				t.Errorf("what is printed is not in internal/report/printed.txt:\n%s", &stderr)
			}
		})
	}
}

// lookUp runs a command and looks for what it prints in a page.
func lookUp(t *testing.T, m *mistake.Mistake, page string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, f := range m.Files {
		testkit.WriteFile(t, f.Name, f.Data)
	}
	_, report, _ := transcript.Command(t, m.Command+" --diagnostics pretty", Run)
	var block strings.Builder
	for line := range strings.Lines("$ " + m.Command + "\n" + strings.TrimRight(report, "\n") + "\n") {
		if line = strings.TrimRight(line, " \n"); line != "" {
			line = "    " + line
		}
		block.WriteString(line + "\n")
	}
	if !strings.Contains(page, "\nPrinted:\n\n"+block.String()+"\nRepair:\n") {
		t.Errorf("what is printed is not in docs/mistakes:\n%s", block.String())
	}
}

// MistakesInApplications makes the mistakes of the kinds in the applications
// that they are about, and judges what is printed.
func MistakesInApplications(t *testing.T, root string, kinds ...string) {
	t.Helper()
	known, _ := mistake.Known(t, root)
	for _, m := range mistake.Read(t, root) {
		if m.App == "" || !slices.Contains(kinds, m.Kind) {
			continue
		}
		t.Run(m.Kind+"-"+m.Name, func(t *testing.T) {
			v := m.Judge(t, Run)
			if slices.SortFunc(known[m.ID()], mistake.ByPart); !slices.Equal(v.Failing, known[m.ID()]) {
				t.Errorf("does not hold: %v\n%s\n%s", v.Failing, strings.Join(v.Reasons, "\n"), v.Report)
			}
		})
	}
}
