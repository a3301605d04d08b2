//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// This file divides tests into units, and finds out which unit runs which code,
// so that few tests have to run for a mistake.

// unit is some tests of a package that run together.
type unit struct {
	dir     string // of the package
	test    string // one test, or several: A|B
	subs    string // subtests of it; all if empty
	cost    time.Duration
	wall    time.Duration
	reached map[int]bool // numbers of mistakes whose code it runs
}

func (u *unit) String() string {
	if u.subs == "" {
		return u.dir + " " + u.test
	}
	return u.dir + " " + u.test + "/" + u.subs
}

func (u *unit) pattern() string {
	if u.subs == "" {
		return "^(" + u.test + ")$"
	}
	return "^" + u.test + "$/^(" + u.subs + ")$"
}

const (
	// unitCost is how long the tests of a unit take, if they can be divided.
	unitCost = time.Second
	// batchCost is how long units take that are made one.
	batchCost = time.Second
)

// isTest reports whether "go test" runs a function: a test, an example, or the
// known inputs of a fuzz target.
func isTest(name string) bool {
	return strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Example") || strings.HasPrefix(name, "Fuzz")
}

// discover runs the tests of a package, and divides them: a test that takes
// long and has subtests into several units.
func (r *runner) discover(ctx context.Context, dir string) ([]*unit, error) {
	list := r.execute(ctx, dir, []string{"-test.list=^(Test|Example|Fuzz)"}, time.Hour, time.Hour)
	if list.err != nil {
		return nil, list.err
	}
	skip, err := regexp.Compile(skipped[dir])
	if err != nil {
		return nil, err
	}
	var units []*unit
	for line := range bytes.Lines(list.out) {
		name := string(bytes.TrimSpace(line))
		if !isTest(name) || skipped[dir] != "" && skip.MatchString(name) {
			continue
		}
		u := &unit{dir: dir, test: name}
		subs, err := r.reach(ctx, u)
		if err != nil {
			return nil, err
		}
		if u.cost < 2*unitCost || len(subs) < 2 {
			units = append(units, u)
			continue
		}
		parts, err := r.divide(ctx, u, subs)
		if err != nil {
			return nil, err
		}
		units = append(units, parts...)
	}
	return units, nil
}

// divide makes several units of a test that has subtests. If it says more than
// they do, it remains one.
func (r *runner) divide(ctx context.Context, u *unit, subs []string) ([]*unit, error) {
	var units []*unit
	number := int(min(u.cost/unitCost, time.Duration(len(subs))))
	for part := range slices.Chunk(subs, (len(subs)+number-1)/number) {
		some := &unit{dir: u.dir, test: u.test, subs: strings.Join(part, "|")}
		if _, err := r.reach(ctx, some); errors.Is(err, errFailsAnyway) {
			return []*unit{u}, nil
		} else if err != nil {
			return nil, err
		}
		units = append(units, some)
	}
	return units, nil
}

var errFailsAnyway = errors.New("fails without a mistake")

// reach finds out what a unit costs, which code it runs, and which subtests it
// has.
func (r *runner) reach(ctx context.Context, u *unit) (subs []string, err error) {
	if err := os.WriteFile(r.logPath(), nil, 0o600); err != nil {
		return nil, err
	}
	if err := r.activate("reach"); err != nil {
		return nil, err
	}
	run := r.execute(ctx, u.dir, []string{"-test.v", "-test.run=" + u.pattern()}, time.Hour, time.Hour)
	if run.err != nil {
		return nil, run.err
	}
	if run.outcome != survived {
		return nil, fmt.Errorf("%s %w:\n%s", u, errFailsAnyway, run.end(3000))
	}
	u.cost, u.wall, u.reached = run.cpu, run.wall, make(map[int]bool)
	log, err := os.ReadFile(r.logPath())
	if err != nil {
		return nil, err
	}
	for number := range bytes.FieldsSeq(log) {
		n, err := strconv.Atoi(string(number))
		if err != nil {
			return nil, err
		}
		u.reached[n] = true
	}
	for line := range strings.Lines(string(run.out)) {
		test, isSub := strings.CutPrefix(line, "    --- PASS: "+u.test+"/")
		name, _, _ := strings.Cut(test, " (")
		name, _, _ = strings.Cut(name, "/")
		if name = regexp.QuoteMeta(name); isSub && !slices.Contains(subs, name) {
			subs = append(subs, name)
		}
	}
	return subs, nil
}

// unitsFor returns what may find a mistake, the cheapest first, those of its
// own package before others, small ones as one.
func unitsFor(m *mutant, alone bool, own string, units []*unit) []*unit {
	var fit []*unit
	for _, u := range units {
		if alone || u.reached[m.id] {
			fit = append(fit, u)
		}
	}
	slices.SortStableFunc(fit, func(a, b *unit) int {
		if (a.dir == own) != (b.dir == own) {
			if a.dir == own {
				return -1
			}
			return 1
		}
		return int(a.cost - b.cost)
	})
	var batches []*unit
	for _, u := range fit {
		if len(batches) > 0 {
			last := batches[len(batches)-1]
			if last.dir == u.dir && last.cost+u.cost <= batchCost {
				if last.subs == "" && u.subs == "" {
					last.test += "|" + u.test
					last.cost, last.wall = last.cost+u.cost, last.wall+u.wall
					continue
				}
				if last.subs != "" && u.subs != "" && last.test == u.test {
					last.subs += "|" + u.subs
					last.cost, last.wall = last.cost+u.cost, last.wall+u.wall
					continue
				}
			}
		}
		batch := *u
		batches = append(batches, &batch)
	}
	return batches
}

func (r *runner) logPath() string    { return filepath.Join(r.dir, "reached") }
func (r *runner) switchPath() string { return filepath.Join(r.dir, "active") }

// activate switches a mistake on, for programs that start from now on.
func (r *runner) activate(what string) error {
	return os.WriteFile(r.switchPath(), []byte(what), 0o600)
}

func (r *runner) program(dir string) string {
	return filepath.Join(r.programs, strings.ReplaceAll(filepath.ToSlash(dir), "/", "_")+".test")
}

// execution is what a run of tests did.
type execution struct {
	outcome   outcome
	out       []byte
	cpu, wall time.Duration
	err       error
}

func (e *execution) end(n int) string { return string(e.out[max(0, len(e.out)-n):]) }

// execute runs the compiled tests of a package.
func (r *runner) execute(ctx context.Context, dir string, args []string, cpu, wall time.Duration) execution {
	limited, cancel := context.WithTimeout(ctx, wall)
	defer cancel()
	script := fmt.Sprintf(`ulimit -v %s && ulimit -t %d && exec "$@"`, mostMemory, int(cpu.Seconds())+1)
	args = append([]string{"-c", script, "sh", r.program(dir), "-test.failfast", "-test.timeout=0"}, args...)
	cmd := exec.CommandContext(limited, "sh", args...)
	cmd.Dir = dir
	// A mistake may make a program that does not end: the whole group goes.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	start := time.Now()
	out, err := cmd.CombinedOutput()
	e := execution{out: out, wall: time.Since(start)}
	if cmd.ProcessState == nil {
		e.err = err
		return e
	}
	e.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	switch {
	case ctx.Err() != nil:
		e.err = ctx.Err()
	case limited.Err() != nil || e.cpu >= cpu:
		e.outcome = expired
	case err != nil:
		e.outcome = killed
	}
	return e
}
