// Command ytt renders YAML configuration.
package main

import (
	"context"
	"os"
	"os/signal"

	"golang.org/x/term"

	"ytt"
	"ytt/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
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
