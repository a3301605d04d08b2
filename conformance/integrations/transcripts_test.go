// Package integrations runs the programs that ytt works with, and compares what
// people see with what is recorded. The script run builds the programs.
package integrations

import (
	"bytes"
	"errors"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "record what is printed")

// clients is the directory of the programs, with ytt among them.
func clients(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("YTT_CLIENTS")
	if dir == "" {
		t.Fatal("YTT_CLIENTS names no directory of programs: run conformance/integrations/run")
	}
	return dir
}

// needs skips a test of a program that could not be built, which the script run
// has said.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := os.Stat(filepath.Join(clients(t), p)); err != nil {
			t.Skipf("%s is not there: see what conformance/integrations/run says", p)
		}
	}
}

// TestTranscripts runs the archives in testdata. Members "in/PATH" are files;
// those of the root of the project are at $ROOT. The first line of the comment
// names the programs that are needed. Commands are scripts of sh, each with
// members N/command, N/stdout, N/stderr and N/exit.
func TestTranscripts(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("there are no archives", err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(string(archive.Comment), "\n")
			needs(t, strings.Fields(strings.TrimPrefix(first, "needs "))...)
			got := play(t, archive, root)
			if *update {
				if err := os.WriteFile(path, txtar.Format(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			compare(t, archive, got)
		})
	}
}

func compare(t *testing.T, want, got *txtar.Archive) {
	t.Helper()
	text := map[string]string{}
	for _, f := range want.Files {
		text[f.Name] = string(f.Data)
	}
	for _, f := range got.Files {
		if text[f.Name] != string(f.Data) {
			t.Errorf("%s: want\n%s\ngot\n%s", f.Name, text[f.Name], f.Data)
		}
		delete(text, f.Name)
	}
	for name := range text {
		t.Errorf("%s: nothing was printed", name)
	}
}

// play runs the commands of an archive, and returns it with what they print.
func play(t *testing.T, archive *txtar.Archive, root string) *txtar.Archive {
	t.Helper()
	dir := t.TempDir()
	work := filepath.Join(dir, "work")
	if err := os.MkdirAll(work, 0o755); err != nil {
		t.Fatal(err)
	}
	out := &txtar.Archive{Comment: archive.Comment}
	commands := map[int]string{}
	for _, f := range archive.Files {
		if name, isFile := strings.CutPrefix(f.Name, "in/"); isFile {
			out.Files = append(out.Files, f)
			name = filepath.Join(work, filepath.FromSlash(name))
			mode := fs.FileMode(0o644)
			if bytes.HasPrefix(f.Data, []byte("#!")) {
				mode = 0o755
			}
			err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, f.Data, mode))
			if err != nil {
				t.Fatal(err)
			}
		}
		if number, isCommand := strings.CutSuffix(f.Name, "/command"); isCommand {
			n, err := strconv.Atoi(number)
			if err != nil {
				t.Fatal(err)
			}
			commands[n] = string(f.Data)
		}
	}
	var numbers []int
	for n := range commands {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	for _, n := range numbers {
		cmd := exec.Command("sh", "-c", commands[n])
		cmd.Dir = work
		cmd.Env = []string{"PATH=" + clients(t) + ":/usr/bin:/bin", "HOME=" + filepath.Join(dir, "home"),
			"TMPDIR=" + dir, "WORK=" + work, "ROOT=" + root, "CLIENTS=" + clients(t)}
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err := cmd.Run()
		var failed *exec.ExitError
		if err != nil && !errors.As(err, &failed) {
			t.Fatal(err)
		}
		add := func(name, text string) {
			if text != "" {
				out.Files = append(out.Files, txtar.File{Name: strconv.Itoa(n) + "/" + name, Data: []byte(text)})
			}
		}
		add("command", commands[n])
		same := strings.NewReplacer(work, "$WORK", root, "$ROOT", dir, "$TMP", clients(t), "$CLIENTS")
		add("stdout", settled(same.Replace(stdout.String())))
		add("stderr", settled(same.Replace(stderr.String())))
		if failed != nil {
			add("exit", strconv.Itoa(failed.ExitCode())+"\n")
		}
	}
	return out
}

// changing is what differs from run to run.
var changing = []struct{ what, to string }{
	{`LAST DEPLOYED: .*`, "LAST DEPLOYED: …"},
	{`(?m)^level=\w+ .*\n`, ""},
	{`time=\S+ `, ""},
}

// settled returns a text without what differs from run to run, ending in a line
// break.
func settled(text string) string {
	for _, c := range changing {
		text = regexp.MustCompile(c.what).ReplaceAllString(text, c.to)
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}
