//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file draws mistakes at random, and counts those that tests find.

// sample is the mistakes drawn for a package.
type sample struct {
	target
	possible int
	seeds    map[uint64][]*mutant
	more     map[uint64][]*mutant // in their order, for those that do not compile
	all      []*mutant            // without those drawn twice
	pack     *pack
}

// add gives a mistake its number, if it has none yet.
func (s *sample) add(m *mutant, number *int) {
	if m.id == 0 {
		*number++
		m.id = *number
		s.all = append(s.all, m)
	}
}

// redraw draws others in place of those that do not compile, and reports
// whether there were any.
func (s *sample) redraw(bad map[*mutant]bool, number *int) bool {
	redrawn := false
	s.all = slices.DeleteFunc(s.all, func(m *mutant) bool { return bad[m] })
	for _, seed := range slices.Sorted(maps.Keys(s.seeds)) {
		want := len(s.seeds[seed])
		kept := slices.DeleteFunc(s.seeds[seed], func(m *mutant) bool { return bad[m] })
		for len(kept) < want && len(s.more[seed]) > 0 {
			m := s.more[seed][0]
			s.more[seed] = s.more[seed][1:]
			if bad[m] {
				continue
			}
			redrawn = true
			s.add(m, number)
			kept = append(kept, m)
		}
		s.seeds[seed] = kept
	}
	return redrawn
}

// result is what became of a mistake.
type result struct {
	outcome outcome
	listed  bool // among those that need not be found
}

// all runs the mutants of the named packages, of all targets if none is named.
func (r *runner) all(ctx context.Context, o options) (ok bool, err error) {
	known, err := readSurvivors(survivorsPath)
	if err != nil {
		return false, err
	}
	samples, err := drawn(o)
	if err != nil {
		return false, err
	}
	units, err := r.prepare(ctx, samples)
	if err != nil {
		return false, err
	}
	ok = true
	table := []string{"", "| package | seed | drawn of | found | not found | listed | |",
		"| --- | --- | --- | --- | --- | --- | --- |"}
	sums := make(map[uint64]*tally)
	for _, s := range samples {
		results, err := r.sample(ctx, s, units, known, o.listed)
		if err != nil {
			return false, err
		}
		for _, seed := range slices.Sorted(maps.Keys(s.seeds)) {
			got := tallyOf(s.seeds[seed], results)
			fmt.Printf("# %s, seed %d: %s, of %d possible mistakes\n", s.dir, seed, got, s.possible)
			table = append(table, got.row("`"+s.dir+"`", seed, s.possible))
			ok = ok && got.percent() >= o.least && len(got.found) == 0
			if sums[seed] == nil {
				sums[seed] = &tally{}
			}
			sums[seed].add(got)
		}
	}
	for _, seed := range slices.Sorted(maps.Keys(sums)) {
		table = append(table, sums[seed].row("all", seed, 0))
	}
	fmt.Println(strings.Join(table, "\n"))
	return ok, nil
}

// drawn draws the mistakes, and numbers them.
func drawn(o options) ([]*sample, error) {
	var samples []*sample
	number := 0
	chosen, err := chosenTargets(o)
	if err != nil {
		return nil, err
	}
	for _, t := range chosen {
		if o.tests != nil {
			t.tests = slices.DeleteFunc(slices.Clone(t.tests),
				func(dir string) bool { return !slices.Contains(o.tests, dir) })
		}
		mutants, err := t.mutants()
		if err != nil {
			return nil, err
		}
		mutants = slices.DeleteFunc(mutants, func(m mutant) bool { return !strings.Contains(m.key(), o.match) })
		s := &sample{target: t, possible: len(mutants), seeds: make(map[uint64][]*mutant),
			more: make(map[uint64][]*mutant)}
		for _, seed := range o.seeds {
			var order []*mutant
			for _, i := range rand.New(rand.NewPCG(seed, 0)).Perm(len(mutants)) {
				order = append(order, &mutants[i])
			}
			count := len(order)
			if o.count > 0 {
				count = min(count, o.count)
			}
			for _, m := range order[:count] {
				s.add(m, &number)
			}
			s.seeds[seed], s.more[seed] = order[:count:count], order[count:]
		}
		samples = append(samples, s)
	}
	if number == 0 {
		return nil, errors.New("no mistakes were made: are the packages named as in scripts/mutants/targets.go?")
	}
	return samples, nil
}

// chosenTargets returns the packages to make mistakes in: those of the table, or
// any that are named. With -own, only their own tests are to find them.
func chosenTargets(o options) ([]target, error) {
	chosen := targets
	if len(o.names) > 0 {
		chosen = nil
		for _, name := range o.names {
			dir := filepath.ToSlash(filepath.Clean(name))
			i := slices.IndexFunc(targets, func(t target) bool { return t.dir == dir })
			switch {
			case i >= 0:
				chosen = append(chosen, targets[i])
			default:
				chosen = append(chosen, target{dir: dir, tests: []string{dir}})
			}
		}
	}
	if !o.own {
		return chosen, nil
	}
	var own []target
	for _, t := range chosen {
		tests, err := filepath.Glob(filepath.Join(t.dir, "*_test.go"))
		if err != nil {
			return nil, err
		}
		if len(tests) > 0 {
			t.tests = []string{t.dir}
		}
		own = append(own, t)
	}
	return own, nil
}

// prepare compiles all tests with all mistakes, and finds out which tests run
// which code.
func (r *runner) prepare(ctx context.Context, samples []*sample) ([]*unit, error) {
	var dirs, tests []string
	number := 0
	for _, s := range samples {
		dirs = append(dirs, s.dir)
		tests = append(tests, s.tests...)
		for _, m := range s.all {
			number = max(number, m.id)
		}
	}
	slices.Sort(tests)
	tests = slices.Compact(tests)
	imports, err := exports(ctx, dirs)
	if err != nil {
		return nil, err
	}
	texts := make(map[string][]byte)
	for _, s := range samples {
		names, err := goFiles(s.dir)
		if err != nil {
			return nil, err
		}
		first, err := os.ReadFile(names[0])
		if err != nil {
			return nil, err
		}
		var switches string
		for drawing := true; drawing; {
			switches = fmt.Sprintf(switchText, packageName(first), number+1, r.switchPath(), r.logPath())
			if s.pack, err = assemblePackage(s.dir, s.all, imports, switches); err != nil {
				return nil, err
			}
			if err := s.pack.checkAlone(imports); err != nil {
				return nil, err
			}
			drawing = s.redraw(s.pack.invalid, &number)
		}
		texts[filepath.Join(s.dir, "mutants_switch.go")] = []byte(switches)
		for path, f := range s.pack.files {
			texts[path] = f.text
		}
	}
	overlay, err := r.writeOverlay("together", texts)
	if err != nil {
		return nil, err
	}
	var units []*unit
	for _, dir := range tests {
		if err := compile(ctx, overlay, dir, r.program(dir)); err != nil {
			return nil, err
		}
		found, err := r.discover(ctx, dir)
		if err != nil {
			return nil, err
		}
		fmt.Printf("# %s: %d units of tests\n", dir, len(found))
		units = append(units, found...)
	}
	return units, nil
}

// sample runs the mutants of a package, and prints those that no test finds.
func (r *runner) sample(ctx context.Context, s *sample, units []*unit, known map[string]string,
	listedToo bool) (map[*mutant]result, error) {
	results := make(map[*mutant]result)
	alone := s.pack.alone()
	fit := slices.DeleteFunc(slices.Clone(units), func(u *unit) bool { return !slices.Contains(s.tests, u.dir) })
	for _, m := range s.all {
		_, function := known[m.anywhere()]
		_, itself := known[m.key()]
		got := result{listed: function || itself}
		by := ""
		var err error
		switch {
		case s.pack.invalid[m]:
			got.outcome = invalid
		case function || itself && !listedToo:
		case slices.Contains(alone, m):
			got.outcome, by, err = r.alone(ctx, m, unitsFor(m, true, s.dir, fit))
		default:
			got.outcome, by, err = r.mutant(ctx, m, unitsFor(m, false, s.dir, fit))
		}
		if err != nil {
			return nil, err
		}
		results[m] = got
		r.tell(m, got, by)
	}
	return results, nil
}

// tell prints what became of a mistake.
func (r *runner) tell(m *mutant, got result, by string) {
	switch place := fmt.Sprintf("%s:%d: in %s: %s", m.file, m.line, m.function, m.what); {
	case got.listed && (got.outcome == killed || got.outcome == expired):
		fmt.Printf("found by %s although it is listed: %s\n", by, m.key())
	case got.listed:
	case got.outcome == expired:
		fmt.Printf("too long for %s: %s\n", by, place)
	case got.outcome == killed && r.verbose:
		fmt.Printf("found by %s: %s\n", by, place)
	case got.outcome == survived:
		fmt.Printf("not found: %s\n", place)
	}
}

// alone runs the tests for a mistake that needs a build of its own.
func (r *runner) alone(ctx context.Context, m *mutant, units []*unit) (outcome, string, error) {
	text, err := os.ReadFile(m.file)
	if err != nil {
		return survived, "", err
	}
	overlay, err := r.writeOverlay("alone", map[string][]byte{m.file: m.apply(text)})
	if err != nil {
		return survived, "", err
	}
	of := *r
	if of.programs, err = os.MkdirTemp(r.dir, "alone"); err != nil {
		return survived, "", err
	}
	defer os.RemoveAll(of.programs)
	var dirs []string
	for _, u := range units {
		if !slices.Contains(dirs, u.dir) {
			dirs = append(dirs, u.dir)
		}
	}
	for _, dir := range dirs {
		if err := compile(ctx, overlay, dir, of.program(dir)); err != nil {
			if errors.Is(err, errDoesNotCompile) {
				return invalid, "", nil
			}
			return survived, "", err
		}
		own := slices.DeleteFunc(slices.Clone(units), func(u *unit) bool { return u.dir != dir })
		if got, by, err := of.mutant(ctx, m, own); err != nil || got != survived {
			return got, by, err
		}
	}
	return survived, "", nil
}

// tally is what became of mutants.
type tally struct {
	killed, expired, survived, listed int
	found                             []string // listed as survivors, but found
}

func tallyOf(mutants []*mutant, results map[*mutant]result) tally {
	var t tally
	for _, m := range mutants {
		switch got := results[m]; {
		case got.outcome == invalid:
		case got.listed && got.outcome != survived:
			t.found = append(t.found, m.key())
		case got.listed:
			t.listed++
		case got.outcome == expired:
			t.expired++
		case got.outcome == killed:
			t.killed++
		default:
			t.survived++
		}
	}
	return t
}

func (t *tally) add(u tally) {
	t.killed += u.killed
	t.expired += u.expired
	t.survived += u.survived
	t.listed += u.listed
	t.found = append(t.found, u.found...)
}

func (t tally) percent() int {
	found := t.killed + t.expired
	if found+t.survived == 0 {
		return 100
	}
	return 100 * found / (found + t.survived)
}

func (t tally) String() string {
	found := t.killed + t.expired
	return fmt.Sprintf("%d of %d found (%d %%; %d because the tests took too long), %d listed",
		found, found+t.survived, t.percent(), t.expired, t.listed)
}

// row is a line of the table.
func (t tally) row(name string, seed uint64, possible int) string {
	of := ""
	if possible > 0 {
		of = fmt.Sprint(possible)
	}
	found := t.killed + t.expired
	return fmt.Sprintf("| %s | %d | %d of %s | %d | %d | %d | %d %% |", name, seed, found+t.survived+t.listed, of, found,
		t.survived, t.listed, t.percent())
}
