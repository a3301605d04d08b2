//go:build unix

package files_test

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"testing"

	"ytt/internal/files"
)

// TestPipes checks inputs such as those of the shell's <(command): a link to a pipe without a name, and named pipes.
func TestPipes(t *testing.T) {
	t.Chdir(t.TempDir())
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := syscall.Mkfifo("named.yml", 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("dir", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo("dir/inside.yml", 0o600); err != nil {
		t.Fatal(err)
	}
	anonymous := fmt.Sprintf("/dev/fd/%d", r.Fd())

	// A pipe inside of a directory is no input: it may have no writer.
	args := []string{anonymous, "x.yml=" + anonymous, "named.yml", "dir"}
	inputs, diags := files.Collect(context.Background(), files.OS(), args, files.Options{})
	want := fmt.Sprintf("%d < %[2]s\nx.yml < %[2]s (original %[1]d)\nnamed.yml\n", r.Fd(), anonymous)
	if got := listing(inputs); got != want || diags != nil {
		t.Fatalf("%s%s", got, diags.Text())
	}
	w.WriteString("a: 1\n")
	w.Close()
	go os.WriteFile("named.yml", []byte("b: 2\n"), 0)
	for i, want := range map[int]string{1: "a: 1\n", 2: "b: 2\n"} {
		if text, problem := inputs[i].Text(); text != want || problem != nil {
			t.Errorf("input %d: %q %v", i, text, problem)
		}
	}
}
