package archtest

import (
	"os/exec"
	"path/filepath"
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
