package ytt_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	ytt "ytt/internal/app"
)

// TestLook checks that a look gives the answers of its library, and finds out
// the schema once for all of them.
func TestLook(t *testing.T) {
	archives, err := filepath.Glob("conformance/mistakes/*/*.txtar")
	if err != nil || len(archives) < 100 {
		t.Fatalf("%d archives: %v", len(archives), err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f := ytt.Files{Texts: []ytt.File{}}
		for _, in := range archive.Files {
			if strings.HasSuffix(in.Name, ".yml") || strings.HasSuffix(in.Name, ".star") {
				f.Texts = append(f.Texts, ytt.File{Path: in.Name, Data: string(in.Data)})
			}
		}
		if len(f.Texts) == 0 {
			continue
		}
		apart, _ := ytt.Open(t.Context(), nil, f)
		together, _ := ytt.Open(t.Context(), nil, f)
		schemas := 0
		v := ytt.Values{Trace: func(stage string, _ time.Duration, _ string) {
			if stage == "schema" {
				schemas++
			}
		}}
		look, err := together.Library("").Look(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		for _, ask := range []struct {
			what         string
			apart, there func() ytt.Diagnostics
		}{
			{"Render", func() ytt.Diagnostics {
				_, all := apart.Library("").Render(t.Context(),
					ytt.Values{})
				return all
			},
				func() ytt.Diagnostics { _, all := look.Render(t.Context()); return all }},
			{"Lint", func() ytt.Diagnostics {
				return lint(apart.Library("").Lint(t.Context(), ytt.Values{}, ytt.LintOptions{}))
			},
				func() ytt.Diagnostics { return lint(look.Lint(t.Context(), ytt.LintOptions{})) }},
			{"View", func() ytt.Diagnostics { _, all := apart.Library("").View(t.Context(), ytt.Values{}); return all },
				func() ytt.Diagnostics { _, all := look.View(t.Context()); return all }},
			{"Render, again,", func() ytt.Diagnostics {
				_, all := apart.Library("").Render(t.Context(),
					ytt.Values{})
				return all
			},
				func() ytt.Diagnostics { _, all := look.Render(t.Context()); return all }},
		} {
			if want, got := ask.apart().Text(), ask.there().Text(); got != want {
				t.Errorf("%s: %s says\n%s\nby itself\n%s", name, ask.what, got, want)
			}
		}
		if schemas > 1 {
			t.Errorf("%s: the schema was found out %d times", name, schemas)
		}
	}
}

// lint returns the findings of Lint, or that there are errors: those of a
// schema that is read, and no values, are others.
func lint(found *ytt.Findings, errors ytt.Diagnostics) ytt.Diagnostics {
	if errors.HasErrors() {
		return nil
	}
	return found.Problems
}
