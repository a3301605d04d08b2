package schemadoc_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"ytt/internal/schemadoc"
	"ytt/internal/testkit"
)

// TestForPeople shows the schemas of an archive as fields and as Markdown.
func TestForPeople(t *testing.T) {
	testkit.Run(t, "testdata/people/*.txtar", func(t *testing.T, in *txtar.Archive) []testkit.Output {
		var out []testkit.Output
		for _, f := range in.Files {
			s := declare(t, string(f.Data))
			chapter, err := schemadoc.Markdown(s)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out,
				testkit.Output{Name: f.Name, Text: printYAML(t, schemadoc.Fields(s))},
				testkit.Output{Name: f.Name + ".md", Text: string(chapter)})
		}
		return out
	})
}
