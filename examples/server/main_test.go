//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ytt"
	"ytt/isolated"
)

// asProgram is the variable that makes the program of the tests the server
// itself.
const asProgram = "YTT_TESTED_AS_SERVER"

func TestMain(m *testing.M) {
	isolated.Worker()
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestReadme starts the server and does what the page shows. A line "…" stands
// for the rest of the answer.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	server := exec.CommandContext(t.Context(), os.Args[0], "-listen", "127.0.0.1:0")
	server.Env = append(os.Environ(), asProgram+"=1")
	server.Dir = filepath.Join("..", "..") // as "go run ./examples/server" is
	stderr, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	lines.Scan()
	_, address, ok := strings.Cut(lines.Text(), "listening on ")
	if !ok {
		t.Fatal(lines.Text())
	}
	commands := regexp.MustCompile("(?ms)^\\$ curl (?:-d '([^']*)' )?'http://127.0.0.1:8080([^']*)'\n(.*?)…\n").FindAllStringSubmatch(string(page), -1)
	if len(commands) != 2 {
		t.Errorf("%d commands", len(commands))
	}
	for _, c := range commands {
		method := http.MethodGet
		if c[1] != "" {
			method = http.MethodPost
		}
		_, got := ask(t, method, address+c[2], c[1])
		if !strings.HasPrefix(got, c[3]) {
			t.Errorf("%s\ngot: %s\nwant: %s", c[0], got, c[3])
		}
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	_, _ = io.Copy(io.Discard, stderr)
	if err := server.Wait(); err != nil {
		t.Errorf("%v", err)
	}
}

// ask returns the status and the body of an answer.
func ask(t *testing.T, method, url, body string) (status int, text string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Error(err)
	}
	return answer.StatusCode, string(read)
}

// bomb is a template, as the body of a request, that uses all memory there is.
const bomb = `{"files":[{"name":"a.yml","data":"#@ x = []\n#@ while True:\n#@   x.append(\"a\" * 1000000 + str(len(x)))\n#@ end\na: 1"}]}`

// TestBothWays checks that both ways give the same, and end a bomb with a
// problem.
func TestBothWays(t *testing.T) {
	files := []ytt.File{{Path: "a.yml", Data: "#@ load(\"@ytt:data\", \"data\")\nb: #@ data.values.b\n"},
		{Path: "schema.yml", Data: "#@data/values-schema\n---\nb: 0\n"}}
	server := httptest.NewServer(handler(files, limits(), isolated.New(confinement())))
	defer server.Close()
	for _, way := range []string{"/render", "/isolated"} {
		for query, want := range map[string]string{"?b=2": "200 b: 2\n", "": "200 b: 0\n"} {
			if status, text := ask(t, http.MethodGet, server.URL+way+query, ""); fmt.Sprint(status, " ", text) != want {
				t.Errorf("%s%s: %d %s", way, query, status, text)
			}
		}
		if status, text := ask(t, http.MethodGet, server.URL+way+"?b=x", ""); status != 422 ||
			!strings.Contains(text, "expected: integer") {
			t.Errorf("%s, a wrong value: %d %s", way, status, text)
		}
		if status, text := ask(t, http.MethodPost, server.URL+way, bomb); status != 422 ||
			!strings.Contains(text, "raise the limit with --max-") {
			t.Errorf("%s, a bomb: %d %s", way, status, text)
		}
		if status, _ := ask(t, http.MethodPost, server.URL+way,
			`{"files":"`+strings.Repeat("x", maxBody)+`"}`); status != 400 {
			t.Errorf("%s, a large body: %d", way, status)
		}
	}
}

// TestWorkersDie lets bombs kill workers, with limits that would not stop them.
// The server goes on, and so do other requests.
func TestWorkersDie(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux limits the memory of a process, so the bomb would harm the machine")
	}
	files := []ytt.File{{Path: "a.yml", Data: "a: 1\n"}}
	none := ytt.Limits{Steps: ytt.Unlimited, Memory: ytt.Unlimited, Nodes: ytt.Unlimited, Output: ytt.Unlimited}
	server := httptest.NewServer(handler(files, none, isolated.New(isolated.Options{Memory: 256 << 20,
		Timeout: time.Minute, Workers: 4})))
	defer server.Close()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if i%2 == 0 {
				if status, text := ask(t, http.MethodPost, server.URL+"/isolated", bomb); status != 422 ||
					!strings.Contains(text, "256 MiB of memory") {
					t.Errorf("a bomb: %d %s", status, text)
				}
				return
			}
			for _, way := range []string{"/isolated", "/render"} {
				if status, text := ask(t, http.MethodGet, server.URL+way, ""); status != 200 || text != "a: 1\n" {
					t.Errorf("an innocent request: %d %s", status, text)
				}
			}
		})
	}
	all.Wait()
}

// TestPanic checks that a mistake of the program is answered, and concerns one
// request.
func TestPanic(t *testing.T) {
	server := httptest.NewServer(answer(nil, func(context.Context, []ytt.File, []string) (string,
		error) {
		panic("a mistake")
	}))
	defer server.Close()
	for range 2 {
		if status, text := ask(t, http.MethodGet, server.URL, ""); status != 500 || text != "internal error\n" {
			t.Errorf("%d %s", status, text)
		}
	}
}
