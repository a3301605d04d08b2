//go:build unix

// Command mutants checks the checks: it makes small mistakes in the code, one
// at a time, and counts those that a test finds.
//
//	go run ./scripts/mutants [-n COUNT] [-seed SEED,…] [-own] [-v] [PACKAGE…]
//	go run ./scripts/mutants -planted [NAME…]
//
// Nothing in the tree changes: the go command reads the mistakes from an
// overlay. All are compiled into one build, and switched on one at a time.
// First all tests run without a mistake, to learn which code each of them runs;
// then for each mistake only those that run its line, the cheapest first, until
// one fails. The packages and the tests that are to find the mistakes are in
// targets.go; other packages can be named, too, and with -own, only the tests
// of the package itself count. What does not compile is drawn again. Mistakes
// that no test can find, or need not find, are in survivors.txt, each with its
// reason; they do not count. The exit status is 1 when fewer than -least per
// cent of the others are found in a package, and when a listed one is found
// after all.
//
// With -planted, the mistakes are those of planted.txt, made by hand where
// something bad would follow. Each has to be found by the test that stands
// there.
//
// Tools of the field mutate conditions and arithmetic. The mistakes that matter
// here are forgotten statements, too, and what finds them often stands in the
// tests of another package.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"
)

func main() {
	var o options
	flag.IntVar(&o.count, "n", 40, "mistakes per package, drawn at random; 0 for all")
	flag.Func("seed", "for the random numbers; several, separated by commas, draw several times (default 1)", o.addSeeds)
	flag.IntVar(&o.least, "least", 85, "per cent of the mistakes that must be found")
	flag.StringVar(&o.match, "match", "", "make only mistakes whose description has this text")
	flag.Func("tests", "run only the tests of these packages, separated by commas; what others would find counts as not found", func(list string) error {
		o.tests = strings.Split(list, ",")
		return nil
	})
	flag.BoolVar(&o.own, "own", false, "run only the tests of the package that has the mistake, if it has any")
	flag.BoolVar(&o.listed, "listed", false, "make the mistakes of survivors.txt, too, but for whole functions")
	verbose := flag.Bool("v", false, "print the mistakes that are found, too")
	most := flag.Duration("most", 40*time.Second,
		"processor time that the tests of a package may take for a mistake; what has not failed by then counts as not found")
	timeout := flag.Duration("timeout", 0,
		"for the test of a planted mistake; taking longer is being found (ten times as long as usual, at least a minute)")
	planted := flag.Bool("planted", false, "make the mistakes of planted.txt")
	flag.Parse()
	if o.seeds == nil {
		o.seeds = []uint64{1}
	}
	o.names = flag.Args()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	r := runner{dir: dir, programs: dir, timeout: *timeout, most: *most, verbose: *verbose}
	ok := false
	if *planted {
		ok, err = r.planted(ctx, o.names)
	} else {
		ok, err = r.all(ctx, o)
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

// options say which mistakes are made.
type options struct {
	names        []string // of packages
	tests        []string // packages; all if there are none
	count, least int
	seeds        []uint64
	match        string
	listed, own  bool
}

func (o *options) addSeeds(list string) error {
	for one := range strings.SplitSeq(list, ",") {
		seed, err := strconv.ParseUint(one, 10, 64)
		if err != nil {
			return err
		}
		o.seeds = append(o.seeds, seed)
	}
	return nil
}
