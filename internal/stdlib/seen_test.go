package stdlib_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about this package.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../..", "builtins", "code", "numbers", "toml", "transcripts/cli", "compat/stdlib")
}

// TestReports makes mistakes of which this package reports many.
func TestReports(t *testing.T) { program.Mistakes(t, "../..", "beginner", "template") }
