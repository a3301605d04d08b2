// Command ytt renders YAML configuration.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"golang.org/x/term"

	"ytt"
	"ytt/internal/cli"
)

// gcPercent lets the heap grow to nine times of what is alive before it is collected: the process is short-lived, and
// collecting is most of what it would do besides its work. GOGC and GOMEMLIMIT, if set, are obeyed as usual.
const gcPercent = 800

// softMemory is the size of the heap in bytes near which it is collected more eagerly. Code is stopped at eval.DefaultMemory, which counts what is dead, too.
const softMemory = 3 << 29

func main() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(gcPercent)
		debug.SetMemoryLimit(softMemory)
	}
	// When whoever reads our output stops, that is an error of writing like others, and cli knows what to make of it.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	w := cli.World{
		System:  ytt.OS(),
		Stdout:  os.Stdout,
		Stderr:  os.Stderr,
		Environ: os.Environ(),
	}
	if fd := int(os.Stderr.Fd()); term.IsTerminal(fd) {
		w.Terminal = true
		w.Width, _, _ = term.GetSize(fd)
	}
	status := cli.Main(ctx, os.Args[1:], w)
	stop()
	os.Exit(status)
}
