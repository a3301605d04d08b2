//go:build unix

// Command mutants checks the checks: it makes small mistakes in the code, one at a time, and counts those that a test finds.
//
//	go run ./scripts/mutants [-n COUNT] [-seed SEED] [-v] [PACKAGE…]
//	go run ./scripts/mutants -planted [NAME…]
//
// Nothing in the tree changes: the go command reads each mistake from an overlay. The packages and the tests that are to find
// the mistakes are in targets.go. Mistakes that no test can find, or need not find, are in survivors.txt, each with its reason;
// they do not count. The exit status is 1 when fewer than -least per cent of the others are found in a package, and when a
// listed one is found after all.
//
// With -planted, the mistakes are those of planted.txt, made by hand where something bad would follow. Each has to be found by the
// test that stands there.
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
)

func main() {
	count := flag.Int("n", 40, "mistakes per package, drawn at random; 0 for all")
	seed := flag.Uint64("seed", 1, "for the random numbers")
	least := flag.Int("least", 85, "per cent of the mistakes that must be found")
	verbose := flag.Bool("v", false, "print the mistakes that are found, too")
	timeout := flag.Duration("timeout", 0, "for the tests of one mistake; taking longer is being found (ten times as long as usual, at least a minute)")
	planted := flag.Bool("planted", false, "make the mistakes of planted.txt")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	r := runner{timeout: *timeout, verbose: *verbose}
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	r.dir = dir
	ok := false
	if *planted {
		ok, err = r.planted(ctx, flag.Args())
	} else {
		ok, err = r.all(ctx, flag.Args(), *count, *least, *seed)
	}
	_ = os.RemoveAll(dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// all runs the mutants of the named packages, of all targets if none is named.
func (r *runner) all(ctx context.Context, names []string, count, least int, seed uint64) (ok bool, err error) {
	known, err := readSurvivors(survivorsPath)
	if err != nil {
		return false, err
	}
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
		drawn := draw(mutants, count, rand.New(rand.NewPCG(seed, 0)))
		got, err := r.target(ctx, t, drawn, known)
		if err != nil {
			return false, err
		}
		fmt.Printf("%s: %s, of %d possible mistakes\n", t.dir, got, len(mutants))
		ok = ok && got.percent() >= least && len(got.found) == 0
		sum.add(got)
	}
	if sum.killed+sum.expired+sum.survived+sum.listed == 0 {
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
	killed, expired, survived, listed, invalid int
	found                                      []string // listed as survivors, but found
}

func (t *tally) add(u tally) {
	t.killed += u.killed
	t.expired += u.expired
	t.survived += u.survived
	t.listed += u.listed
	t.invalid += u.invalid
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
	return fmt.Sprintf("%d of %d found (%d %%; %d because the tests took too long), %d listed, %d that do not compile",
		found, found+t.survived, t.percent(), t.expired, t.listed, t.invalid)
}
