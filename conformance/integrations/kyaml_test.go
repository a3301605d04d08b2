package integrations

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sigs.k8s.io/kustomize/kyaml/fn/framework"
	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/runfn"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// This file holds ytt krm against kyaml: the runner that kpt and "kustomize fn
// run" have, which keeps comments, and the types of functions.

const deployment = `# Ours.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web # its name
  # why
  annotations:
    mine: 'yes'
spec:
  # how many
  replicas: 1
  mode: 0644
  text: |
    a
      b
  # the end
---
apiVersion: v1
kind: Service
metadata:
  name: web # the same
`

const function = `apiVersion: ytt/v1
kind: Ytt
metadata:
  name: patch
  annotations:
    config.kubernetes.io/function: |
      exec:
        path: ytt
        args: [krm]
spec:
  # more
  values:
    replicas: 3
    token: hunter2-secret
  files:
    schema.yml: |
      #@data/values-schema
      ---
      replicas: 1
      #@schema/sensitive
      #@schema/validation min_len=8
      token: ""
    patch.yml: |
      #@ load("@ytt:data", "data")
      #@ load("@ytt:overlay", "overlay")
      #@overlay/match by=overlay.subset({"kind": "Deployment"})
      ---
      spec:
        replicas: #@ data.values.replicas
    made.yml: |
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: made
      # here
      data: {}
`

// folder writes the files, and returns their directory and that of results.
func folder(t *testing.T, function string) (dir, results string) {
	t.Helper()
	t.Setenv("PATH", clients(t)+string(os.PathListSeparator)+os.Getenv("PATH"))
	dir, results = t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"deployment.yaml": deployment, "ytt.yaml": function} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, results
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRunner has the runner change files in place, with the function among
// them: nothing but the value changes.
func TestRunner(t *testing.T) {
	dir, results := folder(t, function)
	err := runfn.RunFns{Path: dir, EnableExec: true, ResultsDir: results, WorkingDir: dir}.Execute()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(deployment, "replicas: 1", "replicas: 3", 1)
	if got := read(t, dir, "deployment.yaml"); got != want {
		t.Errorf("want\n%s\ngot\n%s", want, got)
	}
	if got := read(t, dir, "ytt.yaml"); got != function {
		t.Errorf("the function has changed:\n%s", got)
	}
	made := read(t, dir, "configmap_made.yaml")
	if !strings.Contains(made, "# here\ndata: {}") {
		t.Errorf("what was made is\n%s", made)
	}
}

// TestRunnerResults has the runner meet wrong values: nothing is written, and
// the results say where.
func TestRunnerResults(t *testing.T) {
	dir, results := folder(t, strings.NewReplacer("replicas: 3", "replicas: none", "hunter2-secret", "hunter2").
		Replace(function))
	err := runfn.RunFns{Path: dir, EnableExec: true, ResultsDir: results, WorkingDir: dir}.Execute()
	if err == nil {
		t.Fatal("the runner saw no error")
	}
	if got := read(t, dir, "deployment.yaml"); got != deployment {
		t.Errorf("the file has changed:\n%s", got)
	}
	files, _ := filepath.Glob(filepath.Join(results, "*"))
	if len(files) != 1 {
		t.Fatalf("there are results in %q", files)
	}
	text := read(t, files[0])
	var all framework.Results
	decoder := yaml.NewDecoder(strings.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&all); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	byField := map[string]*framework.Result{}
	for _, r := range all {
		byField[r.Field.Path] = r
		if r.Severity != framework.Error || r.File.Path != "ytt.yaml" || r.ResourceRef.Kind != "Ytt" ||
			r.ResourceRef.Name != "patch" {
			t.Errorf("a result is %+v", r)
		}
	}
	number := byField["spec.values.replicas"]
	if number == nil || !strings.Contains(number.Message, "expected integer, but found string") {
		t.Errorf("no result of the number:\n%s", text)
	}
	if r := byField["spec.values.token"]; r == nil || strings.Contains(text, "hunter2") {
		t.Errorf("no result of the token, or one with its value:\n%s", text)
	}
}

// TestWire reads what is printed as the framework of functions does.
func TestWire(t *testing.T) {
	for _, c := range []struct {
		name, values string
		items        int
		fails        bool
	}{{"good", "replicas: 2", 2, false}, {"bad", "replicas: none", 0, true}} {
		t.Run(c.name, func(t *testing.T) {
			list := "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n" +
				"- apiVersion: apps/v1\n  kind: Deployment\n  metadata: {name: web}\n  spec: {replicas: 1}\n" +
				"functionConfig:\n  " + strings.ReplaceAll(strings.Replace(strings.TrimSuffix(strings.Replace(function,
				"hunter2-secret", "long-enough", 1), "\n"), "replicas: 3", c.values, 1), "\n", "\n  ") + "\n"
			cmd := exec.Command(filepath.Join(clients(t), "ytt"), "krm")
			cmd.Dir = t.TempDir()
			cmd.Stdin = strings.NewReader(list)
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			if err := cmd.Run(); (err != nil) != c.fails {
				t.Fatalf("%v\n%s", err, stderr.String())
			}
			r := &kio.ByteReader{Reader: &stdout}
			items, err := r.Read()
			if err != nil {
				t.Fatal(err)
			}
			if len(items) != c.items || (r.Results != nil) != c.fails || r.WrappingKind != "ResourceList" {
				t.Errorf("%d items, results %v", len(items), r.Results)
			}
		})
	}
}
