package template_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about this package.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../..",
		"annotations", "dialect", "independent", "template", "templates", "warnings", "yaml-keys", "transcripts/cli",
		"compat/errors", "compat/templating")
}

// TestReports makes mistakes of which this package reports many.
func TestReports(t *testing.T) {
	program.Mistakes(t, "../..", "beginner", "overlay", "schema", "template")
}

// TestApplications makes such mistakes in applications.
func TestApplications(t *testing.T) {
	program.MistakesInApplications(t, "../..", "overlay", "template")
}
