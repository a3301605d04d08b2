package repair_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"ytt/internal/app"
	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/testkit"
	"ytt/internal/testkit/mistake"
)

// TestListedEdits lists what the edits of repairs make of files, for the
// examples of codes and for conformance/mistakes.
func TestListedEdits(t *testing.T) {
	var out strings.Builder
	list := func(name string, args []string, files []txtar.File) {
		t.Run(name, func(t *testing.T) { listEdits(t, &out, name, args, files) })
	}
	for _, info := range diag.Codes() {
		if info.Example != "" && !strings.HasPrefix(string(info.Code), "budget-") {
			archive := txtar.Parse([]byte(info.Example))
			list(string(info.Code), strings.Fields(string(archive.Comment)), archive.Files)
		}
	}
	for _, m := range mistake.Read(t, "../..") {
		words := strings.Fields(m.Command)
		if m.App == "" && words[0] == "ytt" && !strings.ContainsAny(m.Command, "'\"\\$") {
			list(m.ID(), words[1:], m.Files)
		}
	}
	testkit.File(t, "testdata/edits.txt", out.String())
}

// listEdits renders files, and writes the edits for each problem.
func listEdits(t *testing.T, out *strings.Builder, name string, args []string, files []txtar.File) {
	var o app.Options
	to := map[string]*[]string{"-f": &o.Files, "--file": &o.Files, "-v": &o.DataValues, "--data-value": &o.DataValues,
		"--data-value-yaml": &o.DataValuesYAML, "--data-values-file": &o.DataValuesFiles, "--file-mark": &o.FileMarks}
	for ; len(args) > 1 && to[args[0]] != nil; args = args[2:] {
		*to[args[0]] = append(*to[args[0]], args[1])
	}
	if len(args) > 0 || len(o.Files) == 0 {
		return
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for _, f := range files {
		testkit.WriteFile(t, f.Name, f.Data)
	}
	o.System = app.OS()
	l := edits{out: out, name: name}
	result, err := app.Render(t.Context(), o)
	var failed *app.Error
	if errors.As(err, &failed) {
		l.list(failed.Problems)
	}
	if result != nil {
		l.list(result.Warnings)
	}
}

type edits struct {
	out  *strings.Builder
	name string
}

func (l *edits) list(problems diag.List) {
	for _, d := range problems {
		for _, r := range d.Repairs {
			if len(r.Edits) == 0 {
				continue
			}
			if l.name != "" {
				fmt.Fprintf(l.out, "%s\n", l.name)
				l.name = ""
			}
			fmt.Fprintf(l.out, "    %s at %s: %s\n", d.Code, d.Span, saidWith(r))
			for _, e := range r.Edits {
				fmt.Fprintf(l.out, "        %s: %q → %q\n", at(e.At), e.At.Text(), e.Text)
			}
		}
		l.list(d.Cause)
	}
}

// saidWith returns the title of edits, and how sure they are.
func saidWith(r diag.Repair) string {
	return fmt.Sprintf("%s (%t, %q)", r.Title, r.Safe, r.Say)
}

func at(s source.Span) string { return fmt.Sprintf("%s:%d:%d", s.File.Path, s.Line(), s.Column()) }
