package files

import (
	"os"
	"path/filepath"
	"testing"
)

// TestOverLeavesOutLocks reads a directory in which Emacs has files open.
func TestOverLeavesOutLocks(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.yml", ".#plain"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{".#a.yml", "link"} {
		if err := os.Symlink("somebody@host.1:2", filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	entries, err := Over(OS(), dir, nil).FS.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got, want := filepath.Join(names...), filepath.Join(".#plain", "a.yml", "link"); got != want {
		t.Errorf("%v, not %v", got, want)
	}
}
