package docs_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ytt/docs"
	"ytt/internal/testkit"
)

// TestPages compares the pages that the program has with those in the source.
// "go test ./docs -update" packs them again.
func TestPages(t *testing.T) {
	want := map[string]string{}
	add := func(path string) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want[filepath.ToSlash(path)] = string(text)
	}
	for line := range strings.Lines(docs.Contents) {
		dir, _, _ := strings.Cut(strings.TrimSpace(line), "/")
		if path := strings.TrimSpace(line); strings.HasSuffix(path, ".md") && path != "codes.md" && dir != "mistakes" &&
			dir != "contributing" {
			add(path)
		}
	}
	commands, err := filepath.Glob("commands/*.md")
	if err != nil || len(commands) == 0 {
		t.Fatal("no pages about commands", err)
	}
	for _, path := range commands {
		add(path)
	}
	if testkit.Updating() {
		var b bytes.Buffer
		if err := json.NewEncoder(&b).Encode(want); err != nil {
			t.Fatal(err)
		}
		testkit.WriteFile(t, "pages.json.gz", testkit.Gzip(t, b.Bytes()))
		return
	}
	got := docs.Pages()
	for path, text := range want {
		if got[path] != text {
			t.Errorf("the program has another %s: go test ./docs -update packs the pages again", path)
		}
	}
	for path := range got {
		if _, ok := want[path]; !ok {
			t.Errorf("the program has %s, which there is not", path)
		}
	}
}
