package app_test

import (
	"testing"

	"ytt/internal/app"
)

// TestTextsOfSchemaDiff writes what breaks for people and for a changelog.
func TestTextsOfSchemaDiff(t *testing.T) {
	broken := []app.BrokenValues{{Path: "db.port"}, {Path: "a`b"}}
	for _, c := range []struct {
		d              app.SchemaDiff
		text, markdown string
	}{
		{app.SchemaDiff{Verdict: "none"}, "verdict: none\n", "## Changes of the schema\n\nVerdict: **none**\n"},
		{app.SchemaDiff{Verdict: "major", Values: broken},
			"values that break:\n  db.port\n  a`b\nverdict: major\n",
			"## Changes of the schema\n\nVerdict: **major**\n\n### Values that break\n\n- `db.port`\n- `` a`b ``\n"},
		{app.SchemaDiff{Verdict: "minor", Invalid: []string{"x.y"}},
			"values that neither version accepts:\n  x.y\nverdict: minor\n",
			"## Changes of the schema\n\nVerdict: **minor**\n\n### Values that neither version accepts\n\n- `x.y`\n"},
	} {
		if got := c.d.Text(); got != c.text {
			t.Errorf("got\n%s\nwant\n%s", got, c.text)
		}
		if got := c.d.Markdown(); got != c.markdown {
			t.Errorf("got\n%s\nwant\n%s", got, c.markdown)
		}
	}
}
