package schemadoc_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"ytt/internal/schemadoc"
	"ytt/internal/testkit"
)

// TestAnnotated writes the schemas of an archive down as schemas.
func TestAnnotated(t *testing.T) {
	testkit.Run(t, "testdata/ytt/*.txtar", func(t *testing.T, in *txtar.Archive) []testkit.Output {
		var out []testkit.Output
		for _, f := range in.Files {
			out = append(out, testkit.Output{Name: f.Name, Text: annotated(t, string(f.Data))})
		}
		return out
	})
}

func annotated(t testing.TB, text string) string {
	t.Helper()
	again, err := schemadoc.Annotated(declare(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return string(again)
}

// TestAnnotatedDeclaresTheSame reads what was written, and compares all that the other formats tell of the two models.
// Values that are sensitive are not written, so the schemas have none.
func TestAnnotatedDeclaresTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 1500 {
		source := schemaText(r, open)
		s, problems := tryDeclare(t, source)
		if problems.HasErrors() {
			continue
		}
		again := annotated(t, source)
		copied, problems := tryDeclare(t, again)
		if problems.HasErrors() {
			t.Fatalf("%s\n%s\n---\n%s", problems.Text(), source, again)
		}
		testkit.Diff(t, "fields", printYAML(t, schemadoc.Fields(s)), printYAML(t, schemadoc.Fields(copied)))
		testkit.Diff(t, "JSON Schema", printYAML(t, schemadoc.JSONSchema(s, schemadoc.Draft2020)), printYAML(t, schemadoc.JSONSchema(copied, schemadoc.Draft2020)))
		testkit.Diff(t, "OpenAPI", printYAML(t, schemadoc.OpenAPI(s)), printYAML(t, schemadoc.OpenAPI(copied)))
		testkit.Diff(t, "defaults", printYAML(t, s.Defaults()), printYAML(t, copied.Defaults()))
		testkit.Diff(t, "written again", again, annotated(t, again))
		if t.Failed() {
			t.Fatalf("of\n%s\n---\n%s", source, again)
		}
	}
}
