package manual

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ytt/internal/testkit"
)

// TestPages checks that the program has all pages but those that are left out
// on purpose.
func TestPages(t *testing.T) {
	var names []string
	for _, p := range Pages() {
		names = append(names, p.Name)
		if p.Title == "" || p.About == "" || strings.Contains(p.Title, "\n") {
			t.Errorf("%s: title %q, about %q", p.Name, p.Title, p.About)
		}
	}
	for _, pattern := range []string{"../../docs/*.md", "../../docs/commands/*.md"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("no pages (%v)", err)
		}
		for _, path := range paths {
			name := strings.TrimSuffix(filepath.Base(path), ".md")
			if left := name == "codes" || slices.Contains(LeftOut, name); left == slices.Contains(names, name) {
				t.Errorf("%s: left out on purpose: %t", name, left)
			}
		}
	}
}

// TestText lays out a text that has all kinds of blocks.
func TestText(t *testing.T) {
	markdown, err := os.ReadFile("testdata/all.md")
	if err != nil {
		t.Fatal(err)
	}
	testkit.File(t, "testdata/all.txt", Text(string(markdown), Options{Width: 60}))
	testkit.File(t, "testdata/color.txt", strings.ReplaceAll(Text(string(markdown), Options{Width: 60, Color: true}),
		"\x1b", "ESC"))
}

// TestWidth checks that prose stays within the width, whatever is in the pages;
// only code may be wider.
func TestWidth(t *testing.T) {
	for _, p := range Pages() {
		for _, width := range []int{60, 80, 100} {
			for line := range strings.SplitSeq(Text(p.Text, Options{Width: width}), "\n") {
				prose := strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "   ") &&
					!strings.Contains(line[2:], "  ")
				if n := utf8.RuneCountInString(line); prose && n > width &&
					strings.Contains(strings.TrimSpace(line), " ") {
					t.Errorf("%s at %d: %d columns: %s", p.Name, width, n, line)
				}
			}
		}
	}
}

func TestSection(t *testing.T) {
	page := Page{Text: "# T\n\n## `a`\ntext\n```\n## b\n```\n### c\nx\n## B\ny\n"}
	for _, c := range []struct{ heading, want string }{
		{"a", "## `a`\ntext\n```\n## b\n```\n### c\nx\n"}, {"b", "## B\ny\n"}, {"c", "### c\nx\n"}, {"d", ""},
	} {
		if got, found := Section(page, c.heading); got != c.want || found != (c.want != "") {
			t.Errorf("%s: %q, %t", c.heading, got, found)
		}
	}
}

// TestTargets follows the links between pages.
func TestTargets(t *testing.T) {
	pages := map[string]Page{"codes": {}}
	for _, p := range Pages() {
		pages[p.Name] = p
	}
	link := regexp.MustCompile(`\(ytt docs ([a-z-]+)(?:#([^)]*))?\)`)
	for _, p := range Pages() {
		text := strings.Join(strings.Fields(Text(p.Text, Options{Width: 100})), " ")
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			to, known := pages[m[1]]
			if _, found := Section(to, m[2]); !known || m[2] != "" && known && to.Text != "" && !found {
				t.Errorf("%s: %s leads nowhere", p.Name, m[0])
			}
		}
	}
}
