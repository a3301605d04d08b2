package workspace_test

import (
	"fmt"
	"strings"
	"testing"

	"ytt/internal/files"
	"ytt/internal/workspace"
)

// TestElsewhereEnds checks that a file that is in another directory is found
// for the hint among many directories, but that the search ends.
func TestElsewhereEnds(t *testing.T) {
	for count, found := range map[int]bool{500: true, 12_000: false} {
		var inputs []files.Input
		for i := range count {
			inputs = append(inputs, files.FromText(fmt.Sprintf("%05d/x.yml", i), ""))
		}
		inputs = append(inputs, files.FromText(fmt.Sprintf("%05d/wanted.star", count-1), ""))
		root, diags := workspace.Build(inputs, workspace.Options{})
		if diags != nil {
			t.Fatal(diags.Text())
		}
		_, problem := root.ReadFile(root.Root, "wanted.star")
		if problem == nil {
			t.Fatalf("%d directories: found", count)
		}
		advice := workspace.Advice(problem)
		if hinted := strings.Contains(strings.Join(advice, "\n"), "in another directory"); hinted != found {
			t.Errorf("%d directories: hints %q", count, advice)
		}
	}
}
