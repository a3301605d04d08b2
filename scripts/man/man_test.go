package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPages writes the pages and, where man is to be had, reads one: commands,
// flags and examples are there as they are written.
func TestPages(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	dirs := [2]string{t.TempDir(), t.TempDir()}
	for _, dir := range dirs {
		if err := write(dir, "1.2.3"); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(dirs[0])
	if err != nil || len(entries) < 20 {
		t.Fatalf("%d pages (%v)", len(entries), err)
	}
	for _, e := range entries {
		page, again := read(t, dirs[0], e.Name()), read(t, dirs[1], e.Name())
		if !bytes.Equal(page, again) {
			t.Errorf("%s differs between two runs", e.Name())
		}
	}
	if text := string(read(t, dirs[0], "ytt-schema-show.1")); !strings.Contains(text, "json-indent") {
		t.Errorf("no flags in\n%s", text)
	}
	if text := string(read(t, dirs[0], "ytt.1")); !strings.Contains(text,
		`.TH "YTT" "1" "2023-11-14" "ytt 1.2.3" "ytt"`) {
		t.Errorf("another head:\n%.200s", text)
	}
	if man, err := exec.LookPath("man"); err == nil {
		cmd := exec.Command(man, "-E", "utf8", "-l", filepath.Join(dirs[0], "ytt.1"))
		cmd.Env = append(os.Environ(), "MANWIDTH=100", "PAGER=cat", "MAN_KEEP_FORMATTING=")
		if shown, err := cmd.Output(); err == nil && len(shown) > 0 {
			for _, want := range []string{"ytt config/ -v app.name=shop", "**/*", "HTTP_PROXY"} {
				if !strings.Contains(string(shown), want) {
					t.Errorf("no %q in\n%s", want, shown)
				}
			}
		}
	}
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestMended(t *testing.T) {
	const page = ".nh\n.TH \"X\" \"1\" \"Nov 2026\"\n\n.SH NAME\n.PP\ntext \n.PP\n.PP\n\\fB--a\\fP=\n\t.star files\n.EX\na\n\nb\n.EE\n.PP\n"
	const want = ".nh\n.TH \"X\" \"1\" \"2026-11-23\"\n.SH NAME\ntext\n.TP\n\\fB--a\\fP\n\\&.star files\n.EX\na\n.sp\nb\n.EE\n"
	if got := string(mended([]byte(page), "2026-11-23")); got != want {
		t.Errorf("%q", got)
	}
}
