package cli_test

import (
	"context"
	"io"
	"testing"

	ytt "ytt/internal/app"
	"ytt/internal/cli"
	"ytt/internal/testkit/transcript"
)

// run is the program under test.
func run(args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	system := ytt.OS()
	system.Stdin = stdin
	return cli.Main(context.Background(), args, cli.World{System: system, Stdout: stdout, Stderr: stderr, Environ: env})
}

// runCompat is the program with reports as ytt 0.48 prints them.
func runCompat(args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return run(args, append([]string{"YTT_DIAGNOSTICS=compat"}, env...), stdin, stdout, stderr)
}

// TestTranscripts runs what was recorded of ytt 0.48, and our own transcripts.
func TestTranscripts(t *testing.T) {
	for _, path := range transcript.Recorded(t, "../..") {
		t.Run("compat-"+transcript.Name(path), func(t *testing.T) { transcript.Run(t, path, true, runCompat) })
	}
	for _, path := range transcript.Ours(t, "../..") {
		t.Run(transcript.Name(path), func(t *testing.T) { transcript.Run(t, path, false, run) })
	}
}
