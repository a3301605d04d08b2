//go:build !unix

package main

// ignoreBrokenPipes does nothing: there is no signal for it.
func ignoreBrokenPipes() {}
