package files_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"
	"time"

	"ytt/internal/files"
	"ytt/internal/golden"
)

// TestCurl fetches from a server on this machine.
func TestCurl(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("there is no curl on this machine: what runs it is not tested")
	}
	release := make(chan struct{})
	mux := http.NewServeMux()
	mux.HandleFunc("/a", func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		fmt.Fprintf(w, "query: %q\nuser: %q\npassword: %q\n", r.URL.RawQuery, user, password)
	})
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/a?moved", http.StatusFound) })
	mux.HandleFunc("/leaves", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "file:///etc/hosts", http.StatusFound)
	})
	mux.HandleFunc("/circle", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/circle", http.StatusFound) })
	mux.HandleFunc("/large", func(w http.ResponseWriter, r *http.Request) { w.Write(make([]byte, 1001)) })
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
	host := strings.TrimPrefix(server.URL, "http://")

	sys := &files.System{Fetch: files.Curl(20 * time.Second), MaxDownload: 1000}
	for place, want := range map[string]string{
		"/a":                      "query: \"\"\nuser: \"\"\npassword: \"\"\n",
		`/a?x={1,2}&y=[1-3]"\$#z`: `query: "x={1,2}&y=[1-3]\"\\$"` + "\nuser: \"\"\npassword: \"\"\n",
		"/moved":                  "query: \"moved\"\nuser: \"\"\npassword: \"\"\n",
	} {
		text, problem := collectURL(t, sys, server.URL+place).Text()
		golden.Diff(t, place, want, text+problemText(problem))
	}
	text, problem := collectURL(t, sys, "http://me:se%20cret@"+host+"/a").Text()
	golden.Diff(t, "password", "query: \"\"\nuser: \"me\"\npassword: \"se cret\"\n", text+problemText(problem))

	for place, want := range map[string]string{
		"/none":    "Requesting URL 'SERVER/none': The requested URL returned error: 404",
		"/leaves":  `Requesting URL 'SERVER/leaves': Protocol "file" not supported`,
		"/circle":  "Requesting URL 'SERVER/circle': Maximum (10) redirects followed",
		"/large":   "Reading URL 'SERVER/large': Expected at most 1000 bytes, but there are more",
		"/endless": "Reading URL 'SERVER/endless': Expected at most 1000 bytes, but there are more",
		"/slow":    "Requesting URL 'SERVER/slow': Operation timed out",
	} {
		sys.Fetch = files.Curl(20 * time.Second)
		if place == "/slow" {
			sys.Fetch = files.Curl(300 * time.Millisecond)
		}
		// Versions of curl end these messages in different ways.
		_, problem := collectURL(t, sys, server.URL+place).Text()
		if got := strings.ReplaceAll(problemText(problem), server.URL, "SERVER"); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", place, got, want)
		}
	}

	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	sys.Fetch = files.Curl(20 * time.Second)
	inputs, _ := files.Collect(ctx, sys, []string{server.URL + "/slow"}, files.Options{})
	_, problem = inputs[0].Text()
	golden.Diff(t, "interrupted", "Requesting URL 'SERVER/slow': context canceled", strings.ReplaceAll(problemText(problem), server.URL, "SERVER"))
}

// TestNoCurl fetches where there is no curl.
func TestNoCurl(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, problem := collectURL(t, files.OS(), "https://example.com/a.yml").Text()
	golden.Diff(t, "no curl", "Requesting URL 'https://example.com/a.yml': Fetching needs the program curl, and there is none in PATH: "+
		"install curl, or fetch the file by other means and give its path", problemText(problem))
}
