package eval_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about this package.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../..",
		"annotations", "builtins", "code", "dialect", "independent", "libraries", "limits", "templates", "warnings",
		"transcripts/cli", "compat/errors", "compat/libraries", "compat/templating")
}

// TestReports makes mistakes of which this package reports many.
func TestReports(t *testing.T) { program.Mistakes(t, "../..", "beginner", "library", "template") }

// TestApplications makes such mistakes in applications.
func TestApplications(t *testing.T) {
	program.MistakesInApplications(t, "../..", "library", "template")
}
