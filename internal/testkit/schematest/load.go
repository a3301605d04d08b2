// Package schematest declares schemas for tests, and generates random ones.
package schematest

import (
	"testing"

	"ytt/internal/diag"
	"ytt/internal/files"
	"ytt/internal/render"
	"ytt/internal/schema"
	"ytt/internal/tree"
	"ytt/internal/values/layers"
	"ytt/internal/workspace"
	"ytt/internal/yaml/print"
)

// Declare returns the schema that a schema file declares.
func Declare(t testing.TB, text string) *schema.Schema {
	t.Helper()
	s, problems := TryDeclare(t, text)
	if problems.HasErrors() {
		t.Fatalf("%s\nin\n%s", problems.Text(), text)
	}
	return s
}

// TryDeclare returns the schema that a file declares, and the problems in it.
func TryDeclare(t testing.TB, text string) (*schema.Schema, diag.List) {
	t.Helper()
	root, problems := workspace.Build([]files.Input{files.FromText("schema.yml", text)}, workspace.Options{})
	if problems.HasErrors() {
		return nil, problems
	}
	declared, problems := render.NewRun(t.Context(), render.Options{Version: "0.48.0"}).Schema(root,
		layers.Inputs{}, nil)
	return declared, problems
}

// PrintYAML returns a value as YAML.
func PrintYAML(t testing.TB, n tree.Node) string {
	t.Helper()
	text, err := print.AppendNodeYAML(nil, n, print.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// PrintJSON returns a value as JSON.
func PrintJSON(t testing.TB, n tree.Node) string {
	t.Helper()
	text, err := print.AppendNodeJSON(nil, n, print.JSONOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
