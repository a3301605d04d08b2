package validate_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about this package.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../..",
		"named-schemas", "output-schemas", "rules", "schema-annotations", "schema-messages", "secrets",
		"transcripts/cli", "transcripts/schema", "compat/schema")
}

// TestReports makes mistakes of which this package reports many.
func TestReports(t *testing.T) { program.Mistakes(t, "../..", "schema", "values") }

// TestApplications makes such mistakes in applications.
func TestApplications(t *testing.T) {
	program.MistakesInApplications(t, "../..", "schema", "values")
}
