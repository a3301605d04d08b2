//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// ignoreBrokenPipes makes an error of writing, like others, of it when whoever reads our output stops; cli knows what to make of
// that. Otherwise the process would be killed.
func ignoreBrokenPipes() { signal.Ignore(syscall.SIGPIPE) }
