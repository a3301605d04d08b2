//go:build unix

package main

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMutants makes every kind of mistake, and checks that what results is Go.
func TestMutants(t *testing.T) {
	const text = `package p

import "fmt"

var enabled = true

func f(a int) error {
	defer done()
	for i := 0; i < 100; i++ {
		if a == i && enabled {
			continue
		}
		fmt.Println("text")
		a = a + i
	}
	if err := g(); err != nil {
		return err
	}
	return nil
}
`
	found, err := mutantsIn("p.go", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, m := range found {
		changed := string(m.apply([]byte(text)))
		if _, err := parser.ParseFile(token.NewFileSet(), "p.go", changed, parser.SkipObjectResolution); err != nil || changed == text {
			t.Errorf("%s: %v", m.key(), err)
		}
		all = append(all, m.function+": "+m.what)
	}
	for _, want := range []string{
		"-: it is false: var enabled = ⟦true⟧",
		"f: the deferred call is left out: ⟦defer done()⟧",
		"f: it is <=: for i := 0; i ⟦<⟧ 100; i++ {",
		"f: it is half as much: for i := 0; i < ⟦100⟧; i++ {",
		"f: the condition is negated: if ⟦a == i && enabled⟧ {",
		"f: it is ||: if a == i ⟦&&⟧ enabled {",
		"f: the branch is left out: ⟦continue⟧",
		"f: the call is left out: ⟦fmt.Println(\"text\")⟧",
		"f: a ~ is added: fmt.Println(⟦\"text\"⟧)",
		"f: the assignment is left out: ⟦a = a + i⟧",
		"f: it is -: a = a ⟦+⟧ i",
		"f: the error is dropped: return ⟦err⟧",
	} {
		if !slices.Contains(all, want) {
			t.Errorf("%q is missing among\n%s", want, strings.Join(all, "\n"))
		}
	}
	for _, m := range all {
		if strings.Contains(m, `"fmt"⟧`) {
			t.Errorf("a mistake in an import: %s", m)
		}
	}
}

// TestTally counts what becomes of mistakes.
func TestTally(t *testing.T) {
	sum := tally{killed: 6, expired: 1, survived: 1}
	sum.add(tally{killed: 1, survived: 1, listed: 3, invalid: 2, found: []string{"a"}})
	const want = "8 of 10 found (80 %; 1 because the tests took too long), 3 listed, 2 that do not compile"
	if got := sum.String(); got != want || sum.percent() != 80 || len(sum.found) != 1 {
		t.Errorf("%s, want %s", got, want)
	}
	if none := (tally{}); none.percent() != 100 {
		t.Errorf("of no mistakes %d %% are found", none.percent())
	}
}

// TestPlanted checks that the mistakes made by hand still fit the code, and that their tests exist.
func TestPlanted(t *testing.T) {
	t.Chdir("../..")
	all, err := readPlanted(plantedPath)
	if err != nil || len(all) < 25 {
		t.Fatalf("%d mistakes: %v", len(all), err)
	}
	for _, m := range all {
		text, err := os.ReadFile(m.file)
		if err != nil {
			t.Error(err)
			continue
		}
		changed, err := m.apply(string(text))
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err := parser.ParseFile(token.NewFileSet(), m.file, changed, parser.SkipObjectResolution); err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
		if len(m.tests) != 3 || m.tests[1] != "-run" {
			t.Errorf("%s: the test is not of the form PACKAGE -run NAME: %s", m.name, m.tests)
			continue
		}
		if test, _, _ := strings.Cut(m.tests[2], "/"); !hasTest(t, m.tests[0], test) {
			t.Errorf("%s: there is no test %s in %s", m.name, test, m.tests[0])
		}
	}
}

func hasTest(t *testing.T, dir, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "func "+name+"(t *testing.T)") {
			return true
		}
	}
	return false
}

// TestSurvivors reads the list of mistakes that need not be found: each is one that can be made, and has a reason.
func TestSurvivors(t *testing.T) {
	t.Chdir("../..")
	known, err := readSurvivors(survivorsPath)
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range targets {
		mutants, err := mutantsOf(target.dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(mutants) == 0 {
			t.Errorf("no mistakes can be made in %s", target.dir)
		}
		for i := range mutants {
			delete(known, mutants[i].key())
			delete(known, mutants[i].anywhere())
		}
	}
	for key := range known {
		t.Errorf("the list has a mistake that cannot be made: %s", key)
	}
}
