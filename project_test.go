package ytt_test

import (
	"errors"
	"slices"
	"testing"
	"testing/fstest"

	"ytt"
	"ytt/internal/testkit"
)

// TestProjectSchema keeps the JSON Schema of project files, which the documentation offers to editors.
func TestProjectSchema(t *testing.T) {
	view, err := ytt.ProjectSchema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text, err := view.JSONSchema().JSON()
	if err != nil {
		t.Fatal(err)
	}
	testkit.File(t, "docs/project-file.schema.json", string(text)+"\n")
}

// TestProject checks what paths and flags of a project file mean, from a directory below it.
func TestProject(t *testing.T) {
	system := ytt.In(fstest.MapFS{"ytt.yml": &fstest.MapFile{Data: []byte(`configurations:
- name: shop
  files: [config/, name.yml=extra.yml, "https://example.com/x.yml", /etc/x.yml]
  values: [values.yml, "@lib:lib.yml"]
  flags:
    data-value: [a=1]
    data-value-file: [cert=tls/cert.pem]
    strict: true
  environments:
    prod:
      values: [prod.yml]
      flags: {strict: false, data-value: [b=2], yaml-version: "1.2"}
- name: other
  files: [.]
`)}}, nil)
	p, problems := ytt.OpenProject(t.Context(), system, "../ytt.yml")
	if len(problems) > 0 {
		t.Fatal(problems.Text())
	}
	base, err := p.Options("shop")
	if err != nil {
		t.Fatal(err)
	}
	prod, err := p.Options("shop/prod")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ got, want []string }{
		{base.Files, []string{"../config/", "name.yml=../extra.yml", "https://example.com/x.yml", "/etc/x.yml"}},
		{base.DataValuesFiles, []string{"../values.yml", "@lib:../lib.yml"}},
		{prod.DataValuesFiles, []string{"../values.yml", "@lib:../lib.yml", "../prod.yml"}},
		{base.DataValues, []string{"a=1"}},
		{prod.DataValues, []string{"a=1", "b=2"}},
		{prod.DataValueFiles, []string{"cert=../tls/cert.pem"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	if !base.Strict || prod.Strict || base.Version12 || !prod.Version12 {
		t.Errorf("%+v\n%+v", base, prod)
	}
	for ref, want := range map[string]string{
		"shp": "did you mean 'shop'?", "": "there are shop and other", "shop/production": "there are prod", "other/x": "",
	} {
		var unknown *ytt.UnknownNameError
		if _, err := p.Options(ref); !errors.As(err, &unknown) || unknown.Hint() != want {
			t.Errorf("%q: %v, hint %q", ref, err, unknown.Hint())
		}
	}
}
