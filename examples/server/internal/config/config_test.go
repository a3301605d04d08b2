package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func load(t *testing.T, file string, args, environ []string) (c *Config, out string, err error) {
	t.Helper()
	if file != "" {
		path := filepath.Join(t.TempDir(), "server.yml")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append([]string{"-config", path}, args...)
	}
	var text strings.Builder
	c, err = Load(t.Context(), args, environ, &text)
	return c, text.String(), err
}

// TestLayers checks that flags win over variables, and these over the file.
func TestLayers(t *testing.T) {
	c, _, err := load(t, "limits: {time: 1s, steps: 1, memory: 1}\nload: {queue: 0}\n",
		[]string{"-set", "limits.memory=3", "-set", "workspace.paths=[a, b]", "-set", "workspace.probe={a: {m: [1]}}"},
		[]string{"SERVER_limits__steps=2", "SERVER_limits__memory=2", "OTHER=1"})
	if err != nil {
		t.Fatal(err)
	}
	l := c.Limits
	if l.Time != Duration(time.Second) || l.Steps != 2 || l.Memory != 3 || c.Load.Queue != 0 || l.Body != 4<<20 ||
		strings.Join(c.Workspace.Paths, " ") != "a b" || string(c.Workspace.Probe) != `{"a":{"m":[1]}}` {
		t.Errorf("%+v", c)
	}
}

func TestMistakes(t *testing.T) {
	for _, m := range []struct {
		file    string
		args    []string
		environ []string
		want    string
	}{
		{file: "limits: {tme: 1s}\n", want: "tme"},
		{file: "limits: {time: 5}\n", want: "expected: string"},
		{args: []string{"-set", "limits.time=soon"}, want: "a duration such as"},
		{args: []string{"-set", "limits.time=99999999999h"}, want: "invalid duration"},
		{args: []string{"-set", "limits.body=0"}, want: "limits.body"},
		{args: []string{"-set", "log.level=loud"}, want: "log.level"},
		{args: []string{"-set", "workspace.paths=[]"}, want: "workspace.paths"},
		{args: []string{"here"}, want: "not a flag"},
		{args: []string{"-config", "missing.yml"}, want: "missing.yml"},
		{environ: []string{"SERVER_limit__time=5s"}, want: "limit"},
	} {
		_, out, err := load(t, m.file, m.args, m.environ)
		if err == nil || !strings.Contains(err.Error(), m.want) {
			t.Errorf("%q %q %q: %v %s", m.file, m.args, m.environ, err, out)
		}
	}
}

// TestDefaults checks that the printed configuration can be used.
func TestDefaults(t *testing.T) {
	_, text, err := load(t, "", []string{"-defaults"}, nil)
	if err != ErrShown {
		t.Fatal(err)
	}
	c, _, err := load(t, text, nil, nil)
	if err != nil || c.Tenant.Header != "X-Tenant" || c.Stop.Drain != Duration(15*time.Second) {
		t.Errorf("%v %+v", err, c)
	}
}
