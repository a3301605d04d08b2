package files_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ytt/internal/files"
	"ytt/internal/golden"
)

// TestURL checks that texts are fetched when they are asked for, once, within limits of time and size.
func TestURL(t *testing.T) {
	requests := 0
	release := make(chan struct{})
	mux := http.NewServeMux()
	mux.HandleFunc("/dir/a.yml", func(w http.ResponseWriter, r *http.Request) {
		requests++
		w.Write([]byte("a: 1\n"))
	})
	mux.HandleFunc("/big", func(w http.ResponseWriter, r *http.Request) { w.Write(make([]byte, 1001)) })
	mux.HandleFunc("/endless", func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 100)); err != nil {
				return
			}
			w.(http.Flusher).Flush()
		}
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) { <-release })
	server := httptest.NewServer(mux)
	defer server.Close()
	defer close(release)
	sys := &files.System{HTTP: &http.Client{Timeout: 300 * time.Millisecond}, MaxDownload: 1000}
	fetch := func(place string) (string, string) {
		inputs, diags := files.Collect(context.Background(), sys, []string{place}, files.Options{})
		if diags != nil {
			t.Fatal(diags.Text())
		}
		text, problem := inputs[0].Text()
		inputs[0].Text()
		if problem != nil {
			return "", strings.ReplaceAll(strings.Join(problem.Context, ": ")+": "+problem.Message, server.URL, "SERVER")
		}
		return inputs[0].Path, text
	}

	if path, text := fetch(server.URL + "/dir/a.yml?x=y"); path != "a.yml" || text != "a: 1\n" || requests != 1 {
		t.Errorf("path %q, text %q, %d requests", path, text, requests)
	}
	for place, want := range map[string]string{
		"/none":    "Requesting URL 'SERVER/none': 404 Not Found",
		"/big":     "Reading URL 'SERVER/big': Expected at most 1000 bytes, but there are more",
		"/endless": "Reading URL 'SERVER/endless': Expected at most 1000 bytes, but there are more",
		"/slow": `Requesting URL 'SERVER/slow': Get "SERVER/slow": context deadline exceeded ` +
			"(Client.Timeout exceeded while awaiting headers)",
	} {
		_, got := fetch(server.URL + place)
		golden.Diff(t, place, want, got)
	}
	sys.HTTP = nil
	_, got := fetch("https://me:secret@example.com/a.yml")
	golden.Diff(t, "no network", "Requesting URL 'https://me:xxxxx@example.com/a.yml': Network access is not available here", got)
}
