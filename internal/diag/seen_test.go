package diag_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about this package.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../..", "independent", "secrets", "places", "compat/errors")
}

// TestReports makes mistakes of which this package has something to say.
func TestMistakes(t *testing.T) {
	program.Mistakes(t, "../..", "beginner", "cli")
}

// TestApplications makes such mistakes in applications.
func TestApplications(t *testing.T) {
	program.MistakesInApplications(t, "../..", "cli")
}
