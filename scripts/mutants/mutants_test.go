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
	"time"
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
	n++
	return nil
}

func size(a string) (int, error) {
	if a == "" {
		panic("impossible")
	}
	use(strings.Map(func(r rune) rune { return r + 1 }, a))
	log("a message")
	return len(a), nil
}
`
	found, err := mutantsIn("p.go", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, m := range found {
		changed := string(m.apply([]byte(text)))
		if _, err := parser.ParseFile(token.NewFileSet(), "p.go", changed, parser.SkipObjectResolution); err != nil ||
			changed == text {
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
		"f: it is ==: if err := g(); err ⟦!=⟧ nil {",
		"f: the statement is left out: ⟦n++⟧",
		"size: the result is zero: return ⟦len(a)⟧, nil",
		"size: the result is zero: use(strings.Map(func(r rune) rune { return ⟦r + 1⟧ }, a))",
	} {
		if !slices.Contains(all, want) {
			t.Errorf("%q is missing among\n%s", want, strings.Join(all, "\n"))
		}
	}
	for _, m := range all {
		for _, not := range []string{`"fmt"⟧`, "panic", "a message⟧"} {
			if strings.Contains(m, not) {
				t.Errorf("a mistake in an import, a message, or what cannot happen: %s", m)
			}
		}
	}
}

// TestSample runs all mistakes of a small package: in functions and methods, in
// variables, and in a constant.
func TestSample(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"go.mod": "module sampled\n\ngo 1.26\n",
		"p.go": `package sampled

const most = 3

var greeting, check = "hello", func(n int) bool { return n < most }

type list[T any] []T

func (l *list[T]) add(_ int, more ...T) (n int) {
	if len(more) == 0 {
		return 0
	}
	*l = append(*l, more...)
	return len(more) + len(*l)
}

func safe(f func()) (failed bool) {
	func() {
		defer func() { failed = recover() != nil }()
		f()
	}()
	return failed
}

func endless(n int) {
	for i := 0; i < n; {
		i += 2
	}
}

func untested(name string) string { return name + "x" }
`,
		"p_test.go": `package sampled

import "testing"

func TestGreeting(t *testing.T) {
	if greeting != "hello" || check(3) || !check(2) {
		t.Error(greeting)
	}
	endless(1)
}

func TestAdd(t *testing.T) {
	var l list[int]
	if l.add(0) != 0 || l.add(0, 1) != 2 || len(l) != 1 || !safe(func() { panic(1) }) {
		t.Error(l)
	}
}
`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := &sample{target: target{dir: ".", tests: []string{"."}}}
	mutants, err := s.mutants()
	if err != nil {
		t.Fatal(err)
	}
	for i := range mutants {
		mutants[i].id = i + 1
		s.all = append(s.all, &mutants[i])
	}
	dir := t.TempDir()
	r := runner{dir: dir, programs: dir, most: time.Minute}
	units, err := r.prepare(t.Context(), []*sample{s})
	if err != nil {
		t.Fatal(err)
	}
	const listed = "p.go: endless: it is one more: for i := ⟦0⟧; i < n; {"
	results, err := r.sample(t.Context(), s, units, map[string]string{listed: "it ends all the same"}, false)
	if err != nil {
		t.Fatal(err)
	}
	var not []string
	for _, m := range s.all {
		if got := results[m]; got.outcome == survived && !got.listed || got.outcome == expired {
			not = append(not, m.function+": "+m.what)
		}
	}
	want := []string{
		"endless: it is <=: for i := 0; i ⟦<⟧ n; {",
		"endless: the assignment is left out: ⟦i += 2⟧",
		"endless: it is one more: i += ⟦2⟧",
		"untested: the result is zero: func untested(name string) string { return ⟦name + \"x\"⟧ }",
		"untested: a ~ is added: func untested(name string) string { return name + ⟦\"x\"⟧ }",
	}
	if !slices.Equal(not, want) {
		t.Errorf("not found, or too long for the tests:\n%s", strings.Join(not, "\n"))
	}
	if got := tallyOf(s.all, results); got.listed != 1 || got.expired != 1 || got.survived != 4 {
		t.Errorf("%s", got)
	}
}

// TestTally counts what becomes of mistakes.
func TestTally(t *testing.T) {
	sum := tally{killed: 6, expired: 1, survived: 1}
	sum.add(tally{killed: 1, survived: 1, listed: 3, found: []string{"a"}})
	const want = "8 of 10 found (80 %; 1 because the tests took too long), 3 listed"
	if got := sum.String(); got != want || sum.percent() != 80 || len(sum.found) != 1 {
		t.Errorf("%s, want %s", got, want)
	}
	if none := (tally{}); none.percent() != 100 {
		t.Errorf("of no mistakes %d %% are found", none.percent())
	}
}

// TestPlanted checks that the mistakes made by hand still fit the code, and
// that their tests exist.
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

// TestSurvivors reads the list of mistakes that need not be found: each is one
// that can be made, and has a reason.
func TestSurvivors(t *testing.T) {
	t.Chdir("../..")
	known, err := readSurvivors(survivorsPath)
	if err != nil {
		t.Fatal(err)
	}
	dirs := map[string]bool{}
	for _, target := range targets {
		dirs[target.dir] = true
	}
	for key := range known {
		file, _, _ := strings.Cut(key, ": ")
		dirs[filepath.ToSlash(filepath.Dir(file))] = true
	}
	for dir := range dirs {
		mutants, err := target{dir: dir}.mutants()
		if err != nil {
			t.Fatal(err)
		}
		if len(mutants) == 0 {
			t.Errorf("no mistakes can be made in %s", dir)
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
