package cli

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	ytt "ytt/internal/app"
)

// TestSayProject checks that a person at a terminal is told what --project
// takes, and a program is not.
func TestSayProject(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("ytt.yml", "configurations:\n- name: shop\n  files: [a.yml]\n  environments:\n    prod: {values: [p.yml]}\n    test: {}\n")
	write("a.yml", "#@ load(\"@ytt:data\", \"data\")\na: #@ data.values\n")
	write("p.yml", "b: 1\n")
	for line, want := range map[string]string{
		"--project":                         "ytt.yml: shop: files a.yml\n",
		"--project prod":                    "ytt.yml: shop/prod: files a.yml; values p.yml\n",
		"values show --project shop/test":   "ytt.yml: shop/test: files a.yml\n",
		"-f a.yml":                          "",
		"--project test --diagnostics json": "{\n  \"diagnostics\": []\n}\n",
	} {
		for _, terminal := range []bool{true, false} {
			var stdout, stderr bytes.Buffer
			status := Main(context.Background(), strings.Fields(line),
				World{System: ytt.OS(), Stdout: &stdout, Stderr: &stderr, Terminal: terminal})
			expected := want
			if !terminal && !strings.HasPrefix(want, "{") {
				expected = ""
			}
			if status != exitOK || stderr.String() != expected {
				t.Errorf("ytt %s, terminal: %t: exit status %d, %q", line, terminal, status, &stderr)
			}
		}
	}
}
