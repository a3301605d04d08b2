package project_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts about project files.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../../..", "cli", "fleet", "commands/argocd", "commands/values-migrate")
}

// TestReports makes mistakes of which some are in project files.
func TestReports(t *testing.T) { program.Mistakes(t, "../../..", "cli") }

// TestApplications makes such mistakes in applications.
func TestApplications(t *testing.T) { program.MistakesInApplications(t, "../../..", "cli") }
