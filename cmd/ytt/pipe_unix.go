//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// ignoreBrokenPipes makes writing to a pipe whose reader has stopped an error,
// which cli handles, instead of a signal that ends the process.
func ignoreBrokenPipes() { signal.Ignore(syscall.SIGPIPE) }
