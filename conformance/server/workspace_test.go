//go:build unix

package server

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// parts is how many files of the workspace say which generation they are of.
const parts = 3

// publish puts another generation of files in the place of the last one, in one
// step, as Kubernetes does it with ConfigMaps.
func publish(t *testing.T, dir string, generation int, broken bool) {
	t.Helper()
	name := fmt.Sprintf("..%d", generation)
	below := filepath.Join(dir, name)
	if err := os.MkdirAll(below, 0o755); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"schema.yml": "#@data/values-schema\n---\nmarker: none\nsteps: 0\n"}
	for i := range parts {
		files[fmt.Sprintf("part%d.yml", i)] = fmt.Sprintf("#@ load(\"@ytt:data\", \"data\")\n---\nkind: Part\n"+
			"metadata:\n  name: #@ \"{}-%d\".format(data.values.marker)\n  labels:\n    marker: #@ data.values.marker\n"+
			"    generation: g%d\nports:\n#@ for i in range(5):\n"+
			"- port: #@ 8000 + i\n#@ end\n", i, generation)
	}
	if broken {
		files["part0.yml"] = "a: #@ undefined\n"
	}
	for file, text := range files {
		if err := os.WriteFile(filepath.Join(below, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if link := filepath.Join(dir, file); generation == 0 {
			if err := os.Symlink(filepath.Join("..data", file), link); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.Symlink(name, filepath.Join(dir, "..new")); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "..new"), filepath.Join(dir, "..data")); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, fmt.Sprintf("..%d", generation-3))); err != nil {
		t.Fatal(err)
	}
}

// whose says what is wrong with a result that should be that of a marker, of one
// generation.
func whose(result, marker string) string {
	want := fmt.Sprintf("    marker: %s\n", marker)
	if strings.Count(result, want) != parts || strings.Count(result, "    marker: ") != parts {
		return "it is not that of " + marker
	}
	_, after, _ := strings.Cut(result, "    generation: ")
	generation, _, _ := strings.Cut(after, "\n")
	if strings.Count(result, "    generation: "+generation+"\n") != parts {
		return "it is of several generations"
	}
	return ""
}
