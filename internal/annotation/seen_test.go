package annotation_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about this package.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../..", "annotations", "schema-annotations", "overlays", "warnings", "compat/errors")
}

// TestReports makes mistakes of which this package has something to say.
func TestReports(t *testing.T) {
	program.Mistakes(t, "../..", "beginner", "overlay")
}

// TestApplications makes such mistakes in applications.
func TestApplications(t *testing.T) {
	program.MistakesInApplications(t, "../..", "overlay")
}
