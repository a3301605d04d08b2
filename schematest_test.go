package ytt_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"ytt"
)

// plantedSchema has values of every kind beside those in which mistakes are planted.
const plantedSchema = `#@data/values-schema
---
app:
  #@schema/validation format="k8s-name"
  name: shop
  #@schema/validation min=1, max=20
  replicas: 1
  #@schema/nullable
  image: ""
  #@schema/validation one_of=["debug", "info", "warn"]
  level: info
db:
  #@schema/validation min=1024, max=65535
  port: 5432
  #@schema/nullable
  tls:
    cert: ""
    key: ""
  #@schema/type "int", "string"
  size: 10
hosts:
- ""
users:
- name: ""
  #@schema/nullable
  mail: ""
  admin: false
labels:
  #@schema/any-key
  _: ""
#@schema/key missing_ok=True
proxy:
  host: localhost
  no_proxy:
  - ""
#@schema/type any=True
extra: {}
ratio: 0.5
#@schema/validation max_len=12
motto: hello
#@schema/validation ("even", lambda v: v % 2 == 0)
even: 4
`

// planted are templates with a mistake each, and the values that must be left when it is found.
var planted = []struct{ name, template, smallest string }{
	{"null in a sum", `a: #@ "img:" + data.values.app.image`, "{}"},
	{"null map", `a: #@ data.values.db.tls.cert`, "{}"},
	{"empty list", `a: #@ data.values.hosts[0]`, "{}"},
	{"null in an item", "a:\n#@ for u in data.values.users:\n- #@ u.mail.upper()\n#@ end", "users:\n- {}"},
	{"maximum", `a: #@ fail("too high") if data.values.db.port == 65535 else 1`, "db:\n  port: 65535"},
	{"minimum", `a: #@ 10 // (data.values.db.port - 1024)`, "db:\n  port: 1024"},
	{"above a bound", `a: #@ fail("too many") if data.values.app.replicas > 7 else 1`, "app:\n  replicas: 8"},
	{"one branch of a union", `a: #@ data.values.db.size * 2 + 1`, "db:\n  size: \"\""},
	{"one of the members", `a: #@ {"info": 1, "warn": 2}[data.values.app.level]`, "app:\n  level: debug"},
	{"optional key that is there", `a: #@ fail("proxy") if hasattr(data.values, "proxy") else 1`, "proxy: {}"},
	{"optional key that is not there", `a: #@ data.values.proxy.host`, "{}"},
	{"empty list below an optional key", `a: #@ data.values.proxy.no_proxy[0] if hasattr(data.values, "proxy") else 1`, "proxy: {}"},
	{"no keys by a pattern", `a: #@ list(data.values.labels)[0]`, "{}"},
	{"two keys by a pattern", `a: #@ fail("two") if len(list(data.values.labels)) > 1 else 1`, ""},
	{"longest text", `a: #@ fail("long") if len(data.values.motto) == 12 else 1`, ""},
	{"empty text", `a: #@ data.values.motto[0]`, "motto: \"\""},
	{"zero", `a: #@ 1 / data.values.ratio`, "ratio: 0"},
	{"long list", `a: #@ fail("many") if len(data.values.users) > 5 else 1`, "users:\n- {}\n- {}\n- {}\n- {}\n- {}\n- {}"},
	{"kind of any value", `a: #@ len(data.values.extra)`, "extra: null"},
	{"two values together", `a: #@ fail("both") if data.values.db.tls and data.values.app.level == "warn" else 1`, ""},
	{"behind a rule that is a function", `a: #@ fail("even") if data.values.even != 4 else 1`, ""},
	{"schema of results", "#@output/file \"a.yml\"\n---\nkind: Service\nport: #@ data.values.db.port - 1024", "db:\n  port: 1024"},
}

const plantedOutput = `#@ load("@ytt:overlay", "overlay")
#@schema/match by=overlay.subset({"kind": "Service"})
---
#@schema/validation min=1
port: 1
`

// TestPlantedMistakes: every planted mistake is found within 200 values, whatever the seed, made small, and found again by the values
// that are printed, and by the seed.
func TestPlantedMistakes(t *testing.T) {
	for _, p := range planted {
		t.Run(p.name, func(t *testing.T) {
			opts := ytt.Options{Inputs: []ytt.File{
				{Path: "schema.yml", Data: plantedSchema}, {Path: "output.yml", Data: plantedOutput},
				{Path: "template.yml", Data: "#@ load(\"@ytt:data\", \"data\")\n" + p.template + "\n"},
			}}
			for seed := range uint64(6) {
				report, err := ytt.Test(t.Context(), opts, ytt.TestOptions{Generate: 200, Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				if report.OK || len(report.Failures) == 0 {
					t.Errorf("seed %d: not found", seed)
					continue
				}
				f := report.Failures[0]
				if text := strings.TrimSpace(f.ValuesYAML()); p.smallest != "" && text != p.smallest && !(p.name == "kind of any value") {
					t.Errorf("seed %d: the smallest values are\n%s\nwant\n%s\n%s", seed, text, p.smallest, f.Message)
				}
				again := opts
				again.System = ytt.In(fstest.MapFS{"small.yml": {Data: []byte(f.ValuesYAML())}}, nil)
				again.DataValuesFiles = []string{"small.yml"}
				if _, err := ytt.Render(t.Context(), again); err == nil {
					t.Errorf("seed %d: rendering with the values does not fail\n%s", seed, f.ValuesYAML())
				}
			}
		})
	}
}

// TestGeneratedAgain: the same seed gives the same report.
func TestGeneratedAgain(t *testing.T) {
	opts := ytt.Options{Inputs: []ytt.File{
		{Path: "schema.yml", Data: plantedSchema},
		{Path: "template.yml", Data: "#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.db.tls.cert + data.values.hosts[0]\n"},
	}}
	var first string
	for i := range 3 {
		report, err := ytt.Test(t.Context(), opts, ytt.TestOptions{Generate: 60, Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprint(report.Generated)
		for _, f := range report.Failures {
			text += f.Name + f.Message + f.ValuesYAML()
		}
		if i == 0 {
			first = text
		} else if text != first {
			t.Errorf("run %d:\n%s\nwant\n%s", i, text, first)
		}
	}
}

// TestInterruptedTests: what was found until then is reported.
func TestInterruptedTests(t *testing.T) {
	opts := ytt.Options{Inputs: []ytt.File{
		{Path: "schema.yml", Data: plantedSchema},
		{Path: "template.yml", Data: "#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.hosts[0]\n"},
	}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	report, err := ytt.Test(ctx, opts, ytt.TestOptions{Generate: 5000, Seed: 1, Progress: func(done, of int) {
		if of != 5000 {
			t.Errorf("%d tests, want 5000", of)
		}
		if done > 20 {
			cancel()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if !report.Interrupted || report.OK || report.Generated.Run < 10 || report.Generated.Run > 1000 || len(report.Failures) == 0 {
		t.Errorf("interrupted %v, ok %v, %d values, %d failures", report.Interrupted, report.OK, report.Generated.Run, len(report.Failures))
	}
}
