package repair_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs all transcripts: any of them may have something to say
// about what to do.
func TestTranscripts(t *testing.T) { program.Transcripts(t, "../..") }

// TestExamples runs the examples of all codes.
func TestExamples(t *testing.T) { program.Examples(t, "../..") }

// TestReports makes mistakes of which this package has something to say.
func TestReports(t *testing.T) {
	program.Mistakes(t, "../..", "beginner", "cli", "library", "overlay", "schema", "template", "values", "yaml")
}

// TestApplications makes such mistakes in applications.
func TestApplications(t *testing.T) {
	program.MistakesInApplications(t, "../..", "cli", "library", "overlay", "schema", "template", "values", "yaml")
}
