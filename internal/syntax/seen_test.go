package syntax_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about this package.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../..", "templates", "template", "annotations", "code", "dialect", "places",
		"warnings")
}

// TestReports makes mistakes of which this package has something to say.
func TestReports(t *testing.T) {
	program.Mistakes(t, "../..", "template")
}

// TestApplications makes such mistakes in applications.
func TestApplications(t *testing.T) {
	program.MistakesInApplications(t, "../..", "template")
}
