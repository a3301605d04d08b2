package eval

import (
	"fmt"
	"time"
)

// This file implements the tracing of work.

// Trace is told of pieces of work when they end: what it was, how long it took, and a few words about it. It may be
// called from several goroutines. A nil Trace costs nothing: the clock is not read, and the words are not put together.
type Trace func(work string, took time.Duration, detail string)

// Start begins a piece of work, and returns the function that ends it. That is given the words as fmt.Sprintf is.
func (t Trace) Start(work string) (end func(detail string, args ...any)) {
	if t == nil {
		return func(string, ...any) {}
	}
	start := time.Now()
	return func(detail string, args ...any) {
		took := time.Since(start)
		t(work, took, fmt.Sprintf(detail, args...))
	}
}

// Names of work that is done for each file.
const (
	CompileFile = "compile file"
	RunFile     = "run file"
)
