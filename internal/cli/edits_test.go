package cli_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	ytt "ytt/internal/app"
	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/testkit"
	"ytt/internal/testkit/mistake"
)

// This file does the edits that problems offer: in the example of every code,
// and in every mistake of conformance/mistakes. Each mends its problem.

func TestEdits(t *testing.T) {
	with := map[diag.Code]bool{}
	for _, info := range diag.Codes() {
		t.Run("codes/"+string(info.Code), func(t *testing.T) {
			archive := txtar.Parse([]byte(info.Example))
			tryEdits(t, strings.Fields(string(archive.Comment)), archive.Files, with)
		})
	}
	for _, m := range mistake.Read(t, "../..") {
		t.Run(m.ID(), func(t *testing.T) {
			words := strings.Fields(m.Command)
			if words[0] == "ytt" && !strings.ContainsAny(m.Command, "'\"\\$") {
				tryEdits(t, words[1:], m.Files, with)
			}
		})
	}
	t.Logf("%d codes have edits", len(with))
	if len(with) < 20 {
		t.Errorf("only %d codes have edits", len(with))
	}
}

// tryEdits does the first edits of each problem alone, and expects fewer
// problems of its code.
func tryEdits(t *testing.T, args []string, files []txtar.File, with map[diag.Code]bool) {
	t.Helper()
	opts, ok := optionsOf(args)
	if !ok {
		return
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for _, f := range files {
		testkit.WriteFile(t, f.Name, f.Data)
	}
	all := problemsWith(opts)
	for _, d := range all {
		edits := firstEdits(d)
		if edits == nil || !areIn(edits, files) {
			continue
		}
		with[d.Code] = true
		apply(t, edits)
		after := problemsWith(opts)
		if count(after, d.Code) >= count(all, d.Code) {
			t.Errorf("%s: %s\nis still there after %v\n%s", d.Code, d.Message, texts(edits), after.Text())
		}
		for _, f := range files {
			testkit.WriteFile(t, f.Name, f.Data)
		}
	}
}

// optionsOf reads those flags of rendering that say what is read.
func optionsOf(args []string) (opts ytt.Options, ok bool) {
	to := map[string]*[]string{"-f": &opts.Files, "--file": &opts.Files, "-v": &opts.DataValues,
		"--data-value": &opts.DataValues, "--data-value-yaml": &opts.DataValuesYAML,
		"--data-values-file": &opts.DataValuesFiles, "--file-mark": &opts.FileMarks}
	for len(args) > 0 {
		list := to[args[0]]
		if list == nil || len(args) < 2 {
			return opts, false
		}
		*list = append(*list, args[1])
		args = args[2:]
	}
	return opts, len(opts.Files) > 0
}

// problemsWith renders and returns errors and warnings, each with its causes.
func problemsWith(opts ytt.Options) (all ytt.Diagnostics) {
	opts.System = ytt.OS()
	result, err := ytt.Render(context.Background(), opts)
	var failed *ytt.Error
	if errors.As(err, &failed) {
		all = append(all, failed.Problems...)
	}
	if result != nil {
		all = append(all, result.Warnings...)
	}
	for i := 0; i < len(all); i++ {
		all = append(all, all[i].Cause...)
	}
	return all
}

func firstEdits(d *diag.Diagnostic) []source.Edit {
	if len(d.More) > 0 {
		return nil // at several places, of which one is mended
	}
	for _, r := range d.Repairs {
		if len(r.Edits) > 0 {
			return r.Edits
		}
	}
	return nil
}

func areIn(edits []source.Edit, files []txtar.File) bool {
	return !slices.ContainsFunc(edits, func(e source.Edit) bool {
		return e.At.File == nil || !slices.ContainsFunc(files,
			func(f txtar.File) bool { return f.Name == e.At.File.Path })
	})
}

// apply changes files; edits of one file do not overlap.
func apply(t *testing.T, edits []source.Edit) {
	t.Helper()
	byFile := map[string][]source.Edit{}
	for _, e := range edits {
		byFile[e.At.File.Path] = append(byFile[e.At.File.Path], e)
	}
	for name, edits := range byFile {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(edits, func(a, b source.Edit) int { return int(b.At.Start - a.At.Start) })
		text := string(data)
		for _, e := range edits {
			text = text[:e.At.Start] + e.Text + text[e.At.End:]
		}
		testkit.WriteFile(t, name, []byte(text))
	}
}

func count(all ytt.Diagnostics, code diag.Code) (n int) {
	for _, d := range all {
		if d.Code == code {
			n++
		}
	}
	return n
}

func texts(edits []source.Edit) (all []string) {
	for _, e := range edits {
		all = append(all, e.At.Location()+": "+e.Text)
	}
	return all
}
