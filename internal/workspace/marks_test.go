package workspace

import (
	"slices"
	"strings"
	"testing"

	"ytt/internal/files"
)

// TestSettings checks that every setting that completion offers is one.
func TestSettings(t *testing.T) {
	all := FileMarkSettings()
	for _, want := range []string{"path=", "exclude=true", "for-output=true", "exclusive-for-output=true", "type=data",
		"type=yaml-template"} {
		if !slices.Contains(all, want) {
			t.Errorf("%s is missing in %q", want, all)
		}
	}
	for _, setting := range all {
		if setting == "path=" {
			setting = "path=x.yml"
		}
		if marks, diags := ParseFileMarks([]string{"a.yml:" + setting}); len(diags) > 0 || len(marks) != 1 {
			t.Errorf("%s: %s", setting, diags.Text())
		}
	}
}

// TestDoubtful checks that a file to which a wrong mark may apply is not taken
// for what it would be without, and others are.
func TestDoubtful(t *testing.T) {
	marks, diags := ParseFileMarks([]string{"a.yml:tipe=data", "*.txt:exclude=no"})
	if len(diags) != 2 {
		t.Fatal(diags.Text())
	}
	inputs := []files.Input{files.FromText("a.yml", ""), files.FromText("b.yml", ""), files.FromText("c.txt", "")}
	lib, _ := Build(inputs, Options{Marks: marks})
	var doubtful []string
	for _, f := range lib.Files() {
		if f.Doubtful {
			doubtful = append(doubtful, f.Path)
		}
	}
	if got := strings.Join(doubtful, " "); got != "a.yml c.txt" {
		t.Errorf("doubtful: %s", got)
	}
}

// TestMatch matches paths with patterns of marks: wildcards stand for at least
// one byte, and one star stays in its directory.
func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"a.yml", "a.yml", true}, {"a.yml", "b.yml", false}, {"a.yml", "a.ymlx", false}, {"*.yml", ".yml", false},
		{"*.yml", "a.yml", true},
		{"*.yml", "d/a.yml", false}, {"d/*", "d/a", true}, {"d/*", "d/", false}, {"d/*", "d/e/f", false},
		{"**/*", "d/e/f", true}, {"**/*", "a", true},
		{"d/**/*", "d/a", true}, {"d/**/*", "d/e/f", true}, {"d/**/*", "e/f", false},
		{"*", strings.Repeat("x", maxPath), true},
		{"*", strings.Repeat("x", maxPath+1), false}, {"", "", true}, {"", "a", false},
	} {
		if got := match(compile(c.pattern), c.path); got != c.want {
			t.Errorf("%q matches %.20q: %v", c.pattern, c.path, got)
		}
	}
}

// TestDiskHint looks for files that exist beside inputs: not beside those that
// are no files, and in few directories.
func TestDiskHint(t *testing.T) {
	origins := func(all ...string) (inputs []files.Input) {
		for i, origin := range all {
			in := files.FromText(string(rune('a'+i))+".yml", "")
			in.Origin = origin
			inputs = append(inputs, in)
		}
		return inputs
	}
	for name, c := range map[string]struct {
		inputs []files.Input
		exists string
		want   string
	}{
		"beside": {origins("in/a.yml"), "in/x.star", "the file exists: '-f in/x.star' makes it available"},
		"beside the second": {origins("in/a.yml", "out/b.yml"), "out/x.star",
			"the file exists: '-f out/x.star' makes it available"},
		"in the same": {origins("in/a.yml", "in/b.yml", "out/c.yml"), "out/x.star",
			"the file exists: '-f out/x.star' makes it available"},
		"nowhere":        {origins("in/a.yml"), "out/x.star", ""},
		"standard input": {origins("-"), "x.star", ""},
		"a URL":          {origins("https://host/a.yml"), "https:/host/x.star", ""},
		"a text":         {origins(""), "x.star", ""},
		"the eighth": {origins("1/a", "2/a", "3/a", "4/a", "5/a", "6/a", "7/a", "8/a"), "8/x.star",
			"the file exists: '-f 8/x.star' makes it available"},
		"too many to look": {origins("1/a", "2/a", "3/a", "4/a", "5/a", "6/a", "7/a", "8/a", "9/a"), "9/x.star", ""},
		"many in one, others": {
			origins("1/a", "1/b", "1/c", "1/d", "1/e", "1/f", "1/g", "1/h", "2/a"), "2/x.star",
			"the file exists: '-f 2/x.star' makes it available",
		},
	} {
		lib, _ := Build(c.inputs, Options{OnDisk: func(name string) bool { return name == c.exists }})
		_, problem := lib.ReadFile(lib.Root, "x.star")
		if problem == nil {
			t.Fatalf("%s: there is no problem", name)
		}
		if got := strings.Join(Advice(problem), "; "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
