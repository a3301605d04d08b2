package importer

import (
	"fmt"
	"strings"
	"testing"

	"ytt/internal/testkit"
)

// TestECMA rewrites regular expressions of ECMAScript for RE2.
func TestECMA(t *testing.T) {
	for pattern, want := range map[string]string{
		"": "", "a": "a", `\/`: "/", `a\/b\/`: "a/b/", `\u00e9`: `\x{00e9}`, `x\u00E9y`: `x\x{00E9}y`, `\u00e`: `\u00e`,
		`\u00eg`: `\u00eg`, `\d\.`: `\d\.`, `\\`: `\\`, `\\/`: `\\/`, `a\`: `a\`, `\\u00e9`: `\\u00e9`, "/": "/",
	} {
		if got := fromECMA(pattern); got != want {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
	}
}

// TestGapAfter looks for empty lines behind comments.
func TestGapAfter(t *testing.T) {
	for text, want := range map[string]bool{
		"# a|": false, "# a|\n": true, "# a|\n\nb": true, "# a|\n  \nb": true, "# a|\nb\n": false, "# a| \n\n": true,
		"# a|\r\n\r\nb": true, "# a|\n  b": false,
	} {
		before, after, _ := strings.Cut(text, "|")
		if got := gapAfter(before+after, len(before)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// TestNamesOfCharts compares the names of charts that say something.
func TestNamesOfCharts(t *testing.T) {
	var b strings.Builder
	for _, s := range shapes {
		fmt.Fprintf(&b, "%d ends in %s\n", s.shape, s.end)
	}
	for _, name := range volumeSources {
		fmt.Fprintf(&b, "volumes have %s\n", name)
	}
	for _, end := range fileEnds {
		fmt.Fprintf(&b, "files end in %s\n", end)
	}
	testkit.File(t, "testdata/names.txt", b.String())
	for name, want := range map[string]shape{
		"resources": mapShape, "podLabels": mapShape, "pod-labels": mapShape, "SECURITY_CONTEXT": mapShape,
		"extraVolumeMounts": listShape, "env": eitherWay, "maxSurge": wordShape, "httpPort": portNumber, "cpu": amount,
		"name": noShape, "portName": noShape, "": noShape, strings.Repeat("x", 95) + "ports": eitherWay,
		strings.Repeat("x", 96) + "ports": noShape,
	} {
		if got := shapeOf(name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
	for name, want := range map[string]bool{"hosts": true, "class": false, "host": false, "periodSeconds": false, "s": true} {
		if got := isPlural(name); got != want {
			t.Errorf("%s is plural: %t", name, got)
		}
	}
	for name, want := range map[string]bool{"a.yml": true, "app.properties": true, "yml": false, "a.yml.gz": false} {
		if got := isFileName(name); got != want {
			t.Errorf("%s is a file: %t", name, got)
		}
	}
}

// TestKeyIn finds entries in comments, and leaves prose.
func TestKeyIn(t *testing.T) {
	for line, want := range map[string]string{
		"name: web": "name", "name:": "name", "name: \"a b\"": "name", "name: 'a b'": "name", "name: [a, b]": "name",
		"name: {a: b}": "name", "name: |": "name", "name: 1 2": "name", "name: 1 # a comment": "name", "\"name\": 1": "name",
		"note: x": "", "Note: x": "", "note: [x]": "note", "see: [a]": "see", "name: a b": "", "name: z z": "",
		"name: A B": "", "name: Z Z": "", "name: @ [": "name", "name: web # of all": "name", "a sentence": "", "": "",
		"two words: x": "",
	} {
		name, isKey := keyIn(line, nil)
		if isKey != (want != "") || isKey && name != want {
			t.Errorf("%q: %q %t, want %q", line, name, isKey, want)
		}
	}
	for prose, want := range map[string]bool{"": true, "These are the names.": true, "These are": false} {
		if _, isKey := keyIn("name:", []string{prose}); isKey != want {
			t.Errorf("behind %q: %t", prose, isKey)
		}
	}
}
