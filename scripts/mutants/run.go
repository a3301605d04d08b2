//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// This file runs tests on mutants.

type runner struct {
	dir     string        // for overlays
	timeout time.Duration // 0 for patience times what the tests take without a mistake
	usual   map[string]time.Duration
	verbose bool
}

const (
	// patience is how many times as long as usual tests may take, as the machine may have other things to do.
	patience = 10
	// leastTime is what tests may take at least.
	leastTime = time.Minute
	// mostMemory is the size of the address space of each process in KiB: a mistake may make a program that takes all there is.
	mostMemory = "8000000"
)

// outcome is what tests said about a mutant.
type outcome int

const (
	survived outcome = iota
	killed
	expired // the tests took too long
	invalid // it does not compile
)

// target runs the mutants of a package, and prints those that no test finds.
func (r *runner) target(ctx context.Context, t target, mutants []mutant, known map[string]string) (tally, error) {
	var sum tally
	for i := range mutants {
		m := &mutants[i]
		if _, listed := known[m.anywhere()]; listed {
			sum.listed++
			continue
		}
		got, by, err := r.mutant(ctx, t, m)
		if err != nil {
			return sum, err
		}
		_, listed := known[m.key()]
		switch {
		case got == invalid:
			sum.invalid++
		case got != survived && listed:
			sum.found = append(sum.found, m.key())
			fmt.Printf("found although it is listed: %s\n", m.key())
		case got == expired:
			sum.expired++
			fmt.Printf("too long for %s: %s:%d: in %s: %s\n", by, m.file, m.line, m.function, m.what)
		case got == killed:
			sum.killed++
			if r.verbose {
				fmt.Printf("found by %s: %s:%d: %s\n", by, m.file, m.line, m.what)
			}
		case listed:
			sum.listed++
		default:
			sum.survived++
			fmt.Printf("not found: %s:%d: in %s: %s\n", m.file, m.line, m.function, m.what)
		}
	}
	return sum, nil
}

// mutant runs the tests of a target, one set after the other, until one fails.
func (r *runner) mutant(ctx context.Context, t target, m *mutant) (outcome, string, error) {
	text, err := os.ReadFile(m.file)
	if err != nil {
		return survived, "", err
	}
	overlay, err := r.overlay(m.file, m.apply(text))
	if err != nil {
		return survived, "", err
	}
	for _, tests := range t.tests {
		got, err := r.test(ctx, overlay, tests)
		if err != nil || got != survived {
			return got, strings.Join(tests, " "), err
		}
	}
	return survived, "", nil
}

// overlay writes a file with a mistake, and what tells the go command to read it.
func (r *runner) overlay(file string, text []byte) (string, error) {
	original, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(r.dir, "changed.go")
	if err := os.WriteFile(changed, text, 0o600); err != nil {
		return "", err
	}
	table, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		return "", err
	}
	path := filepath.Join(r.dir, "overlay.json")
	return path, os.WriteFile(path, table, 0o600)
}

// test runs one set of tests, again if they fail. A mistake that makes them run on for too long counts as found, but apart from the others: it may be
// the machine that is slow.
func (r *runner) test(ctx context.Context, overlay string, tests []string) (outcome, error) {
	limit, err := r.limit(ctx, tests)
	if err != nil {
		return survived, err
	}
	args := append([]string{"-overlay=" + overlay}, tests...)
	got, _, err := run(ctx, limit, args)
	if got == killed && err == nil { // unless the machine was too slow for a test
		got, _, err = run(ctx, limit, args)
	}
	return got, err
}

// limit returns how long a set of tests may take.
func (r *runner) limit(ctx context.Context, tests []string) (time.Duration, error) {
	if r.timeout > 0 {
		return r.timeout, nil
	}
	name := strings.Join(tests, " ")
	if _, known := r.usual[name]; !known {
		start := time.Now()
		got, out, err := run(ctx, time.Hour, tests)
		if err != nil {
			return 0, err
		}
		if got != survived {
			return 0, fmt.Errorf("go test %s fails without a mistake:\n%s", name, out)
		}
		if r.usual == nil {
			r.usual = map[string]time.Duration{}
		}
		r.usual[name] = time.Since(start)
	}
	return max(leastTime, patience*r.usual[name]), nil
}

// run runs "go test", and returns the end of what it prints.
func run(ctx context.Context, limit time.Duration, args []string) (got outcome, end string, err error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	args = append([]string{"-c", "ulimit -v " + mostMemory + ` && exec go test -count=1 -vet=off -failfast "$@"`, "sh"}, args...)
	cmd := exec.CommandContext(limited, "sh", args...)
	// A mistake may make a program that does not end: the whole group goes.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	end = string(out[max(0, len(out)-2000):])
	switch {
	case ctx.Err() != nil:
		return survived, end, ctx.Err()
	case err == nil:
		return survived, end, nil
	case limited.Err() != nil || bytes.Contains(out, []byte("panic: test timed out")):
		return expired, end, nil
	case bytes.Contains(out, []byte("[build failed]")) || bytes.Contains(out, []byte("[setup failed]")):
		return invalid, end, nil
	}
	return killed, end, nil
}

const survivorsPath = "scripts/mutants/survivors.txt"

// readSurvivors reads the list of mistakes that no test needs to find: a line for the mistake, an indented one for the reason. A
// star stands for all mistakes in a function.
func readSurvivors(path string) (map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	known := make(map[string]string)
	last := ""
	lines := bufio.NewScanner(f)
	for number := 1; lines.Scan(); number++ {
		line := lines.Text()
		switch reason, indented := strings.CutPrefix(line, "\t"); {
		case line == "" || strings.HasPrefix(line, "#"):
		case indented && last != "":
			known[last] += reason
		case indented:
			return nil, fmt.Errorf("%s:%d: a reason without a mistake", path, number)
		default:
			if last != "" && known[last] == "" {
				return nil, fmt.Errorf("%s:%d: the mistake above has no reason", path, number)
			}
			last = line
			known[last] = ""
		}
	}
	return known, lines.Err()
}
