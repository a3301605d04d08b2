package docdiff_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ytt/internal/docdiff"
)

func read(texts ...string) *docdiff.Set {
	var files []docdiff.File
	for i := 0; i < len(texts); i += 2 {
		files = append(files, docdiff.File{Path: texts[i], Text: texts[i+1]})
	}
	return docdiff.Read(files)
}

func describe(changes []docdiff.Change) string {
	var b strings.Builder
	for _, c := range changes {
		fmt.Fprintf(&b, "%s %s %s\n", c.Object, c.Op, c.Path)
	}
	return b.String()
}

func TestCompare(t *testing.T) {
	a := read("a.yml", `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop, annotations: {checksum/config: 1}}
spec:
  replicas: 1
  containers: [{name: app, image: "a:1"}, {name: side, image: s}]
  args: [a, b, c]
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
`, "plain.yml", "a: 1\n", "n.txt", "old")
	b := read("other.yml", `apiVersion: v1
kind: ConfigMap
metadata: {name: new}
---
apiVersion: apps/v2
kind: Deployment
metadata: {name: web, namespace: shop, annotations: {checksum/config: 2}}
spec:
  replicas: 2
  containers: [{name: side, image: s}, {name: app, image: "a:2"}]
  args: [a, x, b, c]
`, "plain.yml", "a: 2\n", "n.txt", "new")
	want := `ConfigMap new added 
n.txt changed 
plain.yml changed a
Deployment shop/web changed apiVersion
Deployment shop/web changed metadata.annotations["checksum/config"]
Deployment shop/web changed spec.replicas
Deployment shop/web changed spec.containers[name=app].image
Deployment shop/web moved spec.containers
Deployment shop/web added spec.args[1]
Service shop/web removed 
`
	changes := docdiff.Compare(a, b)
	if got := describe(changes); sorted(got) != sorted(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !docdiff.Equal(docdiff.Apply(a, changes), b) {
		t.Error("applying the changes does not give the second")
	}
	f, err := docdiff.NewFilter([]string{"checksums"},
		[]string{"Deployment:spec.replicas", "spec.containers[name=*].image"})
	if err != nil {
		t.Fatal(err)
	}
	var left []docdiff.Change
	for _, c := range changes {
		if !f.Noise(&c) {
			left = append(left, c)
		}
	}
	if got := describe(left); strings.Contains(got, "checksum") || strings.Contains(got, "replicas") ||
		strings.Contains(got, "image") || len(left) != len(changes)-3 {
		t.Errorf("with a filter:\n%s", got)
	}
}

func sorted(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		for k := i + 1; k < len(lines); k++ {
			if lines[k] < lines[i] {
				lines[i], lines[k] = lines[k], lines[i]
			}
		}
	}
	return strings.Join(lines, "\n")
}

// random returns a value of YAML in flow style.
func random(r *rand.Rand, depth int) string {
	switch k := r.IntN(8); {
	case depth == 0 || k < 3:
		return []string{"1", "2", `"x"`, "null", "true", `""`}[r.IntN(6)]
	case k < 5:
		var parts []string
		for _, key := range []string{"a", "b", "c.d", "name", "1"} {
			if r.IntN(2) == 0 {
				parts = append(parts, fmt.Sprintf("%q: %s", key, random(r, depth-1)))
			}
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case k < 6:
		var parts []string
		for _, i := range r.Perm(4)[:r.IntN(4)] {
			parts = append(parts, fmt.Sprintf("{name: n%d, v: %s}", i, random(r, depth-1)))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	var parts []string
	for range r.IntN(5) {
		parts = append(parts, random(r, depth-1))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func randomFiles(r *rand.Rand) (files []docdiff.File) {
	for f := range 1 + r.IntN(2) {
		var docs []string
		for range r.IntN(4) {
			if r.IntN(3) == 0 {
				docs = append(docs, "plain: "+random(r, 3)+"\n")
			} else {
				docs = append(docs, fmt.Sprintf("apiVersion: v1\nkind: K%d\nmetadata: {name: x%d}\nspec: %s\n", r.IntN(2),
					r.IntN(3), random(r, 4)))
			}
		}
		files = append(files, docdiff.File{Path: fmt.Sprintf("f%d.yml", f), Text: strings.Join(docs, "---\n")})
	}
	return files
}

// TestLaws checks that nothing differs from itself, that the order of files and
// of objects does not matter, and that applying the changes gives the second.
func TestLaws(t *testing.T) {
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(1, seed))
		x, y := randomFiles(r), randomFiles(r)
		a, b := docdiff.Read(x), docdiff.Read(y)
		if got := docdiff.Compare(a, docdiff.Read(x)); len(got) > 0 {
			t.Fatalf("seed %d: it differs from itself: %s", seed, describe(got))
		}
		changes := docdiff.Compare(a, b)
		if applied := docdiff.Apply(a, changes); !docdiff.Equal(applied, b) {
			t.Fatalf("seed %d: applying gives something else:\n%v\n%v\n%s", seed, x, y, describe(changes))
		}
		if len(changes) == 0 && !docdiff.Equal(a, b) {
			t.Fatalf("seed %d: no change, but they differ", seed)
		}
		if len(y) == 2 {
			y[0], y[1] = y[1], y[0]
			if got := describe(docdiff.Compare(a, docdiff.Read(y))); got != describe(changes) {
				t.Fatalf("seed %d: the order of files matters:\n%s\n%s", seed, got, describe(changes))
			}
		}
	}
}
