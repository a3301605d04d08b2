package compose_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about this package.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../../..", "yaml", "yaml-keys", "annotations", "numbers", "templates", "toml", "values")
}

// TestReports makes mistakes of which this package has something to say.
func TestReports(t *testing.T) {
	program.Mistakes(t, "../../..", "yaml")
}

// TestApplications makes such mistakes in applications.
func TestApplications(t *testing.T) {
	program.MistakesInApplications(t, "../../..", "yaml")
}
