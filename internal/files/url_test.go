package files_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"ytt/internal/diag"
	"ytt/internal/files"
	"ytt/internal/testkit"
)

// collectURL returns the single input of a URL.
func collectURL(t *testing.T, sys *files.System, url string) files.Input {
	t.Helper()
	inputs, diags := files.Collect(t.Context(), sys, []string{url}, files.Options{})
	if diags != nil {
		t.Fatal(diags.Text())
	}
	return inputs[0]
}

func problemText(d *diag.Diagnostic) string {
	if d == nil {
		return ""
	}
	return strings.Join(append(append(d.Context, d.Message), d.Hints...), ": ")
}

// TestURL checks that texts are fetched lazily, once, and up to a maximum size.
func TestURL(t *testing.T) {
	requests := 0
	fetch := func(_ context.Context, url string, w io.Writer) error {
		requests++
		switch {
		case strings.HasSuffix(url, "/large"):
			for {
				if _, err := io.WriteString(w, strings.Repeat("x", 400)); err != nil {
					return err
				}
			}
		case strings.Contains(url, "/none"):
			return errors.New("404 Not Found")
		}
		_, err := io.WriteString(w, "a: 1\n")
		return err
	}
	sys := &files.System{Fetch: fetch, MaxDownload: 1000}
	in := collectURL(t, sys, "https://example.com/dir/a.yml?x=y")
	if requests != 0 {
		t.Error("fetched before the text is asked for")
	}
	in.Text()
	if text, problem := in.Text(); in.Path != "a.yml" || text != "a: 1\n" || problem != nil || requests != 1 {
		t.Errorf("path %q, text %q, problem %v, %d requests", in.Path, text, problem, requests)
	}
	for url, want := range map[string]string{
		"https://example.com/none":           "Requesting URL 'https://example.com/none': 404 Not Found",
		"https://me:secret@example.com/none": "Requesting URL 'https://me:xxxxx@example.com/none': 404 Not Found",
		"http://example.com/large":           "Reading URL 'http://example.com/large': Expected at most 1000 bytes, but there are more",
		"http://[::1/none":                   "Requesting URL 'http://[::1/none': missing ']' in host",
		"http://me:secret@[::1/none?a=b":     "Requesting URL 'http://xxxxx@[::1/none': missing ']' in host",
		"https://example.com/none?a=b&token=secret&X-Amz-Signature=secret&sig=secret&c=&key": "Requesting URL 'https://example.com/none?a=b&token=xxxxx&X-Amz-Signature=xxxxx&sig=xxxxx&c=&key': 404 Not Found",
	} {
		_, problem := collectURL(t, sys, url).Text()
		testkit.Diff(t, url, want, problemText(problem))
	}
	if in := collectURL(t, sys, "https://me:secret@example.com/a.yml?token=secret"); in.ShownOrigin() != "https://me:xxxxx@example.com/a.yml?token=xxxxx" {
		t.Errorf("shown as %q", in.ShownOrigin())
	}
	sys.Fetch = nil
	_, problem := collectURL(t, sys, "https://me:secret@example.com/a.yml").Text()
	testkit.Diff(t, "no network", "Requesting URL 'https://me:xxxxx@example.com/a.yml': Network access is not available here", problemText(problem))
}
