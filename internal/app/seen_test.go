package app_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs all transcripts: nearly everything that can be done with
// configurations goes through this package.
func TestTranscripts(t *testing.T) { program.Transcripts(t, "../..") }

// TestReports makes mistakes of which this package reports many.
func TestReports(t *testing.T) { program.Mistakes(t, "../..", "beginner", "cli", "library", "values") }

// TestApplications makes such mistakes in applications.
func TestApplications(t *testing.T) {
	program.MistakesInApplications(t, "../..", "cli", "library", "values")
}
