//go:build unix

// Package server loads the server of examples/server, breaks what can be
// broken, and looks at every response: none may be lost, and none may be that of
// another request. The short tests take seconds; YTT_SOAK=1 makes them long, and
// measures.
package server

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// program is the server, built.
var program string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "server")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		program = filepath.Join(dir, "server")
		build := exec.Command("go", "build", "-o", program, ".")
		build.Dir, build.Stderr = filepath.Join("..", "..", "examples", "server"), os.Stderr
		if err := build.Run(); err != nil {
			fmt.Fprintln(os.Stderr, "the server cannot be built:", err)
			return 1
		}
		return m.Run()
	}())
}

// soak is how long the long tests are: 1 for hours, 0 for short tests.
var soak, _ = strconv.ParseFloat(os.Getenv("YTT_SOAK"), 64)

// scale is how much longer than short ones the tests are, given that of the
// longest.
func scale(long float64) float64 { return max(1, soak*long) }

// server is a running server.
type server struct {
	t     *testing.T
	cmd   *exec.Cmd
	api   string // its URL
	admin string
	ended chan struct{}

	mu  sync.Mutex
	log []line
}

// line is a line of its log.
type line struct {
	Level     string
	Msg       string
	For       string
	Address   string
	RequestID string `json:"request_id"`
	Status    int
	Revision  string
	text      string
}

// start starts a server for a workspace. Settings are those of its -set.
func start(t *testing.T, dir string, settings ...string) *server {
	t.Helper()
	args := []string{"-set", "workspace.paths=[" + dir + "]", "-set", "listen=127.0.0.1:0", "-set", "admin=127.0.0.1:0"}
	for _, s := range settings {
		args = append(args, "-set", s)
	}
	s := &server{t: t, cmd: exec.CommandContext(t.Context(), program, args...), ended: make(chan struct{})}
	stderr, err := s.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ready := make(chan struct{})
	go s.read(stderr, ready)
	select {
	case <-ready:
	case <-s.ended:
		t.Fatalf("the server has ended: %v", s.log)
	}
	return s
}

func (s *server) read(stderr io.Reader, ready chan struct{}) {
	defer close(s.ended)
	lines := bufio.NewScanner(stderr)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		l := line{text: lines.Text()}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			s.t.Errorf("not a line of JSON: %s", lines.Text())
		}
		s.mu.Lock()
		s.log = append(s.log, l)
		s.mu.Unlock()
		if l.Msg != "listening" {
			continue
		}
		if l.For == "admin" {
			s.admin = "http://" + l.Address
			continue
		}
		s.api = "http://" + l.Address
		close(ready)
	}
}

// stop ends the server as a system does that wants to restart it.
func (s *server) stop() {
	s.t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Error(err)
	}
	<-s.ended
	if err := s.cmd.Wait(); err != nil {
		s.t.Errorf("the server did not end well: %v", err)
	}
}

// lines returns those lines of the log that have a message.
func (s *server) lines(msg string) (found []line) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.log {
		if l.Msg == msg {
			found = append(found, l)
		}
	}
	return found
}

// resident returns the memory of the server, in MiB.
func (s *server) resident() float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0 // not Linux
	}
	for l := range bytes.Lines(text) {
		var kB float64
		if n, _ := fmt.Sscanf(string(l), "VmRSS: %f kB", &kB); n == 1 {
			return kB / 1024
		}
	}
	return 0
}

// children returns the workers of the server.
func (s *server) children() (all []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		// The name, in parentheses, may hold anything.
		before, after, _ := strings.Cut(string(text), " (")
		var state string
		var parent int
		_, _ = fmt.Sscan(after[strings.LastIndex(after, ")")+1:], &state, &parent)
		pid, err := strconv.Atoi(before)
		if err == nil && parent == s.cmd.Process.Pid && state != "Z" {
			all = append(all, pid)
		}
	}
	return all
}

// metric returns a line of the metrics.
func (s *server) metric(name string) string {
	s.t.Helper()
	response, err := http.Get(s.admin + "/metrics")
	if err != nil {
		s.t.Error(err)
		return ""
	}
	defer response.Body.Close()
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), name+" "); ok {
			return value
		}
	}
	return ""
}
