package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestArguments(t *testing.T) {
	for _, args := range [][]string{
		nil, {"-version", "1.2.3", "-out", "x"}, {"-version", "v1.2", "-out", "x"}, {"-version", "v1.2.3"},
		{"-version", "v1.2.3", "-out", "x", "-without", "deb"},
	} {
		if run(args) == nil {
			t.Errorf("%q is accepted", args)
		}
	}
}

// TestOtherFolder keeps what is there: a folder is replaced only if it is a
// release.
func TestOtherFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run([]string{"-version", "v1.2.3", "-out", dir}); err == nil ||
		!strings.Contains(err.Error(), "no earlier release") {
		t.Error(err)
	}
}

func TestDescribe(t *testing.T) {
	for path, want := range map[string]string{
		"ytt":                    "https://example.org/ytt/releases/download/v1.2.3 example.org/ytt",
		"github.com/Some/ytt/v2": "https://github.com/Some/ytt/releases/download/v1.2.3 ghcr.io/some/ytt",
		"example.com/x/ytt":      "https://example.com/x/ytt/releases/download/v1.2.3 example.com/x/ytt",
	} {
		p := describe(path)
		if got := p.downloads("v1.2.3") + " " + p.images; got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// TestArchives gives the same bytes whatever the order of the files.
func TestArchives(t *testing.T) {
	a, b := file{"a", 0o755, []byte("1")}, file{"b/c", 0o644, []byte("2")}
	date := time.Unix(1700000000, 0).UTC()
	for _, make := range []func(string, []file, time.Time) ([]byte, error){tarred, zipped} {
		one, err := make("x/", []file{a, b}, date)
		if err != nil {
			t.Fatal(err)
		}
		two, err := make("x/", []file{b, a}, date)
		if err != nil || !bytes.Equal(one, two) {
			t.Error("another order, other bytes", err)
		}
	}
	text, err := zipped("x/", []file{a, b}, date)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil || len(z.File) != 2 || z.File[0].Name != "x/a" || z.File[0].Mode() != 0o755 {
		t.Error(z, err)
	}
}
