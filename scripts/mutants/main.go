//go:build unix

// Command mutants checks the checks: it makes small mistakes in the code, one at a time, and counts those that a test finds.
//
//	go run ./scripts/mutants [-n COUNT] [-seed SEED] [-v] [PACKAGE…]
//
// Nothing in the tree changes: the go command reads each mistake from an overlay. The packages and the tests that are to find
// the mistakes are in targets.go. Mistakes that no test can find, or need not find, are in survivors.txt, each with its reason;
// they do not count. The exit status is 1 when fewer than -least per cent of the others are found in a package, and when a
// listed one is found after all.
//
// Tools of the field mutate conditions and arithmetic. The mistakes that matter here are forgotten statements, too, and
// what finds them often stands in the tests of another package.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"time"
)

func main() {
	count := flag.Int("n", 40, "mistakes per package, drawn at random; 0 for all")
	seed := flag.Uint64("seed", 1, "for the random numbers")
	least := flag.Int("least", 85, "per cent of the mistakes that must be found")
	verbose := flag.Bool("v", false, "print the mistakes that are found, too")
	timeout := flag.Duration("timeout", 2*time.Minute, "for the tests of one mistake; taking longer is being found")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	r := runner{timeout: *timeout, verbose: *verbose}
	ok, err := r.all(ctx, flag.Args(), *count, *least, rand.New(rand.NewPCG(*seed, 0)))
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// all runs the mutants of the named packages, of all targets if none is named.
func (r *runner) all(ctx context.Context, names []string, count, least int, random *rand.Rand) (ok bool, err error) {
	known, err := readSurvivors("scripts/mutants/survivors.txt")
	if err != nil {
		return false, err
	}
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	r.dir = dir
	ok = true
	var sum tally
	for _, t := range targets {
		if len(names) > 0 && !slices.Contains(names, t.dir) {
			continue
		}
		mutants, err := mutantsOf(t.dir)
		if err != nil {
			return false, err
		}
		drawn := draw(mutants, count, random)
		got, err := r.target(ctx, t, drawn, known)
		if err != nil {
			return false, err
		}
		fmt.Printf("%s: %s, of %d possible mistakes\n", t.dir, got, len(mutants))
		ok = ok && got.percent() >= least && len(got.found) == 0
		sum.add(got)
	}
	if sum.killed+sum.survived+sum.listed == 0 {
		return false, errors.New("no mistakes were made: are the packages named as in scripts/mutants/targets.go?")
	}
	fmt.Printf("all: %s\n", sum)
	return ok, nil
}

// draw takes count mutants at random, in the order of the files.
func draw(mutants []mutant, count int, random *rand.Rand) []mutant {
	if count <= 0 || count >= len(mutants) {
		return mutants
	}
	picked := random.Perm(len(mutants))[:count]
	slices.Sort(picked)
	drawn := make([]mutant, count)
	for i, at := range picked {
		drawn[i] = mutants[at]
	}
	return drawn
}

// tally is what became of mutants.
type tally struct {
	killed, survived, listed, invalid int
	found                             []string // listed as survivors, but found
}

func (t *tally) add(u tally) {
	t.killed += u.killed
	t.survived += u.survived
	t.listed += u.listed
	t.invalid += u.invalid
	t.found = append(t.found, u.found...)
}

func (t tally) percent() int {
	if t.killed+t.survived == 0 {
		return 100
	}
	return 100 * t.killed / (t.killed + t.survived)
}

func (t tally) String() string {
	return fmt.Sprintf("%d of %d found (%d %%), %d listed, %d that do not compile",
		t.killed, t.killed+t.survived, t.percent(), t.listed, t.invalid)
}
