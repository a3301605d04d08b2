package render_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about this package.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../..",
		"files", "independent", "libraries", "named-schemas", "output-schemas", "overlays", "places", "rules",
		"schema-annotations", "secrets", "strict", "values", "warnings", "transcripts/cli", "transcripts/schema",
		"commands/explain", "commands/schema-lint", "commands/schema-test", "commands/validate", "commands/values-migrate",
		"commands/values-show",
		"compat/data-values", "compat/errors", "compat/libraries", "compat/schema")
}

// TestReports makes mistakes of which this package reports many.
func TestReports(t *testing.T) {
	program.Mistakes(t, "../..", "beginner", "library", "schema", "values")
}

// TestApplications makes such mistakes in applications.
func TestApplications(t *testing.T) {
	program.MistakesInApplications(t, "../..", "library", "schema", "values")
}

// TestFirstRuns holds what runs find before their problems are repaired.
func TestFirstRuns(t *testing.T) {
	program.FirstRuns(t, "../..", "testdata/first-runs.txt")
}
