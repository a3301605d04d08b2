package overlay_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about this package.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../..",
		"annotations", "overlay-files", "overlays", "warnings", "transcripts/cli", "compat/overlay")
}

// TestReports makes mistakes of which this package reports many.
func TestReports(t *testing.T) { program.Mistakes(t, "../..", "overlay") }

// TestApplications makes such mistakes in applications.
func TestApplications(t *testing.T) {
	program.MistakesInApplications(t, "../..", "overlay")
}
