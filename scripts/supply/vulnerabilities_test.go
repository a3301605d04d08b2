package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestVulnerabilities runs the check for known weaknesses with databases that
// are none, and with one that knows of a weakness in what this program calls.
// The latter with YTT_SOAK only.
func TestVulnerabilities(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	small := database(t, 3, "example.com/not/used")
	unlisted := database(t, 200, "example.com/not/used")
	if err := os.WriteFile(filepath.Join(unlisted, "index", "modules.json"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ db, want string }{
		"no folder": {t.TempDir() + "/missing", "No such file or directory"},
		"empty":     {t.TempDir(), "is no database of weaknesses: 0 entries"},
		"small":     {small, "is no database of weaknesses: 3 entries"},
		"no index":  {unlisted, "is no database of weaknesses: 200 entries"},
	} {
		if out, err := checkAgainst(c.db); err == nil || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	if os.Getenv("YTT_SOAK") == "" {
		return // the rest takes half a minute, and fetches the checker
	}
	if out, err := checkAgainst(database(t, 200, "example.com/not/used")); err != nil ||
		!strings.Contains(out, "checked against 200 entries") {
		t.Errorf("nothing that is used: %v\n%s", err, out)
	}
	if out, err := checkAgainst(database(t, 200, "github.com/spf13/cobra")); err == nil ||
		!strings.Contains(out, "GO-2000-0001") {
		t.Errorf("a weakness in what is used: %v\n%s", err, out)
	}
}

func checkAgainst(db string) (string, error) {
	out, err := exec.Command("bash", "../vulnerabilities", db).CombinedOutput()
	return string(out), err
}

// database makes one with a number of entries, which all say that any call of a
// module is a weakness.
func database(t *testing.T, entries int, module string) string {
	t.Helper()
	const day = "2000-01-01T00:00:00Z"
	dir := t.TempDir()
	write := func(name string, v any) {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	type object = map[string]any
	var vulns, refs []object
	for i := range entries {
		id := fmt.Sprintf("GO-2000-%04d", i+1)
		vulns = append(vulns, object{"id": id, "modified": day})
		refs = append(refs, object{"id": id, "modified": day})
		write("ID/"+id+".json", object{
			"schema_version": "1.3.1", "id": id, "modified": day, "published": day, "details": "made up for a test",
			"affected": []object{{
				"package":            object{"name": module, "ecosystem": "Go"},
				"ranges":             []object{{"type": "SEMVER", "events": []object{{"introduced": "0"}}}},
				"ecosystem_specific": object{"imports": []object{{"path": module}}},
			}},
			"database_specific": object{"url": "https://pkg.go.dev/vuln/" + id},
		})
	}
	write("index/db.json", object{"modified": day})
	write("index/vulns.json", vulns)
	write("index/modules.json", []object{{"path": module, "vulns": refs}})
	return dir
}
