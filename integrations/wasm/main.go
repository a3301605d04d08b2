// Command ytt-wasm runs ytt.wasm in a sandbox of its own process: it sees one
// directory, which it cannot change, and nothing else.
//
//	ytt-wasm YTT.WASM DIRECTORY [ARGUMENT…]
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
)

// A Sandbox runs ytt. It is safe for concurrent use.
type Sandbox struct {
	runtime wazero.Runtime
	program wazero.CompiledModule
}

// New compiles ytt.wasm, which takes seconds; with what is in the cache, a
// directory, it takes a fraction of one. No run has more memory, in bytes.
func New(ctx context.Context, wasm []byte, cache string, memory uint32) (*Sandbox, error) {
	compiled, err := wazero.NewCompilationCacheWithDir(cache)
	if err != nil {
		return nil, err
	}
	const page = 64 << 10
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().
		WithCompilationCache(compiled).
		WithMemoryLimitPages(memory/page).
		WithCloseOnContextDone(true)) // or endless code would not end with its context
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	program, err := r.CompileModule(ctx, wasm)
	if err != nil {
		return nil, errors.Join(err, r.Close(ctx))
	}
	return &Sandbox{r, program}, nil
}

// Close frees what was compiled.
func (s *Sandbox) Close(ctx context.Context) error { return s.runtime.Close(ctx) }

// Run runs ytt with arguments, for the files of a directory, and returns its
// exit status. ytt sees the directory as "/". The error says that it did not
// end by itself.
func (s *Sandbox) Run(ctx context.Context, dir string, args []string, stdout, stderr io.Writer) (int, error) {
	root, err := os.OpenRoot(dir) // links in it do not lead out of it
	if err != nil {
		return 0, err
	}
	defer root.Close()
	module, err := s.runtime.InstantiateModule(ctx, s.program, wazero.NewModuleConfig().
		WithName(""). // so that there can be several at the same time
		WithArgs(append([]string{"ytt"}, args...)...).
		WithFSConfig(wazero.NewFSConfig().WithFSMount(root.FS(), "/")).
		WithSysNanotime(). // for --timeout
		WithStdout(stdout).
		WithStderr(stderr))
	var exit *sys.ExitError
	switch {
	case err == nil:
		return 0, module.Close(ctx)
	case !errors.As(err, &exit):
		return 0, err
	case ctx.Err() != nil:
		return 0, ctx.Err()
	}
	return int(exit.ExitCode()), nil
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: ytt-wasm YTT.WASM DIRECTORY [ARGUMENT…]")
		os.Exit(2)
	}
	status, err := render(os.Args[1], os.Args[2], os.Args[3:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "ytt-wasm:", err)
		os.Exit(3)
	}
	os.Exit(status)
}

func render(program, dir string, args []string) (int, error) {
	ctx := context.Background()
	wasm, err := os.ReadFile(program)
	if err != nil {
		return 0, err
	}
	user, err := os.UserCacheDir()
	if err != nil {
		return 0, err
	}
	s, err := New(ctx, wasm, filepath.Join(user, "ytt-wasm"), 512<<20)
	if err != nil {
		return 0, err
	}
	defer s.Close(ctx)
	within, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	return s.Run(within, dir, args, os.Stdout, os.Stderr)
}
