package cli_test

import (
	"regexp"
	"strings"
	"testing"

	"ytt/internal/report"
)

// This file checks that nothing that steers terminals or CI services comes out of the command, whatever is in names, values and code.

// hostile is in names of files, keys, values and code.
const hostile = "\x1b]0;x\x07\u202eb\u200f\u009b##[error]x"

// steering are the characters that must not come out.
const steering = "\x00\x07\x0d\x1b\u009b\u202e\u200f"

func TestNothingSteersTheTerminal(t *testing.T) {
	coded := `\x1b]0;x\x07\u202eb\u200f\u009b##[error]x`
	files := map[string]string{
		"schema.yml": "#@data/values-schema\n---\n#@schema/title \"" + coded + "\"\n#@schema/desc \"" + coded + "\"\n" +
			"#@schema/examples (\"" + coded + "\", \"" + coded + "\")\nname: \"" + coded + "\"\nport: 0\n\"" + coded + "\": 1\n",
		"values.yml":               "name: \"" + coded + "\"\n\"" + coded + "\": 2\n",
		"bad.yml":                  "port: \"" + coded + "\"\n\"no" + coded + "\": 2\n",
		"new.yml":                  "#@data/values-schema\n---\nname: 1\nport: \"" + coded + "\"\n",
		"print" + hostile + ".yml": "#@ load(\"@ytt:data\", \"data\")\n#@ print(\"" + coded + "\")\n#@ print(\"::error::x\")\n#@ print(\" ::add-mask::x\")\n#@ print(data.values.name)\nb: 1\n",
		"fail" + hostile + ".yml":  "a: #@ fail(\"" + coded + "\\n::error::x\")\nb: #@ nosuch" + "\n",
		"dir" + hostile + "/x.yml": "a:   1\n\n\n",
		"line\n::error::x.yml":     "a:   #@ fail('x')\n",
	}
	commands := [][]string{
		{"-f", "schema.yml", "-f", "print" + hostile + ".yml", "--data-values-file", "values.yml"},
		{"-f", "schema.yml", "-f", "print" + hostile + ".yml", "--debug"},
		{"-f", "schema.yml", "-f", "print" + hostile + ".yml", "--output-files", "OUT"},
		{"-f", "fail" + hostile + ".yml"}, {"-f", "line\n::error::x.yml"}, {"-f", "nosuch" + hostile + ".yml"},
		{"-f", "schema.yml", "--data-values-file", "bad.yml"},
		{"-f", "schema.yml", "-v", "port=" + hostile}, {"-f", "schema.yml", "-v", hostile + "=1"}, {"-f", "schema.yml", "--nosuch" + hostile}, {hostile},
		{"-f", ".", "--file-mark", hostile + ":x=y"}, {"-f", "schema.yml", "--file-mark", hostile}, {"-f", "https://x/" + hostile + ".yml"},
		{"validate", "-f", "schema.yml", "bad.yml"}, {"validate", "-f", "schema.yml", "bad.yml", "-o", "json"},
		{"explain", "-f", "schema.yml", "--data-values-file", "values.yml", "name"}, {"explain", "-f", "schema.yml", "--data-values-file", "values.yml"},
		{"explain", "-f", "schema.yml", "-o", "json"}, {"explain", "-f", "schema.yml", hostile},
		{"schema", "lint", "-f", "schema.yml", "--strict"}, {"schema", "diff", "schema.yml", "new.yml"}, {"schema", "diff", "schema.yml", "new.yml", "-o", "json"},
		{"schema", "diff", "schema.yml", "new.yml", "--values", "values.yml"}, {"schema", "test", "-f", "schema.yml"},
		{"fmt", "--list", "-f", "dir" + hostile}, {"fmt", "-f", "dir" + hostile, "--check", "--list"}, {"values", "sync", "-f", "schema.yml", "bad.yml", "--check"},
		{"help", hostile}, {"schema", hostile}, {"explain-code", hostile},
	}
	command := regexp.MustCompile(`(?m)^\s*::(error|warning) [^\n]*title=[a-z-]+::`)
	for _, form := range report.Formats() {
		for _, args := range commands {
			args = append(append([]string{}, args...), "--diagnostics", form)
			for i := range args {
				if args[i] == "OUT" {
					args[i] = t.TempDir()
				}
			}
			out := runInMemory(files, args, nil)
			if i := strings.IndexAny(out, steering); i >= 0 {
				t.Errorf("ytt %q: %q", args, out[max(0, i-80):min(len(out), i+40)])
			}
			if form != "github" {
				continue
			}
			for line := range strings.Lines(out) {
				if rest := command.ReplaceAllString(line, ""); rest == line && (strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[")) {
					t.Errorf("ytt %q has a command: %q", args, line)
				}
			}
		}
	}
}
