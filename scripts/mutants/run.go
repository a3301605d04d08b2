//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// This file runs tests on mutants.

type runner struct {
	dir      string        // for overlays and logs
	programs string        // the directory of the compiled tests
	timeout  time.Duration // of planted mistakes; 0 for patience times what the tests take without a mistake
	most     time.Duration // of CPU time for a mistake
	usual    map[string]time.Duration
	verbose  bool
}

const (
	// patience is how many times as long as usual tests may take, as the
	// machine may have other things to do.
	patience = 10
	// leastTime is what tests may take at least, leastCPU what they may
	// compute.
	leastTime = 30 * time.Second
	leastCPU  = 4 * time.Second
	// mostMemory is the size of the address space of each process in KiB: a
	// mistake may make a program that takes all there is.
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

// mutant runs the units for a mistake until one fails, or until they took as
// long as is allowed.
func (r *runner) mutant(ctx context.Context, m *mutant, units []*unit) (outcome, string, error) {
	if err := r.activate(strconv.Itoa(m.id)); err != nil {
		return survived, "", err
	}
	spent := time.Duration(0)
	for _, u := range units {
		if spent += u.cost; spent > r.most && spent > u.cost {
			return survived, "", nil
		}
		got, err := r.unit(ctx, m, u)
		if err != nil || got != survived {
			return got, u.String(), err
		}
	}
	return survived, "", nil
}

// unit runs a unit with a mistake. What fails has to fail again, and what takes
// too long has to be done soon without the mistake: other programs may take the
// machine's time.
func (r *runner) unit(ctx context.Context, m *mutant, u *unit) (outcome, error) {
	args := []string{"-test.run=" + u.pattern()}
	cpu, wall := leastCPU+patience*u.cost, leastTime+patience*u.wall
	for range 3 {
		e := r.execute(ctx, u.dir, args, cpu, wall)
		if e.err != nil || e.outcome == survived || e.outcome == expired && e.wall < wall {
			return e.outcome, e.err
		}
		if e.outcome == killed {
			again := r.execute(ctx, u.dir, args, cpu, wall)
			return again.outcome, again.err
		}
		if err := r.activate("0"); err != nil {
			return survived, err
		}
		e = r.execute(ctx, u.dir, args, time.Hour, time.Hour)
		if err := r.activate(strconv.Itoa(m.id)); err != nil {
			return survived, err
		}
		if e.err != nil || e.wall*3 < wall {
			return expired, e.err
		}
		wall = patience * e.wall
	}
	return survived, nil
}

// test runs a set of tests, again if they fail.
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
	return max(2*leastTime, patience*r.usual[name]), nil
}

// run runs "go test", and returns the end of what it prints.
func run(ctx context.Context, limit time.Duration, args []string) (got outcome, end string, err error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	args = append([]string{"-c", "ulimit -v " + mostMemory + ` && exec go test -count=1 -vet=off -failfast "$@"`,
		"sh"}, args...)
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

// readSurvivors reads the list of mistakes that no test needs to find: a line
// for the mistake, an indented one for the reason. A star stands for all
// mistakes in a function.
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
