package program

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"ytt/internal/app"
	"ytt/internal/testkit"
	"ytt/internal/testkit/mistake"
	"ytt/internal/testkit/transcript"
)

// runUnrepaired is Run without the further runs that find what problems hide.
func runUnrepaired(args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return runIn(app.Unrepaired(context.Background()), args, env, stdin, stdout, stderr)
}

// FirstRuns compares what single runs report, which are not made again with their
// problems repaired, with a listing. Its lines are mistakes of one application,
// which are made together, as "<kind>/<name> <kind>/<name>…", and transcripts, as
// "cases/<subject>/<file>". The places and codes of the problems stand below each.
//
// A report as a whole hardly shows what a stage misses, as the next run finds it.
func FirstRuns(t *testing.T, root, listing string) {
	t.Helper()
	root, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	if listing, err = filepath.Abs(listing); err != nil {
		t.Fatal(err)
	}
	byID := map[string]*mistake.Mistake{}
	for _, m := range mistake.Read(t, root) {
		byID[m.ID()] = m
	}
	testkit.Listing(t, listing, func(line string) (outcome string) {
		t.Run(line, func(t *testing.T) {
			if strings.HasPrefix(line, "cases/") {
				outcome = firstOfTranscript(t, filepath.Join(root, "conformance", line+".txtar"))
				return
			}
			var together []*mistake.Mistake
			for id := range strings.FieldsSeq(line) {
				if byID[id] == nil {
					t.Fatalf("there is no mistake %s", id)
				}
				together = append(together, byID[id])
			}
			all := together[0]
			if len(together) > 1 {
				if all = mistake.Together(t, together...); all == nil {
					t.Fatal("these cannot be made together")
				}
			}
			outcome = placesIn(t, all.Report(t, "json", runUnrepaired))
		})
		return outcome
	})
}

// firstOfTranscript runs the commands of a transcript, each with what the first run
// reports before.
func firstOfTranscript(t *testing.T, path string) (outcome string) {
	t.Helper()
	transcript.Run(t, path, false, func(args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
		input, err := io.ReadAll(stdin)
		if err != nil {
			t.Fatal(err)
		}
		var report bytes.Buffer
		asked := append(args[:len(args):len(args)], "--diagnostics", "json")
		runUnrepaired(asked, env, bytes.NewReader(input), io.Discard, &report)
		outcome += "ytt " + strings.Join(args, " ") + "\n" + placesIn(t, report.String())
		return Run(args, env, bytes.NewReader(input), stdout, stderr)
	})
	return outcome
}

// placesIn returns the places and codes of a report, a line each.
func placesIn(t *testing.T, report string) string {
	t.Helper()
	var read struct {
		Diagnostics []struct {
			File, Code   string
			Line, Column int
		}
	}
	if start := strings.Index(report, "{"); start < 0 || json.Unmarshal([]byte(report[start:]), &read) != nil {
		return report
	}
	var b strings.Builder
	for _, d := range read.Diagnostics {
		fmt.Fprintf(&b, "%s:%d:%d %s\n", d.File, d.Line, d.Column, d.Code)
	}
	return b.String()
}
