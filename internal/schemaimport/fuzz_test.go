package schemaimport_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"path/filepath"

	"ytt/internal/schemaimport"
	"ytt/internal/source"
	"ytt/internal/testkit/schematest"
)

// FuzzImport imports any bytes as any kind of source: what comes out is a schema.
func FuzzImport(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	charts, err := filepath.Glob("testdata/charts/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range charts {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if file.Name == "values.yaml" {
				f.Add(string(file.Data), uint8(3), false) // helm
			}
		}
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for i := range schemaimport.Sources() {
			f.Add(string(archive.Files[0].Data), uint8(i), false)
		}
	}
	f.Add(`{"$ref": "#"}`, uint8(0), true)
	f.Add(`{"properties": {"a": {"$ref": "#"}, "b": {"anyOf": [{"$ref": "#/properties/a"}, {"$ref": "#"}]}}}`, uint8(0), true)
	f.Add(`{"allOf": [{"$ref": "#/allOf/1"}, {"$ref": "#/allOf/0"}], "enum": [{}, [], null]}`, uint8(0), false)
	f.Fuzz(func(t *testing.T, text string, from uint8, open bool) {
		all := append(schemaimport.Sources(), "")
		opts := schemaimport.Options{From: all[int(from)%len(all)], Open: open}
		result, problems := schemaimport.Import([]*source.File{source.New("in.yaml", text)}, opts)
		if result == nil {
			if !problems.HasErrors() {
				t.Fatal("neither a schema nor a problem")
			}
			return
		}
		if result.Carried > result.Total || result.Carried < 0 {
			t.Errorf("carried %d of %d", result.Carried, result.Total)
		}
		if _, wrong := schematest.TryDeclare(t, string(result.Text)); wrong.HasErrors() {
			t.Fatalf("the schema is wrong: %s\n%s", wrong.Text(), result.Text)
		}
	})
}
