package layers_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about this package.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../../..", "values", "inputs")
}

// TestReports makes mistakes of which this package has something to say.
func TestReports(t *testing.T) {
	program.Mistakes(t, "../../..", "values")
}

// TestApplications makes such mistakes in applications.
func TestApplications(t *testing.T) {
	program.MistakesInApplications(t, "../../..", "values")
}
