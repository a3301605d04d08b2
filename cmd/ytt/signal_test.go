//go:build unix

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// asProgram is the variable that makes the program of the tests ytt itself.
const asProgram = "YTT_TESTED_WITH_SIGNALS"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

// TestStatus runs without signals: what succeeds, what has problems, and what cannot be understood.
func TestStatus(t *testing.T) {
	for args, want := range map[string]int{"version": 0, "-f missing.yml": 1, "--no-such-flag": 2} {
		cmd := program(t, strings.Fields(args)...)
		_ = cmd.Run() // the status says it
		if status := cmd.ProcessState.ExitCode(); status != want {
			t.Errorf("%s: exit status %d, want %d", args, status, want)
		}
	}
}

// TestSignals interrupts a run that waits for standard input, and one whose code never ends.
func TestSignals(t *testing.T) {
	endless := t.TempDir() + "/endless.yml"
	if err := os.WriteFile(endless, []byte("#@ while True:\n#@   x = 1\n#@ end\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		for _, file := range []string{"-", endless} {
			cmd := program(t, "-f", file)
			var stderr strings.Builder
			cmd.Stderr = &stderr
			input, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(100 * time.Millisecond) // until the process has begun; sooner, the signal ends it as well, without words
			_ = cmd.Process.Signal(signal)     // if it has ended, that shows
			_ = cmd.Wait()
			_ = input.Close()
			want := 128 + int(signal)
			if status := cmd.ProcessState.ExitCode(); status != want && status != -1 {
				t.Errorf("%v, -f %s: exit status %d, want %d", signal, file, status, want)
			} else if status == want && !strings.Contains(stderr.String(), "the run was interrupted") {
				t.Errorf("%v, -f %s: %s", signal, file, stderr.String())
			}
		}
	}
}

// TestSignalsWhileWriting interrupts runs while they write many files, at moments that differ. What is there then is all old, or all
// new, and nothing else.
func TestSignalsWhileWriting(t *testing.T) {
	const count = 300
	for _, flag := range []string{"--output-files", "--dangerous-emptied-output-directory"} {
		dir := t.TempDir()
		out := filepath.Join(dir, "out")
		for i := range count {
			name := fmt.Sprintf("%s/in/%d/%d.yml", dir, i%7, i)
			if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte("#@ load(\"@ytt:data\", \"data\")\nrun: #@ data.values.run\n"), 0o666)); err != nil {
				t.Fatal(err)
			}
		}
		old := ""
		for run := range 12 {
			cmd := program(t, "-f", filepath.Join(dir, "in"), "--data-value", fmt.Sprint("run=r", run), flag, out)
			signal := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}[run%2]
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if run > 0 {
				waitForJournal(dir)
				time.Sleep(time.Duration(run) * time.Millisecond)
				_ = cmd.Process.Signal(signal) // it may have ended
			}
			_ = cmd.Wait()
			status := cmd.ProcessState.ExitCode()
			if status != 0 && status != 128+int(signal) && status != -1 {
				t.Errorf("%s, %v: exit status %d", flag, signal, status)
			}
			now := textsBelow(t, dir+"/out", dir)
			if want := fmt.Sprint("run: r", run, "\n"); now != want && (now != old || status == 0) {
				t.Errorf("%s, %v, exit status %d: the files hold %q, want %q or %q", flag, signal, status, now, old, want)
			}
			old = now
		}
	}
}

// waitForJournal waits until a run has begun to write, or for a second.
func waitForJournal(dir string) {
	for start := time.Now(); time.Since(start) < time.Second; time.Sleep(200 * time.Microsecond) {
		for _, name := range []string{"out/.ytt-journal", ".out.ytt-journal", ".v.yml.ytt-journal"} {
			if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
				return
			}
		}
	}
}

// textsBelow returns the texts of all files in a directory, of equal ones only the first, and names of temporary files.
func textsBelow(t *testing.T, out, dir string) string {
	t.Helper()
	texts := map[string]bool{}
	count := 0
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && strings.Contains(e.Name(), ".ytt-") {
			texts["left: "+name] = true
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if err != nil || e.IsDir() || !strings.HasPrefix(name, out+"/") {
			return err
		}
		text, err := os.ReadFile(name)
		texts[string(text)] = true
		count++
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if count != 0 && count != 300 {
		texts[fmt.Sprintf("%d files", count)] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(texts)), "")
}

// TestBrokenPipe checks that a reader who has seen enough is no mistake.
func TestBrokenPipe(t *testing.T) {
	cmd := program(t, "--bulk-in", `{"files":[{"name":"a.yml","data":"a: `+strings.Repeat("long ", 20_000)+`"}]}`)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(output, make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	if err := output.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || stderr.String() != "" {
		t.Errorf("%v\n%s", err, stderr.String())
	}
}
