package yamlfmt

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"ytt/internal/golden"
	"ytt/internal/source"
	"ytt/internal/yaml"
)

// TestFormat formats the members of archives; want/<name> is the result, or the problems.
func TestFormat(t *testing.T) {
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, in *txtar.Archive) (outputs []golden.Output) {
		opts := Options{Strict: strings.Contains(string(in.Comment), "strict: true")}
		for _, f := range in.Files {
			text := strings.ReplaceAll(string(f.Data), "␍", "\r")
			outputs = append(outputs, golden.Output{Name: f.Name, Text: format(t, f.Name, text, opts)})
		}
		return outputs
	})
}

// format returns the formatted text, or its problems, after checking that formatting it again changes nothing.
func format(t testing.TB, name, text string, opts Options) string {
	t.Helper()
	f, problems := yaml.Parse(source.New(name, text), yaml.Options{})
	if problems.HasErrors() {
		t.Fatalf("%s: %s", name, problems.Text())
	}
	once, problems := Format(f, opts)
	if problems != nil {
		return problems.Text()
	}
	f, problems = yaml.Parse(source.New(name, string(once)), yaml.Options{})
	if problems.HasErrors() {
		t.Fatalf("%s: formatted:\n%s\n%s", name, once, problems.Text())
	}
	twice, problems := Format(f, opts)
	if problems != nil {
		t.Fatalf("%s: formatting again: %s", name, problems.Text())
	}
	golden.Diff(t, name+": formatted twice\n"+text, string(once), string(twice))
	return string(once)
}

// TestSuite formats the inputs of the YAML test suite that this tool reads.
func TestSuite(t *testing.T) {
	count := 0
	for name, text := range suite(t) {
		if _, problems := yaml.Parse(source.New(name, text), yaml.Options{}); problems.HasErrors() {
			continue
		}
		count++
		if out := format(t, name, text, Options{}); strings.Contains(out, "internal: ") {
			t.Errorf("%s: %s\n--- source\n%s", name, out, text)
		}
	}
	if count < 300 {
		t.Errorf("formatted %d texts only", count)
	}
}

// suiteModule carries the data of the YAML test suite.
const suiteModule = "github.com/goccy/go-yaml"

// suite reads the inputs of the YAML test suite, by name, from the module cache.
func suite(t testing.TB) map[string]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", suiteModule).Output()
	root := filepath.Join(strings.TrimSpace(string(out)), "testdata", "yaml-test-suite")
	if _, statErr := os.Stat(root); err != nil || statErr != nil {
		t.Fatalf("the YAML test suite is not there: run \"go mod download %s\" (%v)", suiteModule, errors.Join(err, statErr))
	}
	texts := map[string]string{}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "in.yaml" {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(root, filepath.Dir(path))
		texts[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}
