package workspace

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ytt"
)

const template = "#@ load(\"@ytt:data\", \"data\")\n---\ntext: #@ data.values.text\nversion: "

func configuration(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	write(t, dir, "schema.yml", "#@data/values-schema\n---\ntext: none\n")
	write(t, dir, "a.yml", template+"1\n")
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, dir string, probe json.RawMessage) *Holder {
	t.Helper()
	h, err := Open(t.Context(), []string{dir}, ytt.Limits{}, probe)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestValues(t *testing.T) {
	h := open(t, configuration(t), nil)
	for _, text := range []string{
		"plain", "#@ 1+1", "\n#@ x\n---\n", "\" } ]", "\\", "\U0001F600", "é\u2028\x00\x7f", "</script>", "no", "{", "",
	} {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := h.Current().Render(t.Context(), json.RawMessage(` { "text" : `+string(quoted)+"\n}"))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		again, err := ytt.DataValues(t.Context(), ytt.Options{Files: ytt.Files{Texts: []ytt.File{{Path: "a.yml",
			Data: "#@data/values\n---\n" + got}}}})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if v, _ := again.Documents()[0].Root().Lookup("text"); v.Text() != text {
			t.Errorf("%q is %q", text, v.Text())
		}
	}
	got, err := h.Current().Render(t.Context(), json.RawMessage(`{"text": "\ud83d\ude00\/"}`))
	if err != nil || !strings.Contains(got, "\U0001F600/") && !strings.Contains(got, `\U0001F600/`) {
		t.Errorf("%q, %v", got, err)
	}
	_, err = h.Current().Render(t.Context(), json.RawMessage(`{"text": 1}`))
	var problems *ytt.Error
	if !errors.As(err, &problems) || problems.Problems[0].Span.File != "values-of-request.yml" {
		t.Errorf("%v", err)
	}
}

// TestReload checks that broken files are reported and leave the old version,
// and that no version is loaded twice.
func TestReload(t *testing.T) {
	dir := configuration(t)
	h := open(t, dir, json.RawMessage(`{"text": "probe"}`))
	first := h.Current()
	reload := func(changed bool, words string) {
		t.Helper()
		got, err := h.Reload(t.Context())
		if got != changed || (err == nil) != (words == "") || err != nil && !strings.Contains(err.Error(), words) {
			t.Errorf("changed: %v, %v", got, err)
		}
	}
	reload(false, "")
	write(t, dir, "a.yml", "a: #@ (\n")
	reload(false, "a.yml")
	write(t, dir, "a.yml", "a: #@ undefined\n")
	reload(false, "undefined")
	write(t, dir, "a.yml", template+"2\n")
	write(t, dir, "schema.yml", "#@data/values-schema\n---\ntext: 0\n")
	reload(false, "workspace.probe")
	if h.Current() != first {
		t.Error("a broken version is used")
	}
	write(t, dir, "schema.yml", "#@data/values-schema\n---\ntext: other\n")
	reload(true, "")
	if got, err := h.Current().Render(t.Context(), nil); got != "text: other\nversion: 2\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := first.Render(t.Context(), nil); got != "text: none\nversion: 1\n" || err != nil {
		t.Errorf("the old version gives %q, %v", got, err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if changed, err := h.Reload(t.Context()); changed || !errors.Is(err, os.ErrNotExist) {
		t.Error(changed, err)
	}
}

// TestWatch checks that each change is reported once.
func TestWatch(t *testing.T) {
	dir := configuration(t)
	h := open(t, dir, nil)
	reports := make(chan error)
	go h.Watch(t.Context(), time.Millisecond, func(_ bool, err error) { reports <- err })
	write(t, dir, "a.yml", "a: #@ (\n")
	if err := <-reports; err == nil {
		t.Error("a broken version is no error")
	}
	write(t, dir, "a.yml", "a: 2\n")
	if err := <-reports; err != nil {
		t.Error(err)
	}
}

// TestMounted reads a directory as Kubernetes mounts ConfigMaps.
func TestMounted(t *testing.T) {
	dir := t.TempDir()
	for _, version := range []string{"1", "2"} {
		if err := os.Mkdir(filepath.Join(dir, "..v"+version), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "..v"+version), "a.yml", "version: "+version+"\n")
	}
	link := func(to, name string) {
		t.Helper()
		if err := os.Symlink(to, filepath.Join(dir, name+".new")); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(dir, name+".new"), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	link("..v1", "..data")
	link("..data/a.yml", "a.yml")
	h := open(t, dir, nil)
	before := h.Current().Revision
	link("..v2", "..data")
	if changed, err := h.Reload(t.Context()); !changed || err != nil || h.Current().Revision == before {
		t.Error(changed, err)
	}
	got, err := h.Current().Render(t.Context(), nil)
	if err != nil || got != "version: 2\n" {
		t.Errorf("%q, %v", got, err)
	}
}
