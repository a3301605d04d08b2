//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"ytt-server/internal/config"

	"ytt/isolated"
)

// asProgram is the variable that makes the program of the tests the server
// itself.
const asProgram = "RENDER_TESTED_AS_SERVER"

func TestMain(m *testing.M) {
	isolated.Worker()
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestReadme starts the server and does what the page shows. "…" stands for the
// rest of an answer.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	server := exec.CommandContext(t.Context(), os.Args[0], "-set", "workspace.paths=[../webapp/config]",
		"-set", "listen=127.0.0.1:0", "-set", "admin=127.0.0.1:0")
	server.Env = append(os.Environ(), asProgram+"=1")
	stderr, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	addresses := map[string]string{}
	log := bufio.NewScanner(stderr)
	for len(addresses) < 2 && log.Scan() {
		var line struct{ Msg, For, Address string }
		if err := json.Unmarshal(log.Bytes(), &line); err != nil {
			t.Fatal(log.Text())
		}
		if line.Msg == "listening" {
			addresses[line.For] = line.Address
		}
	}
	here := strings.NewReplacer("127.0.0.1:8080", addresses["api"], "127.0.0.1:8081", addresses["admin"],
		"go run .", asProgram+"=1 "+os.Args[0])
	commands := regexp.MustCompile("(?ms)^\\$ (.*?)\n(.*?)(…\n)?```").FindAllStringSubmatch(string(page), -1)
	if len(commands) != 5 {
		t.Errorf("%d commands", len(commands))
	}
	for _, c := range commands {
		got, err := exec.CommandContext(t.Context(), "sh", "-c", here.Replace(c[1])).Output()
		complete := c[3] == ""
		if err != nil || !strings.HasPrefix(string(got), c[2]) || complete && string(got) != c[2] {
			t.Errorf("%s: %v\ngot: %s\nwant: %s", c[1], err, got, c[2])
		}
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	rest, err := io.ReadAll(stderr)
	if err != nil {
		t.Error(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("%v: %s", err, rest)
	}
}

// TestContainer checks that the configuration of the image is one.
func TestContainer(t *testing.T) {
	c, err := config.Load(t.Context(), []string{"-config", "server.yml"}, nil, io.Discard)
	if err != nil || c.Listen != ":8080" {
		t.Error(err)
	}
	recipe, err := os.ReadFile("Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^COPY (examples/\S+)`).FindAllStringSubmatch(string(recipe), -1) {
		if _, err := os.Stat("../../" + m[1]); err != nil {
			t.Error(err)
		}
	}
}

// TestMistakes checks that a server which cannot work says why, and ends.
func TestMistakes(t *testing.T) {
	for arg, want := range map[string]string{
		"limits.time=soon":                 "a duration such as",
		"workspace.paths=[no-such-folder]": "no-such-folder",
		"workspace.probe={replicas: none}": "workspace.probe",
		"listen=nowhere":                   "nowhere",
	} {
		server := exec.CommandContext(t.Context(), os.Args[0], "-set", "workspace.paths=[../webapp/config]",
			"-set", "listen=127.0.0.1:0", "-set", `admin=""`, "-set", arg)
		server.Env = append(os.Environ(), asProgram+"=1")
		out, err := server.CombinedOutput()
		if server.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v %s", arg, err, out)
		}
	}
}
