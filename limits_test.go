package ytt_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	ytt "ytt/internal/app"
)

// limited returns the error of a limit that a run ended with.
func limited(t *testing.T, opts ytt.Options) *ytt.LimitError {
	t.Helper()
	_, err := ytt.Render(t.Context(), opts)
	limit, ok := errors.AsType[*ytt.LimitError](err)
	if !ok {
		t.Fatalf("no limit: %v", err)
	}
	return limit
}

// TestLimitErrors checks that errors of programs name the option.
func TestLimitErrors(t *testing.T) {
	loop := []ytt.File{{Path: "a.yml", Data: "#@ while True:\n- 1\n#@ end\n"}}
	plain := []ytt.File{{Path: "a.yml", Data: "a: 1\n"}, {Path: "b.yml", Data: "b: 1\n"}}
	for _, c := range []struct {
		option string
		files  []ytt.File
		limits ytt.Limits
	}{
		{"Steps", loop, ytt.Limits{Steps: 10_000, Nodes: ytt.Unlimited, Memory: ytt.Unlimited}},
		{"Nodes", loop, ytt.Limits{Nodes: 1000}},
		{"Timeout", loop, ytt.Limits{Timeout: 20 * time.Millisecond, Steps: ytt.Unlimited, Nodes: ytt.Unlimited,
			Memory: 1 << 40}},
		{"Input", plain, ytt.Limits{Input: 5}},
		{"Files", plain, ytt.Limits{Files: 1}},
	} {
		limit := limited(t, ytt.Options{Inputs: c.files, Limits: c.limits})
		if limit.Option != c.option || !strings.HasPrefix(limit.Flag, "--") ||
			!strings.Contains(strings.Join(limit.Hints(), "\n"), limit.Flag) {
			t.Errorf("%s: %+v", c.option, limit)
		}
	}
	result, err := ytt.Render(t.Context(), ytt.Options{Inputs: plain, Limits: ytt.Limits{Output: 9}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]func() ([]byte, error){"YAML": result.YAML, "JSON": result.JSON,
		"Bulk": result.Bulk} {
		_, err := text()
		if limit, ok := errors.AsType[*ytt.LimitError](err); !ok || limit.Option != "Output" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTimeoutError: a limit of time is a deadline, too.
func TestTimeoutError(t *testing.T) {
	_, err := ytt.Render(t.Context(), ytt.Options{
		Inputs: []ytt.File{{Path: "a.yml", Data: "a: 1\n"}}, Limits: ytt.Limits{Timeout: 1},
	})
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "--timeout") {
		t.Errorf("%v", err)
	}
}

// TestCancelledAlways: a context that is done is a problem, whatever is asked
// and however little there is to do.
func TestCancelledAlways(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	opts := ytt.Options{Inputs: []ytt.File{{Path: "s.yml", Data: "#@data/values-schema\n---\na: 1\n"}}}
	for name, ask := range map[string]func() error{
		"Render":     func() error { _, err := ytt.Render(ctx, opts); return err },
		"no files":   func() error { _, err := ytt.Render(ctx, ytt.Options{}); return err },
		"DataValues": func() error { _, err := ytt.DataValues(ctx, opts); return err },
		"Schema":     func() error { _, err := ytt.Schema(ctx, opts); return err },
		"Accessible": func() error { _, err := ytt.Accessible(ctx, opts); return err },
		"Validate":   func() error { _, err := ytt.Validate(ctx, opts, ytt.ValidateOptions{}); return err },
		"Explain":    func() error { _, err := ytt.Explain(ctx, opts, "a"); return err },
		"Lint":       func() error { _, err := ytt.Lint(ctx, opts, ytt.LintOptions{}); return err },
		"Starter":    func() error { _, err := ytt.StarterValues(ctx, opts, ytt.StarterOptions{}); return err },
		"EditValues": func() error { _, err := ytt.EditValues(ctx, opts, ytt.EditOptions{}); return err },
		"Format":     func() error { _, err := ytt.Format(ctx, ytt.FormatOptions{}); return err },
		"Diff":       func() error { _, err := ytt.DiffSchemas(ctx, ytt.SchemaDiffOptions{}); return err },
	} {
		if err := ask(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestIntake counts what dense files need together, and that ordinary ones of
// the same size need nothing.
func TestIntake(t *testing.T) {
	dense := func(path, text string) ytt.File { return ytt.File{Path: path, Data: strings.Repeat(text, 30_000)} }
	for name, f := range map[string]func(path string) ytt.File{
		"list": func(p string) ytt.File { return dense(p+".yml", "- a\n") },
		"flow": func(p string) ytt.File {
			return ytt.File{Path: p + ".yml", Data: "[" + strings.Repeat("1,", 60_000) + "1]"}
		},
		"comments":    func(p string) ytt.File { return dense(p+".yml", "# c\n") },
		"anchors":     func(p string) ytt.File { return dense(p+".yml", "- &a b\n") },
		"annotations": func(p string) ytt.File { return dense(p+".yml", "#@x/y\n- 1\n") },
		"text":        func(p string) ytt.File { return dense(p+".txt", "(@= 1 @)") },
		"code":        func(p string) ytt.File { return dense(p+".star", "x = 1\n") },
	} {
		many := func(n int) (all []ytt.File) {
			for i := range n {
				all = append(all, f(string(rune('a'+i))))
			}
			return all
		}
		opts := ytt.Options{Limits: ytt.Limits{Memory: 45 << 20}}
		opts.Inputs = many(26)
		if limit := limited(t, opts); limit.Option != "Memory" {
			t.Errorf("%s: %+v", name, limit)
		}
		opts.Inputs = many(1)
		if _, err := ytt.Render(t.Context(), opts); err != nil && strings.Contains(err.Error(), "memory") {
			t.Errorf("one file of %s: %.200v", name, err)
		}
	}
	ordinary := ytt.Options{Limits: ytt.Limits{Memory: 1 << 20}, Inputs: []ytt.File{
		{Path: "a.yml", Data: strings.Repeat("---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: some-configuration\n  namespace: production\n", 10_000)},
	}}
	if _, err := ytt.Render(t.Context(), ordinary); err != nil {
		t.Errorf("ordinary documents: %.200v", err)
	}
}
