package eval

import (
	"fmt"
	"time"
)

// Trace is called at the end of pieces of work, with what it was, how long it took, and a detail such as a path. It may be
// called from several goroutines. A nil Trace costs nothing: the clock is not read, and nothing is formatted.
type Trace func(work string, took time.Duration, detail string)

// Start begins a piece of work, and returns the function that ends it. Its arguments, those of fmt.Sprintf, are the detail.
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
