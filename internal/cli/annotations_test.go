package cli_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"ytt/internal/directive"
)

// TestAnnotationsPage checks that the table of annotations in docs/language.md has all that exist, and no others.
func TestAnnotationsPage(t *testing.T) {
	const page = "../../docs/language.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "| annotation |")
	table, _, ok2 := strings.Cut(table, "\n\n")
	if !ok || !ok2 {
		t.Fatalf("%s has no table of annotations", page)
	}
	documented := map[string]bool{}
	for _, m := range regexp.MustCompile("`@([a-z/-]+)").FindAllStringSubmatch(table, -1) {
		documented[m[1]] = true
	}
	for _, name := range directive.Annotations() {
		if !documented[name] {
			t.Errorf("%s does not mention @%s", page, name)
		}
	}
	for name := range documented {
		if hint, unread := directive.Unread(name); unread {
			t.Errorf("%s mentions @%s, which does not exist (%s)", page, name, hint)
		}
	}
}
