package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const crd = `kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: Database}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-validations:
            - rule: "self.replicas <= self.max"
              messageExpression: "'at most ' + string(self.max) + ' replicas'"
              fieldPath: ".replicas"
            - {rule: "self.engine == oldSelf.engine", message: the engine never changes}
            - {rule: "!has(self.size) || quantity(self.size).isGreaterThan(quantity('1Gi'))", message: a size above 1Gi}
            - {rule: "!has(self.net) || isCIDR(self.net)", message: a network}
            - {rule: "!has(self.parts) || self.parts.isSorted()"}
            - {rule: "!has(self.hosts) || self.hosts.all(h, h.key == h.value)", message: hosts of their own names}
            properties:
              engine: {type: string}
              replicas: {type: integer, default: 1}
              max: {type: integer, default: 3}
              size: {type: string}
              net: {type: string}
              parts: {type: array, maxItems: 10, items: {type: integer}}
              hosts:
                type: array
                maxItems: 10
                items:
                  type: object
                  required: [key, value]
                  properties:
                    key: {type: string, maxLength: 10}
                    value: {type: string, maxLength: 10}
                    note: {type: string, maxLength: 10, x-kubernetes-validations: [{rule: "self != 'x'", message: no x}]}
`

// build makes ytt and ytt-cel in a directory, and returns it.
func build(t *testing.T) string {
	dir := t.TempDir()
	for from, what := range map[string]string{filepath.Join("..", ".."): "./cmd/ytt", ".": "."} {
		cmd := exec.Command("go", "build", "-o", dir+string(filepath.Separator), what)
		cmd.Dir = from
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	return dir
}

// TestValidate runs 'ytt validate --objects' with the program.
func TestValidate(t *testing.T) {
	programs := build(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"crd.yml":           crd,
		"config/values.yml": "#@data/values-schema\n---\nreplicas: 1\nmore: {}\n",
		"config/db.yml": `#@ load("@ytt:data", "data")
apiVersion: example.com/v1
kind: Database
metadata: {name: orders}
spec:
  replicas: #@ data.values.replicas
`,
		"all.yml": `{apiVersion: example.com/v1, kind: Database, spec: {}}
---
{apiVersion: example.com/v1, kind: Database, spec: {size: 2Gi, net: 10.0.0.0/8, parts: [1, 2], max: null}}
---
{apiVersion: example.com/v1, kind: Database, spec: {size: 1Mi, net: 10.0.0.0, parts: [2, 1]}}
---
apiVersion: example.com/v1
kind: Database
spec:
  hosts:
  - {key: a, value: b, note: x}
---
{apiVersion: example.com/v1, kind: Database, spec: {size: large}}
`,
		"broken.yml": strings.Replace(crd, "self.replicas <= self.max", "self.replica <= self.max", 1),
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var found strings.Builder
	for _, c := range []struct {
		args string
		path string
	}{
		{"-f config -v replicas=5 --object-schemas crd.yml", programs},
		{"-f config -v replicas=3 --object-schemas crd.yml", programs},
		{"--object-schemas crd.yml all.yml", programs},
		{"-f config --object-schemas broken.yml", programs},
		{"-f config -v replicas=5 --object-schemas crd.yml", dir},
		{"-f config --fail-on-warnings --object-schemas crd.yml", dir},
	} {
		args := append([]string{"validate", "--objects"}, strings.Fields(c.args)...)
		cmd := exec.Command(filepath.Join(programs, "ytt"), args...)
		cmd.Dir, cmd.Env = dir, []string{"PATH=" + c.path}
		out, err := cmd.CombinedOutput()
		status := "0"
		if err != nil {
			status = err.Error()
		}
		with := "with"
		if c.path == dir {
			with = "without"
		}
		found.WriteString("$ " + c.args + " # " + with + " ytt-cel\n" + string(out) + "# " + status + "\n\n")
	}
	golden := filepath.Join("testdata", "validate.txt")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(found.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if found.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", &found, want)
	}
}

// TestMistakes checks inputs that ytt does not write.
func TestMistakes(t *testing.T) {
	for in, want := range map[string]string{
		"":                                       `{"id":0,"done":true}`,
		"x":                                      "input: invalid character 'x' looking for beginning of value",
		`{"id": 1, "schema": "a", "object": {}}`: `input: there is no schema "a" before object 1`,
		`{"schema": "a", "openAPIV3Schema": {"type": 5}}
{"id": 1, "schema": "a", "object": {}}`: "the schema cannot be read",
		`{"schema": "a", "openAPIV3Schema": {"type": "object", "x-kubernetes-validations": [{"rule": "true"}]}}
{"id": 1, "schema": "a", "object": []}`: "the object cannot be read",
	} {
		var out bytes.Buffer
		err := evaluate(context.Background(), strings.NewReader(in), &out)
		got := out.String()
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s\n got: %s\nwant: %s", in, got, want)
		}
	}
}
