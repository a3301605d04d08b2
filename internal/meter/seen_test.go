package meter_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about limits.
func TestTranscripts(t *testing.T) { program.Transcripts(t, "../..", "limits") }
