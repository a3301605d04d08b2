package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

const root = "../.."

// built are ytt.wasm, as it is released or as YTT_WASM names it, and the same
// for this system; and a sandbox.
type built struct {
	wasm, native string
	sandbox      *Sandbox
	cache        string // the user's, which is kept: compiling takes long
}

var programs = sync.OnceValues(func() (*built, error) {
	dir, err := os.MkdirTemp("", "ytt-wasm")
	if err != nil {
		return nil, err
	}
	user, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	b := &built{wasm: os.Getenv("YTT_WASM"), native: filepath.Join(dir, "ytt"), cache: filepath.Join(user, "ytt-wasm")}
	if err := build(b.native); err != nil {
		return nil, err
	}
	if b.wasm == "" {
		b.wasm = filepath.Join(dir, "ytt.wasm")
		if err := build(b.wasm, "CGO_ENABLED=0", "GOOS=wasip1", "GOARCH=wasm"); err != nil {
			return nil, err
		}
	}
	wasm, err := os.ReadFile(b.wasm)
	if err != nil {
		return nil, err
	}
	b.sandbox, err = New(context.Background(), wasm, b.cache, 512<<20)
	return b, err
})

func build(path string, env ...string) error {
	args := []string{"build", "-o", path, "./cmd/ytt"}
	if len(env) > 0 {
		args = []string{"build", "-trimpath", "-ldflags", "-s -w", "-o", path, "./cmd/ytt"}
	}
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Stderr, cmd.Env = root, os.Stderr, append(os.Environ(), env...)
	return cmd.Run()
}

func TestMain(m *testing.M) {
	status := m.Run()
	if b, err := programs(); err == nil {
		_ = os.RemoveAll(filepath.Dir(b.native))
	}
	os.Exit(status)
}

func get(t *testing.T) *built {
	t.Helper()
	b, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// outcome is what a run gives.
type outcome struct {
	stdout, stderr string
	status         int
}

func (b *built) inSandbox(t *testing.T, dir string, args ...string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status, err := b.sandbox.Run(t.Context(), dir, args, &stdout, &stderr)
	if err != nil {
		t.Errorf("%q: %v", args, err)
	}
	return outcome{stdout.String(), stderr.String(), status}
}

func (b *built) outside(t *testing.T, dir string, args ...string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), b.native, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	cmd.Env = []string{}
	if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Error(err)
	}
	return outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// same compares the results of both.
func (b *built) same(t *testing.T, dir string, args ...string) outcome {
	t.Helper()
	in, out := b.inSandbox(t, dir, args...), b.outside(t, dir, args...)
	if in.status != out.status || in.stdout != out.stdout || in.stderr != out.stderr {
		t.Errorf("%s %q: in the sandbox\n%+v\noutside of it\n%+v", dir, args, in, out)
	}
	return in
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestExamples(t *testing.T) {
	b := get(t)
	for example, args := range map[string][]string{
		"webapp":            {"-f", "config", "-f", "overlays", "--data-values-file", "values/production.yml"},
		"database-operator": {"-f", "config", "-v", "cluster=eu-central"},
		"platform":          {"fleet", "list"},
		"workflows":         {"-f", "config", "--data-values-file", "services.yml"},
		"chart-schema":      {"schema", "show", "config", "-o", "json-schema"},
	} {
		if o := b.same(t, filepath.Join(root, "examples", example), args...); o.stdout == "" {
			t.Errorf("%s: %s", example, o.stderr)
		}
	}
}

// TestCases compares the inputs of the project's own cases, which hold all of
// the language and many mistakes. Files that are for the command only are left
// out.
func TestCases(t *testing.T) {
	b := get(t)
	var archives []string
	folder := filepath.Join(root, "conformance", "cases")
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".txtar" {
			archives = append(archives, path)
		}
		return err
	})
	if err != nil || len(archives) < 100 {
		t.Fatal(len(archives), err)
	}
	ran, failed := 0, 0
	for i, path := range archives {
		if os.Getenv("YTT_SOAK") == "" && i%8 != 0 {
			continue
		}
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		for _, f := range archive.Files {
			if name, ok := strings.CutPrefix(f.Name, "in/"); ok {
				write(t, dir, name, string(f.Data))
			}
		}
		if o := b.same(t, dir, "-f", ".", "--max-steps", "200000"); o.status != 0 {
			failed++
		}
		ran++
	}
	t.Logf("%d configurations, %d with problems", ran, failed)
	if failed == 0 || failed == ran {
		t.Error("that cannot be")
	}
}

// TestRecorded does the same with the recorded configurations, if they are at
// hand.
func TestRecorded(t *testing.T) {
	b := get(t)
	folder := os.Getenv("YTT_CONFORMANCE")
	if folder == "" {
		folder = filepath.Join(root, "..", "shared", "conformance")
	}
	cases, err := filepath.Glob(filepath.Join(folder, "cases", "*", "*", "case.json"))
	if err != nil || len(cases) == 0 {
		t.Skipf("there are no recorded configurations in %s", folder)
	}
	ran, failed := 0, 0
	for i, path := range cases {
		if i%8 != 0 {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			Args  []string
			Env   map[string]string
			Stdin *string
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(path, err)
		}
		writes := slices.ContainsFunc(c.Args, func(a string) bool { return strings.Contains(a, "output-f") })
		if len(c.Env) > 0 || c.Stdin != nil || writes {
			continue
		}
		if o := b.same(t, filepath.Dir(path), c.Args...); o.status != 0 {
			failed++
		}
		ran++
	}
	t.Logf("%d configurations, %d with problems", ran, failed)
	if ran < 20 {
		t.Error("too few")
	}
}

func TestMistake(t *testing.T) {
	b, dir := get(t), t.TempDir()
	write(t, dir, "config/a.yml", "a: #@ b\n")
	o := b.same(t, dir, "-f", "config")
	if o.status != 1 || o.stdout != "" || !strings.Contains(o.stderr, "undefined: b\n --> config/a.yml:1:7") {
		t.Errorf("%+v", o)
	}
}

// TestNothingOutside checks that a run can neither change files, nor read those
// of other folders, nor reach the network or the environment.
func TestNothingOutside(t *testing.T) {
	b, parent := get(t), t.TempDir()
	dir := filepath.Join(parent, "dir")
	write(t, dir, "a.yml", "a:   1\n")
	write(t, parent, "secret.yml", "s3cret: 1\n")
	t.Setenv("APP_a", "s3cret")
	for link, to := range map[string]string{"link/one.yml": "../../secret.yml", "links/all": "../.."} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(link)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"-f", "a.yml", "--output-files", "out"}, {"-f", "a.yml", "--output-files", "/"},
		{"-f", "a.yml", "--output-files", "../out"}, {"fmt", "--in-place", "-f", "a.yml"}, {"fmt", "-w", "a.yml"},
		{"-f", "../secret.yml"}, {"-f", "/../secret.yml"}, {"-f", filepath.Join(parent, "secret.yml")},
		{"-f", "link", "--dangerous-allow-all-symlink-destinations"},
		{"-f", "link/one.yml", "--dangerous-allow-all-symlink-destinations"},
		{"-f", "links/all/secret.yml", "--dangerous-allow-all-symlink-destinations"},
		{"-f", "a.yml", "--data-values-env", "APP", "--data-value-file", "a=../secret.yml"},
		{"-f", "http://127.0.0.1:1/a.yml"}, {"-f", "/etc/passwd"},
	} {
		o := b.inSandbox(t, dir, args...)
		if o.status == 0 || o.status > 3 || strings.Contains(o.stdout+o.stderr, "s3cret") {
			t.Errorf("%q: %+v", args, o)
		}
	}
	var names []string
	err := filepath.WalkDir(parent, func(path string, e fs.DirEntry, err error) error {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
		return err
	})
	if got := strings.Join(names, " "); err != nil || got != "a.yml one.yml all secret.yml" {
		t.Error(got, err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "a.yml")); string(text) != "a:   1\n" {
		t.Errorf("%q %v", text, err)
	}
	if o := b.inSandbox(t, dir, "-f", "a.yml"); o.stdout != "a: 1\n" {
		t.Errorf("%+v", o)
	}
}

const endless = "#@ x = []\n#@ while True:\n#@   x = [1]\n#@ end\na: 1\n"

// TestTime ends endless code, whose limits are off, with its context, and then
// renders something else.
func TestTime(t *testing.T) {
	b, dir := get(t), t.TempDir()
	write(t, dir, "endless.yml", endless)
	write(t, dir, "a.yml", "a: 1\n")
	var stdout, stderr bytes.Buffer
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	_, err := b.sandbox.Run(ctx, dir, []string{"-f", "endless.yml", "--max-steps", "0", "--max-memory", "0"}, &stdout, &stderr)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v %s%s", err, stdout.String(), stderr.String())
	}
	if o := b.inSandbox(t, dir, "-f", "endless.yml", "--max-steps", "100000"); o.status != 1 ||
		!strings.Contains(o.stderr, "steps") {
		t.Errorf("%+v", o)
	}
	if o := b.inSandbox(t, dir, "-f", "a.yml"); o.stdout != "a: 1\n" {
		t.Errorf("%+v", o)
	}
}

// TestMemory ends code that asks for more memory than there is, whose limits
// are off, and then renders something else.
func TestMemory(t *testing.T) {
	b, dir := get(t), t.TempDir()
	write(t, dir, "a.yml", "a: 1\n")
	write(t, dir, "bomb.yml", "#@ x = []\n#@ while True:\n#@   x.append(\"a\" * 10000000 + str(len(x)))\n#@ end\na: 1\n")
	o := b.inSandbox(t, dir, "-f", "bomb.yml", "--max-steps", "0", "--max-memory", "0")
	if o.status == 0 || o.stdout != "" || !strings.Contains(o.stderr, "out of memory") {
		t.Errorf("status %d: %.300s", o.status, o.stderr)
	}
	if o := b.inSandbox(t, dir, "-f", "bomb.yml"); o.status != 1 || !strings.Contains(o.stderr, "memory") {
		t.Errorf("%+v", o)
	}
	if o := b.inSandbox(t, dir, "-f", "a.yml"); o.stdout != "a: 1\n" {
		t.Errorf("%+v", o)
	}
}

// TestTogether runs several at the same time.
func TestTogether(t *testing.T) {
	b := get(t)
	var all sync.WaitGroup
	for i := range 8 {
		dir := t.TempDir()
		write(t, dir, "a.yml", fmt.Sprintf("a: #@ %d + 1\n", i))
		all.Go(func() {
			if o := b.inSandbox(t, dir, "-f", "a.yml"); o.stdout != fmt.Sprintf("a: %d\n", i+1) {
				t.Errorf("%+v", o)
			}
		})
	}
	all.Wait()
}

// TestPage checks that the page shows this program, and does what it shows.
func TestPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "how-to", "sandbox.md"))
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "```go\n"+string(source)+"```\n") {
		t.Error("main.go is not on the page as it is")
	}
	b, dir := get(t), t.TempDir()
	program := filepath.Join(dir, "ytt-wasm")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	write(t, dir, "webapp/a.yml", "a: #@ 1 + 1\n")
	write(t, dir, "broken/a.yml", "a: #@ 1 +\n")
	for folder, want := range map[string]int{"webapp": 0, "broken": 1} {
		cmd := exec.CommandContext(t.Context(), program, b.wasm, filepath.Join(dir, folder), "-f", ".")
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		_ = cmd.Run()
		good := want == 0 && stdout.String() == "a: 2\n" || want == 1 && stdout.Len() == 0 && stderr.Len() > 0
		if cmd.ProcessState.ExitCode() != want || !good {
			t.Errorf("%s: %v %s%s", folder, cmd.ProcessState, stdout.String(), stderr.String())
		}
	}
}

// TestFigures measures what the page says.
func TestFigures(t *testing.T) {
	b := get(t)
	wasm, err := os.ReadFile(b.wasm)
	if err != nil {
		t.Fatal(err)
	}
	compile := func(cache string) time.Duration {
		began := time.Now()
		s, err := New(t.Context(), wasm, cache, 512<<20)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close(t.Context())
		return time.Since(began)
	}
	cold, warm := time.Duration(0), compile(b.cache)
	if os.Getenv("YTT_SOAK") != "" {
		cold = compile(t.TempDir())
	}
	var runs, natives []time.Duration
	dir := filepath.Join(root, "examples", "webapp")
	for range 11 {
		began := time.Now()
		b.inSandbox(t, dir, "-f", "config")
		runs = append(runs, time.Since(began))
		began = time.Now()
		b.outside(t, dir, "-f", "config")
		natives = append(natives, time.Since(began))
	}
	slices.Sort(runs)
	slices.Sort(natives)
	t.Logf("ytt.wasm has %.1f MB; to compile it takes %v, %v from the cache; a run takes %v (median of 11), %v as a process",
		float64(len(wasm))/1e6, cold.Round(100*time.Millisecond), warm.Round(time.Millisecond),
		runs[5].Round(time.Millisecond), natives[5].Round(time.Millisecond))
}
