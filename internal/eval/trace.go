package eval

import "time"

// This file implements the tracing of work.

// Trace is told of pieces of work when they end: what it was, how long it took, and a few words about it. It may be
// called from several goroutines. A nil Trace costs nothing; the clock is not even read.
type Trace func(work string, took time.Duration, detail string)

// Start begins a piece of work, and returns the function that ends it.
func (t Trace) Start(work string) (end func(detail string)) {
	if t == nil {
		return func(string) {}
	}
	start := time.Now()
	return func(detail string) { t(work, time.Since(start), detail) }
}

// Names of work that is done for each file.
const (
	CompileFile = "compile file"
	RunFile     = "run file"
)
