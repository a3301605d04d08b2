//go:build unix

package main

import (
	"io"
	"os"
	"os/exec"
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
			if status := cmd.ProcessState.ExitCode(); status != 1 && status != -1 {
				t.Errorf("%v, -f %s: exit status %d", signal, file, status)
			} else if status == 1 && !strings.Contains(stderr.String(), "the run was interrupted") {
				t.Errorf("%v, -f %s: %s", signal, file, stderr.String())
			}
		}
	}
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
