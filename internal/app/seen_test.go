package app_test

import (
	"testing"

	"ytt/internal/testkit/program"
)

// TestTranscripts runs the transcripts of the commands whose work this package
// does.
func TestTranscripts(t *testing.T) {
	program.Transcripts(t, "../..",
		"files", "fmt", "independent", "inputs", "libraries", "values", "warnings", "commands/argocd",
		"commands/explain", "commands/files", "commands/krm", "commands/schema-diff", "commands/schema-import",
		"commands/schema-lint", "commands/schema-show", "commands/schema-test", "commands/validate",
		"commands/values-init", "commands/values-migrate", "commands/values-prune", "commands/values-show",
		"commands/values-sync")
}

// TestReports makes mistakes of which this package reports many.
func TestReports(t *testing.T) { program.Mistakes(t, "../..", "beginner", "cli", "library", "values") }

// TestApplications makes such mistakes in applications.
func TestApplications(t *testing.T) {
	program.MistakesInApplications(t, "../..", "cli", "library", "values")
}
