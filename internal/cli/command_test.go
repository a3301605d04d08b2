package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ytt/internal/cli"
)

// TestCommandHelp looks at the help of each command that ytt lists: it says
// what the command does, shows an example, and the command has a page.
func TestCommandHelp(t *testing.T) {
	for _, name := range listed(t) {
		got := in(t, nil, cli.World{}, append(strings.Fields(name), "--help")...)
		if got.status != 0 || !strings.Contains(got.stdout, "Usage:\n  ytt "+name) ||
			!strings.Contains(got.stdout, "Examples:\n  ytt "+name) {
			t.Errorf("ytt %s --help: %d\n%s%s", name, got.status, got.stdout, got.stderr)
		}
		page := filepath.Join("..", "..", "docs", "commands", strings.ReplaceAll(name, " ", "-")+".md")
		if text, err := os.ReadFile(page); err != nil || !strings.HasPrefix(string(text), "# ytt "+name+"\n") ||
			!strings.Contains(string(text), "$ ytt "+name) {
			t.Errorf("ytt %s has no page with a session: %v", name, err)
		}
	}
}

// listed returns the names of the commands that look at schemas and values, as
// ytt --help lists them.
func listed(t *testing.T) (names []string) {
	t.Helper()
	_, list, _ := strings.Cut(in(t, nil, cli.World{}, "--help").stdout, "\nCommands:\n")
	list, _, _ = strings.Cut(list, "\n\n")
	purpose := ""
	for line := range strings.SplitSeq(list, "\n") {
		name, isCommand := strings.CutPrefix(line, "  ")
		switch {
		case !isCommand:
			purpose = strings.TrimSpace(line)
		case purpose == "Check", purpose == "Explain", purpose == "Evolve":
			names = append(names, strings.TrimSpace(name[:len("schema import ")]))
		}
	}
	if len(names) == 0 {
		t.Fatalf("no commands in %q", list)
	}
	return names
}
