package print_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about this package.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../../..", "yaml", "yaml-keys", "annotations", "files", "limits", "numbers", "warnings",
		"commands/values-show")
}
