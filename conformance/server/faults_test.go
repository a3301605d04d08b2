//go:build unix

package server

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// during does something again and again until the other thing is done.
func during(t *testing.T, what func(), again func(round int)) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var background sync.WaitGroup
	background.Go(func() {
		for round := 0; ctx.Err() == nil; round++ {
			again(round)
		}
	})
	what()
	cancel()
	background.Wait()
}

// TestReloads publishes generations of files under load, every third of them
// broken. Each response is of one generation, and none fails.
func TestReloads(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, 0, false)
	s := start(t, dir, "workspace.watch=20ms")
	generation := 0
	during(t, func() { load(t, s.api, 0, int(2000*scale(10)), 8, only(render), nil) }, func(round int) {
		generation++
		publish(t, dir, generation, generation%3 == 0)
		if round%2 == 0 {
			if err := s.cmd.Process.Signal(syscall.SIGHUP); err != nil {
				t.Error(err)
			}
		}
		time.Sleep(60 * time.Millisecond)
	})
	loaded, refused := len(s.lines("workspace loaded")), len(refusals(s))
	t.Logf("%d generations: %d loaded, %d refused", generation, loaded, refused)
	if loaded < 3 || refused < 1 {
		t.Error("too few to say anything")
	}
	publish(t, dir, generation+1, false)
	want := fmt.Sprintf("generation: g%d\n", generation+1)
	for { // the last one is rendered in the end
		_, text := ask(t, s.api, "last")
		if strings.Contains(text, want) {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.stop()
}

func refusals(s *server) []line {
	return s.lines("the new version of the workspace is broken; the old one stays")
}

// ask sends one request.
func ask(t *testing.T, api, marker string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, api+"/v1/render",
		strings.NewReader(`{"values": {"marker": "`+marker+`"}}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Content-Type": {"application/json"}, "X-Tenant": {"t"}, "X-Request-Id": {marker}}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err.Error()
	}
	return response.StatusCode, string(body)
}

// TestMistakes mixes requests of all kinds: wrong values, endless code, bodies
// that are too large.
func TestMistakes(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, 0, false)
	s := start(t, dir, fmt.Sprintf("limits.body=%d", maxBody), "limits.steps=100000")
	load(t, s.api, 0, int(500*scale(20)), 8, mixed, nil)
	if n := s.metric(`render_requests_total{route="/v1/render",status="413"}`); n == "" || n == "0" {
		t.Errorf("no body was too large: %q", n)
	}
	if workers := s.children(); len(workers) > 0 {
		t.Errorf("workers are left: %v", workers)
	}
	s.stop()
}

// TestWorkersKilled kills worker processes from outside under load: their
// requests get a problem, and nobody else's do.
func TestWorkersKilled(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, 0, false)
	s := start(t, dir, "load.workers=4")
	var killed atomic.Int64
	third := func(n int) kind { return []kind{render, files, runaway}[n%3] }
	var f *traffic
	during(t, func() {
		f = load(t, s.api, 0, int(300*scale(20)), 8, third, func(k kind, status int, body []byte) bool {
			return k != render && status == http.StatusUnprocessableEntity &&
				bytes.Contains(body, []byte("worker-ended"))
		})
	}, func(int) {
		for _, pid := range s.children() {
			if syscall.Kill(pid, syscall.SIGKILL) == nil {
				killed.Add(1)
			}
		}
		time.Sleep(20 * time.Millisecond) // in which others end well
	})
	t.Logf("%d workers killed, %d requests without a result", killed.Load(), f.excused)
	if f.excused == 0 || int64(f.excused) > killed.Load() {
		t.Error("a worker that nobody killed gave no result, or none was killed")
	}
	s.stop()
}

// TestSlowClients opens connections that send a byte now and then. They are
// closed, and others do not notice.
func TestSlowClients(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, 0, false)
	s := start(t, dir, "timeouts.header=300ms", "timeouts.read=600ms")
	const head = "POST /v1/render HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Tenant: slow\r\n"
	var slow sync.WaitGroup
	for i := range 40 {
		slow.Go(func() {
			c, err := net.Dial("tcp", strings.TrimPrefix(s.api, "http://"))
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			text := head
			if i%2 == 0 {
				text += "Content-Length: 1000\r\n\r\n{"
			}
			_, _ = io.WriteString(c, text)
			go func() {
				for err := error(nil); err == nil; _, err = io.WriteString(c, " ") {
					time.Sleep(50 * time.Millisecond)
				}
			}()
			response, err := http.ReadResponse(bufio.NewReader(c), nil)
			if err != nil {
				return // closed without a word, as those are that send no headers
			}
			defer response.Body.Close()
			if response.StatusCode != http.StatusRequestTimeout || response.Header.Get("X-Tenant") != "slow" {
				t.Errorf("%+v", response)
			}
		})
	}
	load(t, s.api, 0, int(1000*scale(10)), 8, only(render), nil)
	slow.Wait()
	if n := s.metric(`render_requests_total{route="/v1/render",status="408"}`); n != "20" {
		t.Errorf("%q requests were too slow, not 20", n)
	}
	s.stop()
}

// TestRestarts stops and starts the server under load. A request that the
// server answered reaches its client, whole; others fail, so that clients can
// ask again.
func TestRestarts(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, 0, false)
	listener, err := net.Listen("tcp", "127.0.0.1:0") // for an address that stays
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	received := map[string]bool{}
	ctx, cancel := context.WithCancel(t.Context())
	var clients sync.WaitGroup
	for c := range 8 {
		clients.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				name := fmt.Sprintf("c%d-%d", c, i)
				status, text := ask(t, "http://"+address, name)
				switch {
				case status == http.StatusOK:
					if problem := whose(text, name); problem != "" {
						t.Errorf("%s: %s", problem, text)
					}
					mu.Lock()
					received[name] = true
					mu.Unlock()
				case status != 0:
					t.Errorf("%d %s", status, text)
				default:
					time.Sleep(5 * time.Millisecond)
				}
			}
		})
	}
	answered := map[string]bool{}
	rounds := int(4 * scale(10))
	for range rounds {
		s := start(t, dir, "listen="+address)
		time.Sleep(300 * time.Millisecond)
		s.stop()
		for _, l := range s.lines("request") {
			if l.Status == http.StatusOK {
				answered[l.RequestID] = true
			}
		}
	}
	cancel()
	clients.Wait()
	t.Logf("%d restarts, %d requests answered", rounds, len(answered))
	for name := range answered {
		if !received[name] {
			t.Errorf("the response to %s was lost", name)
		}
	}
	if len(answered) != len(received) || len(answered) < rounds {
		t.Errorf("%d are answered, %d received", len(answered), len(received))
	}
}

// TestOverload sends more than the server takes: it refuses some at once, with
// a status that says so, and the others get what is theirs.
func TestOverload(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, 0, false)
	s := start(t, dir, "load.renders=1", "load.queue=2")
	f := load(t, s.api, 0, int(2000*scale(10)), 32, only(render), func(_ kind, status int, _ []byte) bool {
		return status == http.StatusServiceUnavailable
	})
	t.Logf("%d of %d refused", f.excused, f.metrics.Requests)
	if f.excused == 0 || f.excused == int(f.metrics.Requests) {
		t.Error("too few or too many")
	}
	s.stop()
}
