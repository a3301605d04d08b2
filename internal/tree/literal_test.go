package tree_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/yaml"
)

func parse(t testing.TB, text string) *yaml.File {
	t.Helper()
	f, problems := yaml.Parse(source.New("a.yml", text), yaml.Options{})
	if len(problems) > 0 {
		t.Fatalf("%s: %s", problems[0].Span, problems[0].Message)
	}
	return f
}

func yamlOf(t testing.TB, n tree.Node) string {
	t.Helper()
	text, err := tree.AppendNodeYAML(nil, n, tree.PrintOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// entry returns the Entry node with a key.
func entry(t testing.TB, f *yaml.File, key string) int32 {
	t.Helper()
	for i := range f.Nodes {
		if f.Nodes[i].Kind == yaml.Entry && f.Nodes[i].Text == key {
			return int32(i)
		}
	}
	t.Fatalf("no key %s", key)
	return 0
}

func TestSubtrees(t *testing.T) {
	f := parse(t, "a: &a [1, &b {x: yes}]\nb: *b\nc: {y: *a, l: [*b, 3]}\n")
	l := tree.NewLiterals(f, tree.LiteralOptions{})
	c := l.Node(f.Value(entry(t, f, "c"))) // before that which its aliases stand for
	a := l.Node(f.Value(entry(t, f, "a")))
	b := l.Node(f.Value(entry(t, f, "b")))
	if got, want := yamlOf(t, c), "true:\n- 1\n- x: true\nl:\n- x: true\n- 3\n"; got != want {
		t.Errorf("c is\n%swant\n%s", got, want)
	}
	if shared := c.(*tree.Map).Entries[0].Value; shared != a {
		t.Error("an alias is a copy of the anchored node")
	}
	if shared := a.(*tree.Array).Items[1].Value; shared != b {
		t.Error("an alias of a nested anchor is a copy")
	}
	target, ok := l.Target(f.Value(entry(t, f, "b")))
	if !ok || f.Nodes[target].Kind != yaml.Mapping {
		t.Errorf("target of *b: %d, %t", target, ok)
	}
	if key := l.Key(entry(t, f, "y")); key != tree.BoolValue(true) {
		t.Errorf("key y is %v", key)
	}
	if len(l.Problems()) > 0 {
		t.Errorf("problems: %s", l.Problems().Text())
	}
}

func TestSpans(t *testing.T) {
	f := parse(t, "a: 'x'\nl:\n- 1\n")
	stream, _, _ := tree.FromYAML(f, tree.LiteralOptions{})
	m := stream.Docs[0].Value.(*tree.Map)
	item := m.Entries[1].Value.(*tree.Array).Items[0]
	for _, test := range []struct {
		span source.Span
		want string
	}{
		{m.Entries[0].Span, "a"},
		{m.Entries[0].Value.(*tree.Scalar).Span, "'x'"},
		{item.Span, "-"},
		{item.Value.(*tree.Scalar).Span, "1"},
	} {
		if got := test.span.Text(); got != test.want {
			t.Errorf("span covers %q, want %q", got, test.want)
		}
	}
}

// A chain of merge keys and aliases must not be walked again and again.
func TestManyAliasesAreLinear(t *testing.T) {
	var text strings.Builder
	text.WriteString("base: &base {a: 1, b: [1, 2]}\n")
	for i := range 20_000 {
		fmt.Fprintf(&text, "k%d: {<<: *base, name: n%d, list: *base}\n", i, i)
	}
	stream, _, problems := tree.FromYAML(parse(t, text.String()), tree.LiteralOptions{})
	if len(problems) > 0 {
		t.Fatal(problems.Text())
	}
	if got := len(stream.Docs[0].Value.(*tree.Map).Entries); got != 20_001 {
		t.Errorf("%d entries", got)
	}
}

func TestDeepTrees(t *testing.T) {
	const depth = 9_000
	f := parse(t, strings.Repeat("[", depth)+strings.Repeat("]", depth))
	stream, _, problems := tree.FromYAML(f, tree.LiteralOptions{})
	if len(problems) > 0 {
		t.Fatal(problems.Text())
	}
	if got, want := yamlOf(t, stream.Docs[0].Value), strings.Repeat("- ", depth-1)+"[]\n"; got != want {
		t.Errorf("%d bytes, want %d", len(got), len(want))
	}
	if _, err := tree.AppendJSON(nil, stream.Docs, tree.JSONOptions{}); err != nil {
		t.Error(err)
	}
}

func TestOutputLimit(t *testing.T) {
	stream, _, _ := tree.FromYAML(parse(t, "a: [1, 2, 3]\nb: text\n"), tree.LiteralOptions{})
	limited := tree.PrintOptions{MaxBytes: 10}
	prefix := []byte("what was there does not count")
	for name, print := range map[string]func() ([]byte, error){
		"YAML": func() ([]byte, error) { return tree.AppendYAML(prefix, stream.Docs, limited) },
		"JSON": func() ([]byte, error) {
			return tree.AppendJSON(prefix, stream.Docs, tree.JSONOptions{PrintOptions: limited})
		},
		"positions": func() ([]byte, error) { return tree.AppendPositions(prefix, stream.Docs, limited) },
	} {
		if _, err := print(); err == nil || err.Error() != "output is bigger than the limit of 10 bytes" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if text, err := tree.AppendYAML(nil, stream.Docs, tree.PrintOptions{MaxBytes: 26}); err != nil {
		t.Errorf("%d bytes: %v", len(text), err)
	}
}

// What is printed must be read as the same tree, except that a float may be printed as an integer, that keys may become
// equal by that, and that the key << becomes a merge key.
func roundTrip(t *testing.T, text string) {
	f, problems := yaml.Parse(source.New("a.yml", text), yaml.Options{})
	if problems.HasErrors() {
		return
	}
	stream, _, problems := tree.FromYAML(f, tree.LiteralOptions{})
	if problems.HasErrors() {
		return
	}
	limit := tree.PrintOptions{MaxBytes: 1 << 20}
	printed, err := tree.AppendYAML(nil, stream.Docs, limit)
	if err != nil || strings.Contains(string(printed), "<<:") {
		return
	}
	_, _ = tree.AppendPositions(nil, stream.Docs, limit)
	_, _ = tree.AppendJSON(nil, stream.Docs, tree.JSONOptions{PrintOptions: limit})
	again, duplicates, problems := tree.FromYAML(parse(t, string(printed)), tree.LiteralOptions{})
	if problems.HasErrors() {
		t.Fatalf("%q is printed as %q: %s", text, printed, problems.Text())
	}
	var kept []*tree.Document
	for _, d := range stream.Docs {
		if !tree.IsEmpty(d.Value) {
			kept = append(kept, d)
		}
	}
	if len(kept) == 0 || len(duplicates) > 0 {
		return
	}
	same := len(kept) == len(again.Docs)
	for i := 0; same && i < len(kept); i++ {
		same = alike(kept[i].Value, again.Docs[i].Value)
	}
	if !same {
		t.Fatalf("%q is printed as %q, which is read differently", text, printed)
	}
}

// alike is tree.Equal, with entries in order, and numbers of different kind alike.
func alike(a, b tree.Node) bool {
	switch a := a.(type) {
	case *tree.Scalar:
		b, ok := b.(*tree.Scalar)
		return ok && alikeValues(a.Value, b.Value)
	case *tree.Map:
		b, ok := b.(*tree.Map)
		return ok && slices.EqualFunc(a.Entries, b.Entries, func(a, b tree.Entry) bool {
			return alikeValues(a.Key, b.Key) && alike(a.Value, b.Value)
		})
	case *tree.Array:
		b, ok := b.(*tree.Array)
		return ok && slices.EqualFunc(a.Items, b.Items, func(a, b tree.Item) bool { return alike(a.Value, b.Value) })
	}
	return false
}

func alikeValues(a, b tree.Value) bool {
	if a.Kind == tree.Float && (b.Kind == tree.Int || b.Kind == tree.Uint) {
		return a.String() == b.String() || a.Float() == 0 && b.Bits == 0
	}
	return a == b
}

func FuzzRoundTrip(f *testing.F) {
	for _, seed := range []string{
		"a: 1\nb: [x, 'y', \"z\\n\"]\n", "- |2-\n\n  x\n- >\n a\n b\n", "? |\n  k\n: &a {<<: {c: 1}}\n---\n*a : b\n",
		"? a\n: - b\n  - ? c\n    : d: [-0.0, 1.0, 18446744073709551616]\n", "!!binary gIGC: \"\\x80\\u2028\\U0001F600\"\n", "\"a\\rb\": [.inf, -.inf, 1e3, 0o7, ~]\n", "\"\\0\\e\\N\\_\\L\\P\": 'it''s'\n",
		"\"<<\": {a: 1}\n", "\"\\n\"", "\"\\n x\"", "' # : '", "[\"- \", '? ', \": \", '#', \"---\", '...']",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { roundTrip(t, text) })
}

// kubernetes is text of the kind that the tool mostly reads.
func kubernetes(documents int) string {
	const document = `---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: service-%d
  namespace: default
  labels:
    app.kubernetes.io/name: service
    app.kubernetes.io/part-of: "shop"
spec:
  replicas: 3
  selector:
    matchLabels:
      app: service-%d
  template:
    spec:
      containers:
      - name: web
        image: registry.example.com/team/service:1.14.%d
        args: ["--verbose", "--port=8080", 'a: b']
        ports:
        - containerPort: 8080
          protocol: TCP
        env:
        - name: LOG_LEVEL
          value: "info"
        - name: CONFIG
          value: |
            key: value
            other: thing
        resources:
          limits:
            cpu: 100m
            memory: 128Mi
        readinessProbe:
          initialDelaySeconds: 5
          periodSeconds: 0.5
          enabled: true
`
	var b strings.Builder
	for i := range documents {
		fmt.Fprintf(&b, document, i, i, i)
	}
	return b.String()
}

func BenchmarkLiteral(b *testing.B) {
	text := kubernetes(1000)
	f := parse(b, text)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, problems := tree.FromYAML(f, tree.LiteralOptions{}); len(problems) > 0 {
			b.Fatal(problems.Text())
		}
	}
}

func BenchmarkPrint(b *testing.B) {
	text := kubernetes(1000)
	stream, _, _ := tree.FromYAML(parse(b, text), tree.LiteralOptions{})
	buf := make([]byte, 0, 2*len(text))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tree.AppendYAML(buf, stream.Docs, tree.PrintOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPrintJSON(b *testing.B) {
	text := kubernetes(1000)
	stream, _, _ := tree.FromYAML(parse(b, text), tree.LiteralOptions{})
	buf := make([]byte, 0, 2*len(text))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tree.AppendJSON(buf, stream.Docs, tree.JSONOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
