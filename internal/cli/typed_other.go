//go:build !windows

package cli

// endOfInput is what a person types to end standard input.
const endOfInput = "Ctrl-D"
