package view_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about this package.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../../..", "commands/explain", "commands/schema-show", "commands/help", "commands/values-init",
		"schema-exports", "schema-annotations")
}
