package files

import (
	"os"
	"path/filepath"
	"testing"

	"ytt/internal/testkit"
)

func TestReplace(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("sub", 0o755); err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]os.FileMode{"a.yml": 0o600, "sub/b.yml": 0o755} {
		if err := os.WriteFile(name, []byte("old"), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("sub/b.yml", "link.yml"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, changed string
		mode          os.FileMode
	}{{"a.yml", "a.yml", 0o600}, {"link.yml", "sub/b.yml", 0o755}} {
		if problem := Replace(c.name, []byte("new "+c.name)); problem != nil {
			t.Fatal(problem.Message)
		}
		text, err := os.ReadFile(c.changed)
		if err != nil {
			t.Fatal(err)
		}
		testkit.Diff(t, c.changed, "new "+c.name, string(text))
		if info, err := os.Lstat(c.changed); err != nil || info.Mode() != c.mode {
			t.Errorf("%s: mode %v, want %v", c.changed, info.Mode(), c.mode)
		}
	}
	if target, _ := os.Readlink("link.yml"); target != "sub/b.yml" {
		t.Errorf("the link leads to %q now", target)
	}
	for name, want := range map[string]string{
		"none.yml": "lstat none.yml: no such file or directory",
		"sub":      "not a regular file",
	} {
		problem := Replace(name, nil)
		if problem == nil || problem.Message != want {
			t.Errorf("%s: %v, want %s", name, problem, want)
		}
	}
	if left, _ := filepath.Glob(".*.ytt-*"); len(left) > 0 {
		t.Errorf("left after: %v", left)
	}
}

func TestMayReplace(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, mode := range map[string]os.FileMode{"a.yml": 0o644, "fixed.yml": 0o444} {
		if err := os.WriteFile(name, []byte("old"), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("dir", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a.yml", "link.yml"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"a.yml": "", "missing.yml": "", "fixed.yml": "it is read-only", "dir": "it is a directory; name its files",
		"link.yml": "it is a symbolic link; name the file that it leads to", os.DevNull: "it is not a regular file",
	} {
		got := ""
		if problem := MayReplace(name); problem != nil {
			got = problem.Message
		}
		testkit.Diff(t, name, want, got)
	}
}
