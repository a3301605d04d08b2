package archtest

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestNothingIsInitialised starts the command and has the runtime tell which packages did something before main: none of ours.
// Every start would pay for it, whatever the command is for.
func TestNothingIsInitialised(t *testing.T) {
	ytt := filepath.Join(t.TempDir(), "ytt")
	build := exec.Command("go", "build", "-o", ytt, "./cmd/ytt")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	version := exec.Command(ytt, "version")
	version.Env = append(version.Environ(), "GODEBUG=inittrace=1")
	out, err := version.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(string(out), "\n")
	others := 0
	for _, line := range lines {
		name, told := strings.CutPrefix(line, "init ")
		switch {
		case !told:
		case name == module || strings.HasPrefix(name, module+"/") || strings.HasPrefix(name, module+" "):
			t.Errorf("%s", line)
		default:
			others++
		}
	}
	if others == 0 {
		t.Errorf("the runtime told of no package at all:\n%s", out)
	}
}

// linked lists the modules that the program may contain.
var linked = []string{
	"github.com/agnivade/levenshtein",
	"github.com/pelletier/go-toml/v2",
	"github.com/rogpeppe/go-internal",
	"github.com/yuin/goldmark",
	"go.starlark.net",
	"golang.org/x/mod",
	"golang.org/x/sys",
	"golang.org/x/term",
}

// heavy lists packages of the standard library that do noticeable work when a program starts, have it wait for a dynamic linker,
// or keep ours from leaving out what nobody calls.
var heavy = []string{"flag", "os/user", "runtime/cgo", "runtime/metrics", "runtime/pprof"}

// TestLinked checks that the program does not contain what every start would pay for. Before changing a list, measure
// (docs/performance.md says how).
func TestLinked(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-f", "{{if .Module}}{{.Module.Path}} {{else}}std {{end}}{{.ImportPath}}", "./cmd/ytt")
	cmd.Dir = filepath.Join("..", "..")
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED=0") // as releases are built
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	met := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		from, path, _ := strings.Cut(strings.TrimSpace(line), " ")
		met[from] = true
		switch {
		case from == module:
		case from == "std" && slices.Contains(heavy, path), from != "std" && !slices.Contains(linked, from):
			t.Errorf("the program contains %s", path)
		}
	}
	for _, m := range linked {
		if !met[m] {
			t.Errorf("%s is listed, but not in the program", m)
		}
	}
}
