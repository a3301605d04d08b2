package main

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the list")

// TestList fails when the Go API is another one than recorded: a change that
// users notice is to be seen in a diff.
func TestList(t *testing.T) {
	got, err := list("../..")
	if err != nil {
		t.Fatal(err)
	}
	const path = "../../" + listed
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range missing(string(want), got) {
		t.Errorf("gone: %s", line)
	}
	for _, line := range missing(got, string(want)) {
		t.Errorf("new: %s (go test ./scripts/api -update records it)", line)
	}
}

func TestMissing(t *testing.T) {
	if got := missing("a\nb\nc\n", "c\na\nd\n"); strings.Join(got, " ") != "b" {
		t.Error(got)
	}
}
