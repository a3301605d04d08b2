package ytt_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"ytt"
)

// TestReplace edits files of values in their places.
func TestReplace(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"schema.yml": "#@data/values-schema\n---\na: 1\nb: 2\n", "v.yml": "a: 1\nb: 5\n", "same.yml": "b: 7\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := ytt.Options{System: ytt.OS(), Files: ytt.Files{Paths: []string{"schema.yml"}}}
	edit := ytt.EditOptions{Edit: ytt.PruneValues, Files: []string{"v.yml", "same.yml"}, InPlace: true}
	ws, problems := ytt.Open(t.Context(), o)
	if problems != nil {
		t.Fatal(problems.Text())
	}
	method, problems := ws.Library("").EditValues(t.Context(), o.Values, edit)
	if problems != nil {
		t.Fatal(problems.Text())
	}
	edited, err := ytt.EditValues(t.Context(), o, edit)
	if err != nil || len(edited.Files) != 2 || len(method.Files) != 2 {
		t.Fatal(edited, method, err)
	}
	for i, want := range []struct {
		name, text string
		changed    bool
	}{{"v.yml", "b: 5\n", true}, {"same.yml", "b: 7\n", false}} {
		f := &edited.Files[i]
		if f.Name != want.name || string(f.New) != want.text || string(method.Files[i].New) != want.text ||
			f.Changed() != want.changed {
			t.Errorf("%s: changed %v: %s", f.Name, f.Changed(), f.New)
		}
		if err := f.Replace(); err != nil {
			t.Fatal(err)
		}
		if now, err := os.ReadFile(want.name); string(now) != want.text || err != nil {
			t.Errorf("%s holds %q (%v)", want.name, now, err)
		}
	}
	edit.Files = []string{"none.yml"}
	if _, err := ytt.EditValues(t.Context(), o, edit); err == nil {
		t.Error("a file that does not exist is edited")
	}

	if err := os.WriteFile("untidy.yml", []byte("a:   {b: 1\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	formatted, err := ytt.Format(t.Context(),
		ytt.FormatOptions{System: ytt.OS(), Files: []string{"untidy.yml"}, InPlace: true})
	if err != nil || len(formatted.Files) != 1 || !formatted.Files[0].Changed() ||
		string(formatted.YAML()) != "a:\n  b: 1\n" {
		t.Fatalf("%v %v", formatted, err)
	}
	if err := formatted.Files[0].Replace(); err != nil {
		t.Fatal(err)
	}
	if now, _ := os.ReadFile("untidy.yml"); string(now) != "a:\n  b: 1\n" {
		t.Errorf("%s", now)
	}
	if err := os.Remove("untidy.yml"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("untidy.yml", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := formatted.Files[0].Replace(); err == nil {
		t.Error("a directory is replaced")
	}
	formatted, err = ytt.Format(t.Context(), ytt.FormatOptions{System: ytt.OS(), Files: []string{"none.yml"}})
	if err == nil || formatted != nil && len(formatted.Files) > 0 {
		t.Errorf("%v %v", formatted, err)
	}
}

// TestValidations checks files of values, and their form in JSON.
func TestValidations(t *testing.T) {
	system := ytt.In(fstest.MapFS{
		"schema.yml": {Data: []byte("#@data/values-schema\n---\na: 1\n")},
		"good.yml":   {Data: []byte("a: 2\n")},
		"bad.yml":    {Data: []byte("a: x\n")},
	}, nil)
	o := ytt.Options{System: system, Files: ytt.Files{Paths: []string{"schema.yml"}}}
	v, err := ytt.Validate(t.Context(), o, ytt.ValidateOptions{Files: []string{"good.yml", "bad.yml"}})
	if v == nil || v.Valid || len(v.Files) != 2 || !v.Files[0].Valid || v.Files[1].Valid || err != nil {
		t.Fatalf("%+v %v", v, err)
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		Valid bool
		Files []struct {
			Path     string
			Valid    bool
			Problems []struct{ Code, Path string }
		}
	}
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	if read.Valid || len(read.Files) != 2 || read.Files[0].Path != "good.yml" || !read.Files[0].Valid ||
		len(read.Files[0].Problems) != 0 || read.Files[1].Path != "bad.yml" || read.Files[1].Valid ||
		len(read.Files[1].Problems) != 1 || read.Files[1].Problems[0].Code != "violation-type" ||
		read.Files[1].Problems[0].Path != "a" {
		t.Errorf("%s", text)
	}
	if got := (ytt.Origin{File: "a.yml", Line: 3}).String(); got != "a.yml:3" {
		t.Error(got)
	}
	if got := (ytt.Position{File: "a.yml", Line: 3}).String(); got != "a.yml:3" {
		t.Error(got)
	}
}

// TestOn opens the files of a workspace anew, on another system.
func TestOn(t *testing.T) {
	first := ytt.In(fstest.MapFS{"a.yml": {Data: []byte("a: 1\n")}}, nil)
	ws, problems := ytt.Open(t.Context(), ytt.Options{System: first, Files: ytt.Files{Paths: []string{"a.yml"}}})
	if problems != nil || ws.Problems() != nil || strings.Join(ws.Paths(), " ") != "a.yml" {
		t.Fatal(problems.Text())
	}
	next, problems := ws.On(t.Context(), ytt.Over(first, "", map[string]string{"a.yml": "a: 2\n"}))
	if problems != nil {
		t.Fatal(problems.Text())
	}
	for want, ws := range map[string]*ytt.Workspace{"a: 1\n": ws, "a: 2\n": next} {
		result, problems := ws.Library("").Render(t.Context(), ytt.Values{})
		if text, err := result.YAML(); string(text) != want || err != nil || problems != nil {
			t.Errorf("%q, not %q (%v)", text, want, err)
		}
	}
	broken, problems := next.With(ytt.Change{Path: "a.yml", Data: "a: [\n"})
	if problems == nil || broken.Problems() == nil {
		if _, problems = broken.Library("").Render(t.Context(), ytt.Values{}); !problems.HasErrors() {
			t.Error("half a list has no problem")
		}
	}
	empty, problems := next.With(ytt.Change{Path: "a.yml", Removed: true})
	if problems != nil || len(empty.Paths()) != 0 {
		t.Errorf("%v %s", empty.Paths(), problems.Text())
	}
}

// TestNamesOfProjects looks for environments that are not there.
func TestNamesOfProjects(t *testing.T) {
	system := ytt.In(fstest.MapFS{"ytt.yml": {Data: []byte("configurations:\n- name: shop\n  files: [config]\n" +
		"  environments:\n    prod: {}\n    test: {}\n- name: site\n  files: [config]\n  environments:\n    prod: {}\n")},
		"config/a.yml": {Data: []byte("a: 1\n")}}, nil)
	path := ytt.FindProject(system, ".")
	project, problems := ytt.OpenProject(t.Context(), system, path)
	if problems.HasErrors() || filepath.Base(project.Path) != ytt.ProjectFile || len(project.Configurations) != 2 {
		t.Fatal(problems.Text())
	}
	shop := project.Configurations[0]
	if shop.Name != "shop" || shop.At.Line != 2 || len(shop.Environments) != 2 || shop.Environments[1].Name != "test" ||
		shop.Environments[1].At.Line != 6 {
		t.Errorf("%+v", shop)
	}
	for _, test := range []struct{ name, says, hint, known string }{
		{"shop/prd", "there is no environment 'prd' in configuration 'shop'", "did you mean 'prod'?", "prod test"},
		{"prod", "there are several environments 'prod' in 'ytt.yml'", "write shop/prod or site/prod",
			"shop/prod site/prod"},
		{"shpo", "there is no configuration 'shpo' in 'ytt.yml'", "did you mean 'shop'?", "shop site"},
	} {
		_, err := project.Resolve(test.name)
		if err == nil {
			_, err = project.Options(test.name)
		}
		unknown, ok := errors.AsType[*ytt.UnknownNameError](err)
		if !ok || unknown.Error() != test.says || unknown.Hint() != test.hint ||
			strings.Join(unknown.Known, " ") != test.known || unknown.Several != (test.name == "prod") {
			t.Errorf("%s: %v %+v", test.name, err, unknown)
			continue
		}
		own := &ytt.UnknownNameError{Kind: unknown.Kind, Name: unknown.Name, In: unknown.In, Known: unknown.Known,
			Several: unknown.Several}
		if own.Error() != test.says || own.Hint() != test.hint {
			t.Errorf("%s: by itself %q %q", test.name, own, own.Hint())
		}
	}
}
