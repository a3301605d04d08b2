package schema_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about this package.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../..",
		"annotations", "named-schemas", "output-schemas", "places", "rules", "schema-annotations", "schema-exports",
		"schema-messages", "secrets", "values", "transcripts/schema", "compat/data-values", "compat/schema")
}

// TestReports makes mistakes of which this package reports many.
func TestReports(t *testing.T) { program.Mistakes(t, "../..", "schema", "values") }

// TestApplications makes such mistakes in applications.
func TestApplications(t *testing.T) {
	program.MistakesInApplications(t, "../..", "schema", "values")
}
