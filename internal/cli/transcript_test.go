package cli_test

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"ytt"
	"ytt/internal/cli"
	"ytt/internal/testkit"
)

// This file runs transcripts: commands of the convention and what they print, to the byte.
//
// A transcript is an archive, testdata/transcripts/<page>/<number>-<words>.txtar below the module's root. Members
// "in/<path>" are the files that exist before the first command. The commands follow in order, each as members
//
//	1/command         one line: ytt, or one of cat, find, ln; with VAR=value in front, or "cat file |"
//	1/stdout          absent when nothing is printed
//	1/stderr
//	1/exit            absent when 0
//	1/expect-changed  present when the expectation is not the convention's but ours: the reason, one per line
//
// With -update only those with a reason are rewritten, and those whose output has all that the convention has and more
// (further problems, hints, notes): these get a reason. Everything else that differs stays an error until somebody writes
// down why it should. The pages "cli" and "schema" are about what the convention does not have; they are rewritten as a
// whole. So are conformance/cases/<area>/<name>.txtar: one archive for each cause of a difference that was found, with its
// neighbours. Their expectations are written by hand from what the convention does; -update only saves typing.

// run is the program under test.
func run(args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	system := ytt.OS()
	system.Stdin = stdin
	return cli.Main(context.Background(), args, cli.World{System: system, Stdout: stdout, Stderr: stderr, Environ: env})
}

func TestTranscripts(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/transcripts/*/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no transcripts (%v)", err)
	}
	cases, err := filepath.Glob("../../conformance/cases/*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, relative := range slices.Concat(paths, cases) {
		path, err := filepath.Abs(relative)
		if err != nil {
			t.Fatal(err)
		}
		page := filepath.Base(filepath.Dir(path))
		name := page + "-" + strings.TrimSuffix(filepath.Base(path), ".txtar")
		ours := page == "cli" || page == "schema" || slices.Contains(cases, relative)
		t.Run(name, func(t *testing.T) {
			runTranscript(t, path, ours)
		})
	}
}

// runTranscript runs one archive. With -update all of it is rewritten if it is ours.
func runTranscript(t *testing.T, path string, ours bool) {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	members := map[string]string{}
	t.Chdir(t.TempDir())
	out := &txtar.Archive{Comment: archive.Comment}
	for _, f := range archive.Files {
		if name, ok := strings.CutPrefix(f.Name, "in/"); ok {
			writeFile(t, name, f.Data)
			out.Files = append(out.Files, f)
		} else {
			members[f.Name] = string(f.Data)
		}
	}
	for n := 1; ; n++ {
		s := step(members, n)
		if s.command == "" {
			break
		}
		got := s.run(t)
		switch {
		case testkit.Updating() && ours:
			s.result = got
		case testkit.Updating():
			s.accept(got)
		}
		if s.result != got {
			t.Errorf("%d: %s: exit code %d, want %d", n, s.command, got.exit, s.exit)
			testkit.Diff(t, "stdout", s.stdout, got.stdout)
			testkit.Diff(t, "stderr", s.stderr, got.stderr)
		}
		out.Files = append(out.Files, s.members(n)...)
	}
	if testkit.Updating() {
		if err := os.WriteFile(path, txtar.Format(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func writeFile(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// result is what a command prints, as an archive holds it, and its exit code.
type result struct {
	stdout, stderr string
	exit           int
}

// transcribed is one command with what it should do.
type transcribed struct {
	command string
	result
	changed string
}

func step(members map[string]string, n int) *transcribed {
	at := strconv.Itoa(n) + "/"
	exit, _ := strconv.Atoi(strings.TrimSpace(members[at+"exit"])) // absent means 0
	return &transcribed{
		command: strings.TrimSuffix(members[at+"command"], "\n"),
		result:  result{members[at+"stdout"], members[at+"stderr"], exit},
		changed: members[at+"expect-changed"],
	}
}

func (s *transcribed) members(n int) (files []txtar.File) {
	add := func(name, text string) {
		if text != "" {
			files = append(files, txtar.File{Name: strconv.Itoa(n) + "/" + name, Data: []byte(text)})
		}
	}
	add("command", s.command+"\n")
	add("stdout", s.stdout)
	add("stderr", s.stderr)
	if s.exit != 0 {
		add("exit", strconv.Itoa(s.exit)+"\n")
	}
	add("expect-changed", s.changed)
	return files
}

// accept takes over what a command does if that may differ from the convention.
func (s *transcribed) accept(got result) {
	if s.changed == "" && s.stdout == got.stdout && s.exit == got.exit && s.stderr != got.stderr {
		s.changed = addition(s.stderr, got.stderr)
	}
	if s.changed != "" {
		s.result = got
	}
}

// addition says what got has in addition to all that want has, "" if it lacks something.
func addition(want, got string) string {
	known := strings.SplitAfter(want, "\n")
	var kept strings.Builder
	for line := range strings.SplitAfterSeq(got, "\n") {
		text := strings.TrimSpace(line)
		if (strings.HasPrefix(text, "= hint: ") || strings.HasPrefix(text, "= note: ")) && !slices.Contains(known, line) {
			continue
		}
		kept.WriteString(line)
	}
	rest, all := strings.CutPrefix(kept.String(), want)
	switch {
	case !all:
		return ""
	case rest == "":
		return "says more in hints and notes\n"
	case strings.HasPrefix(rest, "ytt: Error: "), strings.HasPrefix(rest, "ytt: Warning: "):
		return "reports more problems than the first\n"
	}
	return ""
}

// run runs the command line, which may be a pipe.
func (s *transcribed) run(t *testing.T) result {
	t.Helper()
	var input []byte
	var got result
	for _, words := range splitPipe(words(s.command)) {
		var stdout, stderr bytes.Buffer
		got.exit = runCommand(t, words, bytes.NewReader(input), &stdout, &stderr)
		input = stdout.Bytes()
		got.stdout, got.stderr = testkit.Stored(stdout.String()), testkit.Stored(stderr.String())
	}
	return got
}

func runCommand(t *testing.T, words []string, stdin io.Reader, stdout, stderr io.Writer) int {
	t.Helper()
	var env []string
	for len(words) > 0 && strings.Contains(words[0], "=") {
		env, words = append(env, words[0]), words[1:]
	}
	switch {
	case len(words) > 0 && words[0] == "ytt":
		return run(words[1:], env, stdin, stdout, stderr)
	case len(words) == 2 && words[0] == "cat":
		data, err := os.ReadFile(words[1])
		if err != nil {
			t.Fatal(err)
		}
		_, _ = stdout.Write(data) // a buffer
	case len(words) == 4 && words[0] == "find" && words[2] == "-type" && words[3] == "f":
		for _, file := range find(t, words[1]) {
			_, _ = io.WriteString(stdout, file+"\n")
		}
	case len(words) == 4 && words[0] == "ln" && words[1] == "-s":
		if err := os.Symlink(words[2], words[3]); err != nil {
			t.Fatal(err)
		}
	default:
		t.Fatalf("do not know how to run %q", words)
	}
	return 0
}

// find returns the files below a directory, sorted.
func find(t *testing.T, dir string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files = append(files, filepath.ToSlash(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// words splits a command line as a shell does, with single quotes as the only quotes.
func words(line string) []string {
	var all []string
	var word strings.Builder
	quoted, started := false, false
	for _, r := range line {
		switch {
		case r == '\'':
			quoted, started = !quoted, true
		case r == ' ' && !quoted:
			if started {
				all = append(all, word.String())
			}
			word.Reset()
			started = false
		default:
			word.WriteRune(r)
			started = true
		}
	}
	if started {
		all = append(all, word.String())
	}
	return all
}

// splitPipe splits a command line's words at "|".
func splitPipe(words []string) (commands [][]string) {
	for {
		i := slices.Index(words, "|")
		if i < 0 {
			return append(commands, words)
		}
		commands, words = append(commands, words[:i]), words[i+1:]
	}
}

func TestWords(t *testing.T) {
	for line, want := range map[string][]string{
		`ytt -f .`:            {"ytt", "-f", "."},
		`A='x y' ytt -v a=`:   {"A=x y", "ytt", "-v", "a="},
		`ytt -v '' '{"a":1}'`: {"ytt", "-v", "", `{"a":1}`},
	} {
		if got := words(line); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

func TestAddition(t *testing.T) {
	for _, c := range []struct{ name, want, got, reason string }{
		{"a hint more", "ytt: Error: x\n", "ytt: Error: x\n    = hint: y\n", "says more in hints and notes\n"},
		{"known hints count", "x\n    = hint: y\n", "x\n", ""},
		{"another problem", "ytt: Error: x\n", "ytt: Error: x\nytt: Error: y\n", "reports more problems than the first\n"},
		{"another text", "ytt: Error: x\n", "ytt: Error: y\n", ""},
		{"a line more", "x\n", "x\ny\n", ""},
	} {
		if got := addition(c.want, c.got); got != c.reason {
			t.Errorf("%s: got %q, want %q", c.name, got, c.reason)
		}
	}
}
