package ytt_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"ytt"
)

// These benchmarks compare rendering a workspace with rendering from scratch. docs/performance.md has the ratios.

// manyFiles is a configuration of n templates that share a library.
func manyFiles(n int) []ytt.File {
	schema := "#@data/values-schema\n---\nprefix: shop\nenv: prod\nfeatures:\n"
	for i := range 40 {
		schema += fmt.Sprintf("  flag_%d: %t\n", i, i%2 == 0)
	}
	files := []ytt.File{
		{Path: "schema.yml", Data: schema},
		{Path: "lib/naming.star", Data: "load(\"@ytt:data\", \"data\")\ndef full_name(n):\n  return data.values.prefix + '-' + n\nend\n"},
		{Path: "lib/labels.lib.yml", Data: "#@ def labels(name, part):\napp.kubernetes.io/name: #@ name\napp.kubernetes.io/part-of: #@ part\napp.kubernetes.io/managed-by: ytt\n#@ end\n"},
	}
	for i := range n {
		files = append(files, ytt.File{Path: fmt.Sprintf("apps/app%03d.yml", i), Data: strings.ReplaceAll(`#@ load("@ytt:data", "data")
#@ load("/lib/labels.lib.yml", "labels")
#@ load("/lib/naming.star", "full_name")

#@ name = "app-NN"
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: #@ full_name(name)
  labels: #@ labels(name, "backend")
spec:
  replicas: 4
  selector:
    matchLabels: #@ labels(name, "backend")
  template:
    spec:
      containers:
      - name: app
        #@ if/end data.values.features.flag_14:
        args: ["--feature"]
        env:
        - name: APP_ENV
          value: #@ data.values.env
---
apiVersion: v1
kind: Service
metadata:
  name: #@ full_name(name)
spec:
  selector: #@ labels(name, "backend")
`, "NN", fmt.Sprint(i))})
	}
	return files
}

func open(b *testing.B, files []ytt.File) *ytt.Workspace {
	b.Helper()
	w, problems := ytt.Open(context.Background(), nil, ytt.Files{Texts: files})
	if problems.HasErrors() {
		b.Fatal(problems.Text())
	}
	return w
}

func renderBench(b *testing.B, w *ytt.Workspace, values ...string) {
	r, problems := w.Library("").Render(context.Background(), ytt.Values{DataValues: values})
	if problems.HasErrors() {
		b.Error(problems.Text())
		return
	}
	if _, err := r.YAML(); err != nil {
		b.Error(err)
	}
}

func BenchmarkWorkspace(b *testing.B) {
	files := manyFiles(400)
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			renderBench(b, open(b, files))
		}
	})
	b.Run("one call", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			r, err := ytt.Render(context.Background(), ytt.Options{Inputs: files})
			if err == nil {
				_, err = r.YAML()
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("other values", func(b *testing.B) {
		w := open(b, files)
		renderBench(b, w)
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			renderBench(b, w, fmt.Sprintf("prefix=shop%d", i))
		}
	})
	b.Run("same values", func(b *testing.B) {
		w := open(b, files)
		renderBench(b, w)
		b.ReportAllocs()
		for b.Loop() {
			renderBench(b, w)
		}
	})
	b.Run("one file changed", func(b *testing.B) {
		w := open(b, files)
		renderBench(b, w)
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			f := files[3+i%400]
			w = w.With(ytt.Change{Path: f.Path, Data: f.Data + fmt.Sprintf("#! %d\n", i)})
			renderBench(b, w)
		}
	})
	for _, goroutines := range []int{1, 32} {
		b.Run(fmt.Sprintf("%d goroutines, small", goroutines), func(b *testing.B) {
			w := open(b, manyFiles(20))
			var all sync.WaitGroup
			for range goroutines {
				all.Go(func() {
					for i := range b.N / goroutines {
						renderBench(b, w, fmt.Sprintf("prefix=shop%d", i%7))
					}
				})
			}
			all.Wait()
		})
	}
}
