package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ytt/internal/testkit/transcript"
)

// This file runs the examples of the proposals that the schema language comes from. Each archive of testdata/seeds holds
// examples of our own with the constructs of some of their blocks of YAML, named in its comment as "blocks 000-20 to 000-26":
// values that pass, values that fail, and the problem of a block that was proposed with a typo. The archives are transcripts; -update rewrites them.

func TestSeeds(t *testing.T) {
	for _, path := range seeds(t) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			transcript.Run(t, path, false, run)
		})
	}
}

// blocks says how many blocks of YAML each proposal has: the large one, the early one (twice the same), the reference of
// what was first released, and the one about plain values.
var blocks = map[string]int{"000": 58, "001": 23, "002": 23, "004": 11}

// TestSeedsAreComplete checks that every block is taken up.
func TestSeedsAreComplete(t *testing.T) {
	block := regexp.MustCompile(`(\d{3})-(\d{2})(?: to \d{3}-(\d{2}))?`)
	taken := map[string]bool{}
	for _, path := range seeds(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		comment, _, _ := strings.Cut(string(text), "\n-- ")
		for _, m := range block.FindAllStringSubmatch(comment, -1) {
			first, _ := strconv.Atoi(m[2]) // digits
			last := first
			if m[3] != "" {
				last, _ = strconv.Atoi(m[3])
			}
			if last > blocks[m[1]] || first == 0 {
				t.Errorf("%s: there is no block %s", filepath.Base(path), m[0])
			}
			for n := first; n <= last; n++ {
				taken[fmt.Sprintf("%s-%02d", m[1], n)] = true
			}
		}
	}
	for proposal, count := range blocks {
		for n := 1; n <= count; n++ {
			if name := fmt.Sprintf("%s-%02d", proposal, n); !taken[name] {
				t.Errorf("no archive takes up block %s", name)
			}
		}
	}
}

func seeds(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("../../testdata/seeds/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives (%v)", err)
	}
	for i := range paths {
		if paths[i], err = filepath.Abs(paths[i]); err != nil {
			t.Fatal(err)
		}
	}
	return paths
}
