package value_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about this package.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../..", "builtins", "code", "dialect", "libraries", "numbers", "templates", "values")
}

// TestReports makes mistakes of which this package has something to say.
func TestReports(t *testing.T) {
	program.Mistakes(t, "../..", "template")
}
