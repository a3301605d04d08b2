//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
)

// This file makes the mistakes of planted.txt.

const plantedPath = "scripts/mutants/planted.txt"

// plantedMistake is a mistake made by hand.
type plantedMistake struct {
	name     string
	file     string
	tests    []string // arguments of "go test"
	old, new string   // some lines of the file, and what stands there instead
}

// readPlanted reads mistakes:
//
//	= name
//	file internal/files/http.go
//	test ./internal/files -run TestHTTP
//	- a line of the file
//	+ what stands there instead
func readPlanted(path string) ([]plantedMistake, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []plantedMistake
	lines := bufio.NewScanner(f)
	for number := 1; lines.Scan(); number++ {
		kind, rest, _ := strings.Cut(lines.Text(), " ")
		if kind == "" || strings.HasPrefix(kind, "#") {
			continue
		}
		if kind == "=" {
			all = append(all, plantedMistake{name: rest})
			continue
		}
		if len(all) == 0 {
			return nil, fmt.Errorf("%s:%d: no mistake has begun", path, number)
		}
		m := &all[len(all)-1]
		switch kind {
		case "file":
			m.file = rest
		case "test":
			m.tests = strings.Fields(rest)
		case "-":
			m.old += rest + "\n"
		case "+":
			m.new += rest + "\n"
		default:
			return nil, fmt.Errorf("%s:%d: a line begins with =, file, test, - or +", path, number)
		}
	}
	return all, lines.Err()
}

// apply returns the text of a file with the mistake. The lines have to be there
// once.
func (m *plantedMistake) apply(text string) (string, error) {
	if m.file == "" || len(m.tests) == 0 || m.old == "" {
		return "", fmt.Errorf("%s: it lacks a file, a test, or lines to replace", m.name)
	}
	if n := strings.Count(text, m.old); n != 1 {
		return "", fmt.Errorf("%s: its lines are in %s %d times", m.name, m.file, n)
	}
	return strings.Replace(text, m.old, m.new, 1), nil
}

// planted makes the mistakes of the names, all if there are none, and reports
// whether each was found.
func (r *runner) planted(ctx context.Context, names []string) (ok bool, err error) {
	all, err := readPlanted(plantedPath)
	if err != nil {
		return false, err
	}
	words := map[outcome]string{killed: "found", expired: "the test took too long", survived: "NOT FOUND",
		invalid: "DOES NOT COMPILE"}
	found, tried := 0, 0
	for _, m := range all {
		if len(names) > 0 && !slices.Contains(names, m.name) {
			continue
		}
		text, err := os.ReadFile(m.file)
		if err != nil {
			return false, err
		}
		changed, err := m.apply(string(text))
		if err != nil {
			return false, err
		}
		overlay, err := r.writeOverlay("planted", map[string][]byte{m.file: []byte(changed)})
		if err != nil {
			return false, err
		}
		got, err := r.test(ctx, overlay, m.tests)
		if err != nil {
			return false, err
		}
		fmt.Printf("%s: %s by go test %s\n", m.name, words[got], strings.Join(m.tests, " "))
		tried++
		if got == killed || got == expired {
			found++
		}
	}
	fmt.Printf("%d of %d found\n", found, tried)
	return found == tried && tried > 0, nil
}
