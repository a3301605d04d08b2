package ytt_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"ytt"
)

// TestChangedResults leaves out, renames and adds files of a result.
func TestChangedResults(t *testing.T) {
	result, err := ytt.Render(t.Context(), ytt.Options{Files: ytt.Files{Texts: []ytt.File{
		{Path: "a.yml", Data: "a: 1\n"}, {Path: "b.yml", Data: "b: 2\n"}, {Path: "c.txt", Data: "(@= str(3) @)\n"}}}})
	if err != nil || len(result.Files) != 3 {
		t.Fatal(result, err)
	}
	result.Files = append(result.Files[1:], ytt.RenderedFile{Path: "d.txt", Text: "4\n", IsText: true})
	result.Files[0].Path = "e.yml"
	if text, err := result.YAML(); string(text) != "b: 2\n" || err != nil {
		t.Errorf("YAML: %q, %v", text, err)
	}
	dir := t.TempDir()
	written, err := result.Write(t.Context(), dir, ytt.WriteOptions{})
	if err != nil || written.Created != 3 || written.Warnings != nil {
		t.Errorf("%+v, %v", written, err)
	}
	for name, want := range map[string]string{"e.yml": "b: 2\n", "c.txt": "3\n", "d.txt": "4\n"} {
		if got, err := fs.ReadFile(os.DirFS(dir), name); string(got) != want || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// TestZeroValues uses values that no function has made.
func TestZeroValues(t *testing.T) {
	text, err := (&ytt.Result{}).YAML()
	if len(text) > 0 || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	own := ytt.Diagnostics{{Message: "mine", Span: ytt.Span{File: "a.yml", Line: 3}}, {Message: "and this"}}
	for _, c := range []struct{ got, want string }{
		{string((&ytt.Formatted{}).YAML()), ""},
		{(&ytt.UnknownNameError{Kind: "configuration", Name: "x", In: "y"}).Error(), "there is no configuration 'x' in y"},
		{(&ytt.Error{}).Error(), ""},
		{ytt.Node{}.Text(), "null"},
		{ytt.Span{}.String(), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if text := own.Text(); !strings.Contains(text, "a.yml:3: mine") || !strings.Contains(text, "and this") {
		t.Error(text)
	}
	if result, err := ytt.Render(t.Context(), ytt.Options{System: &ytt.System{},
		Files: ytt.Files{Paths: []string{"a.yml"}}}); err == nil {
		t.Errorf("a system without files has %v", result)
	}
}

// TestFunctionsAreMethods compares what functions and methods of the same name
// return.
func TestFunctionsAreMethods(t *testing.T) {
	ctx := t.Context()
	for _, values := range []string{"replicas=2", "replicas=many"} {
		o := ytt.Options{Files: ytt.Files{Texts: []ytt.File{
			{Path: "schema.yml", Data: "#@data/values-schema\n---\nreplicas: 1\n"},
			{Path: "a.yml", Data: "#@ load(\"@ytt:data\", \"data\")\ncopies: #@ data.values.replicas\n"},
		}}, Values: ytt.Values{DataValuesYAML: []string{values}}}
		ws, problems := ytt.Open(ctx, o)
		if problems != nil {
			t.Fatal(problems.Text())
		}
		l, v := ws.Library(""), o.Values
		same := func(name string, a any, err error, b any, problems ytt.Diagnostics) {
			t.Helper()
			said := ""
			if problems.HasErrors() {
				said = problems.Text()
			}
			if failed, _ := errors.AsType[*ytt.Error](err); (failed != nil) != (said != "") ||
				failed != nil && failed.Error() != said {
				t.Errorf("%s: the function says %v, the method %s", name, err, said)
			}
			if x, y := show(a), show(b); x != y {
				t.Errorf("%s: the function returns %s, the method %s", name, x, y)
			}
		}
		r1, e1 := ytt.Render(ctx, o)
		r2, p2 := l.Render(ctx, v)
		same("Render", r1, e1, r2, p2)
		r1, e1 = ytt.DataValues(ctx, o)
		r2, p2 = l.DataValues(ctx, v)
		same("DataValues", r1, e1, r2, p2)
		v1, e1 := ytt.Validate(ctx, o, ytt.ValidateOptions{})
		v2, p2 := l.Validate(ctx, v, ytt.ValidateOptions{})
		same("Validate", v1.Valid, e1, v2.Valid, p2)
		x1, e1 := ytt.Explain(ctx, o, "replicas")
		x2, p2 := l.Explain(ctx, v, "replicas")
		same("Explain", x1.Type, e1, x2.Type, p2)
		s1, e1 := ytt.StarterValues(ctx, o, ytt.StarterOptions{})
		s2, p2 := l.StarterValues(ctx, v, ytt.StarterOptions{})
		same("StarterValues", s1.Text, e1, s2.Text, p2)
	}
}

func show(v any) string {
	if r, ok := v.(*ytt.Result); ok {
		text, err := r.YAML()
		return fmt.Sprint(string(text), err)
	}
	return fmt.Sprint(v)
}
