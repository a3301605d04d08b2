package ytt_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"text/template"
	"time"

	"ytt"
	pipeline "ytt/internal/render"
	"ytt/internal/stdlib"
)

// This file runs what asks for all time or memory there is: pieces of code, one per paragraph of testdata/bombs.txt, and files, in
// testdata/bombs-files.txt.

// bomb is one of them. Without args, it is all files of it.
type bomb struct {
	name  string
	args  []string
	files []ytt.File
	// small: it is no bomb after all, if the program is right, and ends with an ordinary problem, or none.
	small bool
}

// codeBombs returns the pieces as templates. A "for", "while" or "def" has its block on the same line. Modules need not be loaded.
func codeBombs(t testing.TB) []bomb {
	t.Helper()
	var all []bomb
	for i, piece := range strings.Split(strings.TrimSpace(readText(t, "testdata/bombs.txt")), "\n\n") {
		b := strings.Builder{}
		for _, m := range stdlib.Modules() {
			if regexp.MustCompile(`\b` + m.Name + `\.[a-z]`).MatchString(piece) {
				fmt.Fprintf(&b, "#@ load(\"@ytt:%s\", \"%[1]s\")\n", m.Name)
			}
		}
		for line := range strings.Lines(piece) {
			line = strings.TrimSpace(line)
			if head, block, ok := strings.Cut(line, ": "); ok && isBlock(line) {
				fmt.Fprintf(&b, "#@ %s:\n#@   %s\n#@ end\n", head, block)
			} else {
				b.WriteString("#@ " + line + "\n")
			}
		}
		name := fmt.Sprintf("%d: %s", i+1, strings.ReplaceAll(piece, "\n", "; "))
		all = append(all, bomb{name: name, files: []ytt.File{{Path: "bomb.yml", Data: b.String() + "a: 1\n"}}})
	}
	return all
}

func isBlock(line string) bool {
	return strings.HasPrefix(line, "for ") || strings.HasPrefix(line, "while ") || strings.HasPrefix(line, "def ")
}

// fileBombs returns the others. "=== NAME" begins one; then there may be "$ ARGUMENTS" and "small", and its files, "--- PATH" and the
// text. In texts, repeat and other functions of bombWords make much of little.
func fileBombs(t testing.TB) []bomb {
	t.Helper()
	var all []bomb
	for _, section := range strings.Split(readText(t, "testdata/bombs-files.txt"), "=== ")[1:] {
		parts := strings.Split(section, "\n--- ")
		head := strings.Split(strings.TrimSpace(parts[0]), "\n")
		b := bomb{name: head[0]}
		for _, line := range head[1:] {
			if args, ok := strings.CutPrefix(line, "$ "); ok {
				b.args = strings.Fields(args)
			}
			b.small = b.small || line == "small"
		}
		for _, part := range parts[1:] {
			path, text, _ := strings.Cut(part, "\n")
			words := template.Must(template.New(b.name).Delims("«", "»").Funcs(bombWords()).Parse(text))
			var data strings.Builder
			if err := words.Execute(&data, nil); err != nil {
				t.Fatal(err)
			}
			b.files = append(b.files, ytt.File{Path: path, Data: data.String()})
		}
		all = append(all, b)
	}
	return all
}

// bombWords are the functions that texts of files may call.
func bombWords() template.FuncMap {
	each := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	chain := func(n int, link func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(link(i))
		}
		return b.String()
	}
	return template.FuncMap{
		"each":   each,
		"repeat": func(n int, text string) string { return strings.Repeat(text, n) },
		"laughs": func(n int) string {
			return chain(n, func(i int) string {
				return fmt.Sprintf("a%d: &a%[1]d [%s]\n", i+1, strings.Repeat(fmt.Sprintf("*a%d,", i), 9))
			})
		},
		"doubles": func(n int, indent string) string {
			return chain(n, func(i int) string {
				return fmt.Sprintf("%sa%d: &a%[2]d {x: *a%d, y: *a%[3]d}\n", indent, i+1, i)
			})
		},
		"merges": func(n int) string {
			return "a0: &a0 {x: 1}\n" + chain(n, func(i int) string {
				return fmt.Sprintf("a%d: &a%[1]d\n  <<: *a%d\n  k%[2]d: 1\n", i+1, i)
			})
		},
	}
}

func readText(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func (b bomb) explode(ctx context.Context, l ytt.Limits) error {
	_, err := ytt.Render(ctx, ytt.Options{Inputs: b.files, Limits: l})
	return err
}

// TestBombs checks that each ends in a limit. The limits are a tenth of the defaults, so that a run takes little.
func TestBombs(t *testing.T) {
	for _, b := range codeBombs(t) {
		var limit *ytt.LimitError
		if err := b.explode(t.Context(), ytt.Limits{Steps: 1_000_000, Memory: 24 << 20, Nodes: 100_000}); !errors.As(err, &limit) {
			t.Errorf("%s is not stopped by a limit: %v", b.name, err)
		}
	}
}

// TestLibraryAndSchemaCallsEnd calls every function of the modules that depend on the pipeline in an endless loop. A new function needs
// a row.
func TestLibraryAndSchemaCallsEnd(t *testing.T) {
	calls := map[string]string{
		"library.get":                     `library.get("lib")`,
		"library.with_data_values":        `lib.with_data_values({"k1": "x"})`,
		"library.with_data_values_schema": `lib.with_data_values_schema(fragment())`,
		"library.data_values":             `lib.data_values()`,
		"library.eval":                    `lib.eval()`,
		"library.export":                  `lib.export("f")`,
		"schema.apply":                    `schema.apply(s, {})`,
		"schema.check":                    `schema.check(s, {})`,
		"schema.defaults":                 `schema.defaults(s)`,
		"schema.describe":                 `schema.describe("")`,
		"schema.json_schema":              `schema.json_schema(s)`,
		"schema.openapi":                  `schema.openapi(s, crd=True)`,
	}
	library, got := pipeline.Describe()
	for _, m := range []stdlib.Module{library, got, pipeline.DescribeSchemas()} {
		for _, member := range m.Members {
			if calls[m.Name+"."+member.Name] == "" {
				t.Errorf("no call of %s.%s", m.Name, member.Name)
			}
		}
	}
	var keys strings.Builder
	for i := range 300 {
		fmt.Fprintf(&keys, "#@schema/desc \"words\"\nk%d: v\n", i)
	}
	head := "#@ load(\"@ytt:library\", \"library\")\n#@ load(\"@ytt:schema\", \"schema\")\n#@ def fragment():\n" + keys.String() + "#@ end\n#@ s = fragment()\n#@ lib = library.get(\"lib\")\n"
	for name, call := range calls {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		_, err := ytt.Render(ctx, ytt.Options{Limits: ytt.Limits{Steps: 2_000_000}, Inputs: []ytt.File{
			{Path: "schema.yml", Data: "#@data/values-schema\n---\n" + keys.String()},
			{Path: "_ytt_lib/lib/schema.yml", Data: "#@data/values-schema\n---\n" + keys.String()},
			{Path: "_ytt_lib/lib/f.lib.yml", Data: "#@ def f():\na: 1\n#@ end\n"},
			{Path: "a.yml", Data: head + "#@ while True:\n#@   y = " + call + "\n#@ end\na: 1\n"},
		}})
		cancel()
		var limit *ytt.LimitError
		if !errors.As(err, &limit) || limit.Option != "Steps" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTracedPrintsEnd prints for ever, and prints values that have endless parts, as --trace shows them. A value that is too long is cut
// off, and what is printed counts.
func TestTracedPrintsEnd(t *testing.T) {
	for name, code := range map[string]string{
		"for ever":              "#@ while True:\n#@   print(\"x\")\n#@ end\n",
		"many arguments":        "#@ x = [\"y\" * 10000]\n#@ print(*[x for i in range(50000)])\n",
		"a list that doubles":   "#@ x = [1]\n#@ for i in range(40):\n#@   x = [x, x]\n#@ end\n#@ while True:\n#@   print(x)\n#@ end\n",
		"a map of lists":        "#@ x = {\"k\": list(range(1000))}\n#@ while True:\n#@   print(x)\n#@ end\n",
		"a long list":           "#@ x = list(range(300000))\n#@ while True:\n#@   print(x)\n#@ end\n",
		"a range":               "#@ while True:\n#@   print(range(1 << 40))\n#@ end\n",
		"what YAML cannot show": "#@ x = [len] * 100000\n#@ while True:\n#@   print(x)\n#@ end\n",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		_, err := ytt.Render(ctx, ytt.Options{
			Inputs: []ytt.File{{Path: "bomb.yml", Data: code + "a: 1\n"}}, TracePrints: true, Limits: ytt.Limits{Output: 16 << 20},
		})
		cancel()
		if err == nil || !strings.Contains(err.Error(), "code prints more than") && !strings.Contains(err.Error(), "the result would be longer than") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBombsOfDefaults measures what the command takes to stop each under the default limits: less than two seconds of a processor, and
// less than 512 MB beside its input. Set YTT_SOAK to run it.
func TestBombsOfDefaults(t *testing.T) {
	if os.Getenv("YTT_SOAK") == "" {
		t.Skip("takes minutes")
	}
	command := filepath.Join(t.TempDir(), "ytt")
	if out, err := exec.Command("go", "build", "-o", command, "./cmd/ytt").CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	var count int
	var most measured
	for _, b := range append(codeBombs(t), fileBombs(t)...) {
		t.Run(b.name, func(t *testing.T) {
			m := b.measure(t, command)
			t.Logf("%.2f s, %d MB", m.seconds, m.megabytes)
			count++
			most = measured{seconds: max(most.seconds, m.seconds), megabytes: max(most.megabytes, m.megabytes)}
			if m.status != 1 && !b.small || m.seconds > 2 || m.megabytes > 512 {
				t.Errorf("exit code %d, %.2f s, %d MB: %.1000s", m.status, m.seconds, m.megabytes, m.said)
			}
		})
	}
	t.Logf("%d: at most %.2f s and %d MB", count, most.seconds, most.megabytes)
}

// measured is what a run of the command took.
type measured struct {
	status    int
	seconds   float64
	megabytes int64 // beside the input
	said      []byte
}

func (b bomb) measure(t *testing.T, command string) measured {
	dir, size := t.TempDir(), 0
	args := b.args
	if args == nil {
		args = []string{"-f", "."}
	}
	for _, f := range b.files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(f.Data), 0o666)); err != nil {
			t.Fatal(err)
		}
		size += len(f.Data)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, command, args...)
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput()
	used := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	seconds := (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	return measured{cmd.ProcessState.ExitCode(), seconds, used.Maxrss>>10 - int64(size>>20), out}
}

// TestCancelBombs checks that a context ends every bomb, with limits that would not.
func TestCancelBombs(t *testing.T) {
	for _, b := range codeBombs(t) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
		err := b.explode(ctx, ytt.Limits{Steps: 10_000_000, Memory: 64 << 20})
		cancel()
		var limit *ytt.LimitError
		if err == nil || !errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &limit) && !isTooDeep(err) {
			t.Errorf("%s: %v", b.name, err)
		}
	}
}

// isTooDeep reports whether a run ended because a value contains itself, which is found in less than a few milliseconds.
func isTooDeep(err error) bool { return strings.Contains(err.Error(), "does it contain itself?") }

// TestTenants renders 32 projects at a time, one of them a bomb, in a process that holds much else. The others must not notice.
func TestTenants(t *testing.T) {
	const tenants = 32
	other := make([][]byte, 64)
	for i := range other {
		other[i] = make([]byte, 1<<20)
	}
	innocent := "#@ def f(n):\n#@   return [{\"i\": i} for i in range(n)]\n#@ end\na: #@ len([f(10) for i in range(500)])\n"
	guilty := "#@ x = [{} for i in range(1 << 40)]\na: 1\n"
	errs := make([]error, tenants)
	var wg sync.WaitGroup
	for i := range tenants {
		wg.Go(func() {
			text := innocent
			if i == 7 {
				text = guilty
			}
			errs[i] = bomb{files: []ytt.File{{Path: "t.yml", Data: text}}}.explode(t.Context(), ytt.Limits{Memory: 32 << 20})
		})
	}
	wg.Wait()
	for i, err := range errs {
		var limit *ytt.LimitError
		if i == 7 && !errors.As(err, &limit) {
			t.Errorf("the bomb: %v", err)
		}
		if i != 7 && err != nil {
			t.Errorf("tenant %d: %v", i, err)
		}
	}
	if len(other[63]) != 1<<20 {
		t.Error("the memory is gone")
	}
}
