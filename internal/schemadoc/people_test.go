package schemadoc_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"ytt/internal/golden"
	"ytt/internal/schemadoc"
)

// TestForPeople shows the schemas of an archive as fields and as Markdown.
func TestForPeople(t *testing.T) {
	golden.Run(t, "testdata/people/*.txtar", func(t *testing.T, in *txtar.Archive) []golden.Output {
		var out []golden.Output
		for _, f := range in.Files {
			s := declare(t, string(f.Data))
			chapter, err := schemadoc.Markdown(s)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out,
				golden.Output{Name: f.Name, Text: printYAML(t, schemadoc.Fields(s))},
				golden.Output{Name: f.Name + ".md", Text: string(chapter)})
		}
		return out
	})
}
