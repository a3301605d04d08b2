package ytt_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ytt"
	pipeline "ytt/internal/render"
	"ytt/internal/stdlib"
)

// This file runs code that asks for all time or memory there is. testdata/bombs.txt has one piece of code per paragraph.

// bombs returns the pieces as templates. A "for", "while" or "def" has its block on the same line.
func bombs(t testing.TB) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/bombs.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for piece := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		b := strings.Builder{}
		for line := range strings.Lines(piece) {
			line = strings.TrimSpace(line)
			if head, block, ok := strings.Cut(line, ": "); ok && isBlock(line) {
				fmt.Fprintf(&b, "#@ %s:\n#@   %s\n#@ end\n", head, block)
			} else {
				b.WriteString("#@ " + line + "\n")
			}
		}
		all = append(all, b.String()+"a: 1\n")
	}
	return all
}

func isBlock(line string) bool {
	return strings.HasPrefix(line, "for ") || strings.HasPrefix(line, "while ") || strings.HasPrefix(line, "def ")
}

func explode(ctx context.Context, bomb string, l ytt.Limits) error {
	_, err := ytt.Render(ctx, ytt.Options{Inputs: []ytt.File{{Path: "bomb.yml", Data: bomb}}, Limits: l})
	return err
}

// TestBombs checks that each ends in a limit. The limits are a tenth of the defaults, so that a run takes little.
func TestBombs(t *testing.T) {
	for i, bomb := range bombs(t) {
		var limit *ytt.LimitError
		if err := explode(t.Context(), bomb, ytt.Limits{Steps: 2_000_000, Memory: 24 << 20, Nodes: 100_000}); !errors.As(err, &limit) {
			t.Errorf("bomb %d is not stopped by a limit: %v\n%s", i+1, err, bomb)
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
// less than 512 MB. Set YTT_SOAK to run it.
func TestBombsOfDefaults(t *testing.T) {
	if os.Getenv("YTT_SOAK") == "" {
		t.Skip("takes minutes")
	}
	command := filepath.Join(t.TempDir(), "ytt")
	if out, err := exec.Command("go", "build", "-o", command, "./cmd/ytt").CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	for i, bomb := range bombs(t) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		cmd := exec.CommandContext(ctx, command, "-f", "-")
		cmd.Stdin = strings.NewReader(bomb)
		out, _ := cmd.CombinedOutput()
		cancel()
		used := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		seconds := (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
		if cmd.ProcessState.ExitCode() != 1 || seconds > 2 || used.Maxrss>>10 > 512 {
			t.Errorf("bomb %d: exit code %d, %.1f s, %d MB:\n%s%.1000s", i+1, cmd.ProcessState.ExitCode(), seconds, used.Maxrss>>10, bomb, out)
		}
	}
}

// TestCancelBombs checks that a context ends every bomb, with limits that would not.
func TestCancelBombs(t *testing.T) {
	for i, bomb := range bombs(t) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		err := explode(ctx, bomb, ytt.Limits{Steps: 40_000_000, Memory: 64 << 20})
		cancel()
		var limit *ytt.LimitError
		if err == nil || !errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &limit) {
			t.Errorf("bomb %d: %v\n%s", i+1, err, bomb)
		}
	}
}

// TestTenants renders 32 projects at a time, one of them a bomb, in a process that holds much else. The others must not notice.
func TestTenants(t *testing.T) {
	const tenants = 32
	other := make([][]byte, 64)
	for i := range other {
		other[i] = make([]byte, 1<<20)
	}
	innocent := "#@ def f(n):\n#@   return [{\"i\": i} for i in range(n)]\n#@ end\na: #@ len([f(10) for i in range(500)])\n"
	bomb := "#@ x = [{} for i in range(1 << 40)]\na: 1\n"
	errs := make([]error, tenants)
	var wg sync.WaitGroup
	for i := range tenants {
		wg.Go(func() {
			text := innocent
			if i == 7 {
				text = bomb
			}
			errs[i] = explode(t.Context(), text, ytt.Limits{Memory: 32 << 20})
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
