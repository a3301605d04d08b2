package ytt_test

import (
	"os"
	"strings"
	"testing"
)

// TestContributing keeps the diffs in CONTRIBUTING.md true: what they add
// stands in the files that they name.
func TestContributing(t *testing.T) {
	page, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(page), "```diff\n")[1:]
	if len(blocks) < 6 {
		t.Errorf("there are only %d diffs", len(blocks))
	}
	for _, block := range blocks {
		block, _, _ = strings.Cut(block, "```\n")
		path, text := "", ""
		var added strings.Builder
		check := func() {
			if hunk := added.String(); hunk != "" && !strings.Contains(text, hunk) {
				t.Errorf("%s does not have\n%s", path, hunk)
			}
			added.Reset()
		}
		for line := range strings.Lines(block) {
			if name, isName := strings.CutPrefix(line, "+++ "); isName {
				check()
				path = strings.TrimSpace(name)
				b, err := os.ReadFile(path)
				if err != nil {
					t.Error(err)
				}
				text = string(b)
			} else if strings.HasPrefix(line, "@@") {
				check()
			} else if line != "" {
				added.WriteString(line[1:])
			}
		}
		check()
	}
}
