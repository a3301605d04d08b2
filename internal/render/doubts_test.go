package render

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/workspace"
)

// randomPath makes a path of a few keys and items.
func randomPath(r *rand.Rand, least int) (path tree.Path) {
	for range least + r.IntN(4) {
		switch r.IntN(5) {
		case 0:
			path = append(path, tree.Step{Item: true, Index: tree.AllItems})
		case 1:
			path = append(path, tree.Step{Item: true, Index: r.IntN(2)})
		default:
			key := tree.StringValue(string("ab"[r.IntN(2)]))
			path = append(path, tree.Step{Key: key, Index: r.IntN(3), Written: "x"})
		}
	}
	return path
}

// meet reports whether the steps that two paths have both may mean the same.
func meet(a, b tree.Path) bool {
	for i := range min(len(a), len(b)) {
		switch x, y := a[i], b[i]; {
		case x.Item != y.Item:
			return false
		case x.Item && x.Index != y.Index && x.Index != tree.AllItems && y.Index != tree.AllItems:
			return false
		case !x.Item && x.Key != y.Key:
			return false
		}
	}
	return true
}

// TestModelOfDoubts holds sets of places against lists of paths.
func TestModelOfDoubts(t *testing.T) {
	var covered, touched int
	for seed := range 3000 {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		var d, joined doubts
		var paths []tree.Path
		for range 1 + r.IntN(4) {
			path := randomPath(r, 1)
			paths = append(paths, path)
			d.add(path)
		}
		joined.join(&d)
		if !d.any() || d.all {
			t.Fatalf("seed %d: any %v, all %v", seed, d.any(), d.all)
		}
		for range 5 {
			asked := randomPath(r, 0)
			touches := slices.ContainsFunc(paths, func(p tree.Path) bool { return meet(p, asked) })
			covers := slices.ContainsFunc(paths, func(p tree.Path) bool {
				return len(p) <= len(asked) && meet(p, asked)
			})
			if got := d.covers(asked); got != covers {
				t.Fatalf("seed %d: %v covers %v: %v, not %v", seed, paths, asked, got, covers)
			}
			if got := d.touches(asked); got != touches {
				t.Fatalf("seed %d: %v touches %v: %v, not %v", seed, paths, asked, got, touches)
			}
			if joined.covers(asked) != covers || joined.touches(asked) != touches {
				t.Fatalf("seed %d: joined, %v says something else of %v", seed, paths, asked)
			}
			if covers {
				covered++
			}
			if touches {
				touched++
			}
		}
	}
	if covered < 1000 || touched < covered+1000 {
		t.Errorf("%d of the paths are covered, %d touched", covered, touched)
	}
}

// TestDoubtsAreBounded adds more paths than are kept: then all is in doubt.
func TestDoubtsAreBounded(t *testing.T) {
	var d, one doubts
	for i := range 10_001 {
		if d.all {
			t.Fatalf("all is in doubt after %d paths", i)
		}
		d.add(tree.Path{{Item: true, Index: i}})
	}
	if !d.all || !d.covers(tree.Path{{Key: tree.StringValue("a")}}) {
		t.Error("not all is in doubt")
	}
	if one.any() || one.touches(nil) {
		t.Error("something is in doubt")
	}
	if one.join(&d); !one.all {
		t.Error("joined, not all is in doubt")
	}
}

// TestKeysIn makes lines of words, and looks for those that may be keys.
func TestKeysIn(t *testing.T) {
	between := []string{" ", "  ", "\t", "{", "[", ",", ", ", " - "}
	for seed := range 2000 {
		r := rand.New(rand.NewPCG(uint64(seed), 4))
		var line strings.Builder
		var want []string
		for range r.IntN(4) {
			line.WriteString(between[r.IntN(len(between))])
			word := strings.Repeat(string("abc-"[r.IntN(4)]), 1+r.IntN(3))
			switch r.IntN(4) {
			case 0:
				word += " " + word
				line.WriteString(`"` + word + `"`)
			case 1:
				line.WriteString(`'` + word + `'`)
			default:
				line.WriteString(word)
			}
			if r.IntN(3) > 0 {
				want = append(want, word)
				line.WriteString(strings.Repeat(" ", r.IntN(2)) + ":")
			}
		}
		if got := keysIn(line.String()); !slices.Equal(got, want) {
			t.Fatalf("keys in %q: %q, not %q", line.String(), got, want)
		}
	}
	for line, want := range map[string][]string{
		"::":        nil,
		`":`:        nil,
		`"a:`:       {"a"},
		`a":`:       nil,
		`"a":`:      {"a"},
		`"":`:       {""},
		"a:b:c":     {"a", "b"},
		"a: b : c ": {"a", "b"},
	} {
		if got := keysIn(line); !slices.Equal(got, want) {
			t.Errorf("keys in %q: %q, not %q", line, got, want)
		}
	}
}

// TestAddText looks for what texts may give which cannot be read.
func TestAddText(t *testing.T) {
	for _, test := range []struct{ text, known, unknown string }{
		{"a: 1\nb: [", "c", "a b"},
		{"#@data/values\n---\na:\n  b: 1\n", "c values", "a b"},
		{"#! c: 1\na: 1\n", "c", "a"},
		{"db.port=[", "b", "db port"},
		{"my-key_1=[", "my key_1", "my-key_1"},
		{" one two ", "three", "one two"},
		{"one\ntwo", "one two", ""},
		{"(@= x @): 1\n", "", "anything"},
		{"a: 1\n--- #@ x()\n", "", "anything"},
		{"a: 1\n--- # x\nb: #@ x()\n", "c", "a b"},
	} {
		var d doubts
		d.addText(source.New("values.yml", test.text))
		for key := range strings.FieldsSeq(test.known) {
			if d.covers(tree.Path{{Key: tree.StringValue(key)}}) {
				t.Errorf("%q may give %s", test.text, key)
			}
		}
		for key := range strings.FieldsSeq(test.unknown) {
			if !d.covers(tree.Path{{Key: tree.StringValue(key)}}) {
				t.Errorf("%q cannot give %s", test.text, key)
			}
		}
	}
	var d doubts
	if d.addText(nil); !d.all {
		t.Error("a text that is not known cannot give anything")
	}
}

// TestEdits changes random places of values.
func TestEdits(t *testing.T) {
	at := func(text string) tree.Path {
		path, err := tree.ParsePath(text)
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	text := func(s string) tree.Node { return tree.NewScalar(tree.StringValue(s), source.Span{}) }
	inner := func(v tree.Node) *tree.Map {
		m := &tree.Map{}
		m.Append(tree.Entry{Key: tree.StringValue("x"), Value: v})
		return m
	}
	n := &tree.Map{}
	n.Append(tree.Entry{Key: tree.StringValue("a"), Value: text("1")})
	n.Append(tree.Entry{Key: tree.StringValue("b"), Value: inner(text("2"))})
	n.Append(tree.Entry{Key: tree.StringValue("c"), Value: &tree.Array{Items: []tree.Item{
		{Value: text("3")}, {Value: inner(text("4"))}}}})
	var all edits
	all.at(at("a")).removed = true
	all.at(at("b.x")).value = text("two")
	all.at(at("b.y")).removed = true // which is not there
	all.at(at("c[1].x")).removed = true
	all.at(at("c[7]")).value = text("")
	all.at(at("c[0].x")).removed = true // where no map is
	want := &tree.Map{}
	want.Append(tree.Entry{Key: tree.StringValue("b"), Value: inner(text("two"))})
	want.Append(tree.Entry{Key: tree.StringValue("c"), Value: &tree.Array{Items: []tree.Item{
		{Value: text("3")}, {Value: &tree.Map{}}}}})
	before := len(n.Entries)
	if got := all.apply(n); !tree.Equal(got, want) {
		t.Errorf("the result is not as expected: %v", got)
	}
	if len(n.Entries) != before || !tree.Equal(n.Entries[1].Value, inner(text("2"))) {
		t.Error("the values themselves have changed")
	}
	all.at(nil).value = text("whole")
	if !tree.Equal(all.apply(n), text("whole")) {
		t.Error("the whole was not replaced")
	}
}

// TestSameRole compares files that differ in one thing: results are taken over
// for the same files only.
func TestSameRole(t *testing.T) {
	a := workspace.File{Path: "a.yml"}
	if b := a; !sameRole(&a, &b) {
		t.Error("the same file has another role")
	}
	for name, change := range map[string]func(f *workspace.File){
		"path":     func(f *workspace.File) { f.Path = "b.yml" },
		"order":    func(f *workspace.File) { f.Order++ },
		"type":     func(f *workspace.File) { f.Type++ },
		"template": func(f *workspace.File) { f.Template = !f.Template },
		"library":  func(f *workspace.File) { f.Library = !f.Library },
		"output":   func(f *workspace.File) { f.ForOutput = !f.ForOutput },
		"role":     func(f *workspace.File) { f.Role++ },
	} {
		b := a
		if change(&b); sameRole(&a, &b) {
			t.Errorf("files with another %s have the same role", name)
		}
	}
}
