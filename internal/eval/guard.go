package eval

import (
	"context"
	"math"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"ytt/internal/diag"
	"ytt/internal/script"
)

// This file implements the watch over memory and interruptions. Both must stop code wherever it is, so they are not
// left to the checks between its steps.

// memoryCheck is the time between looks at the memory. A machine fills a few hundred megabytes in it.
const memoryCheck = 20 * time.Millisecond

// Guard watches the process until the function that it returns is called. When the context is cancelled, or when more
// memory is in use than the budget allows, all threads of the budget's sessions stop. A run that is over before the first look
// is watched by nobody but a timer.
func (b *Budget) Guard(ctx context.Context) (release func()) {
	w := &watch{budget: b}
	w.timer = time.AfterFunc(math.MaxInt64, w.look)
	w.timer.Reset(memoryCheck)
	forget := context.AfterFunc(ctx, func() { b.stop(diag.Interrupted(ctx)) })
	return func() {
		w.released.Store(true)
		w.timer.Stop()
		forget()
	}
}

// watch is the watch over memory.
type watch struct {
	budget   *Budget
	timer    *time.Timer
	released atomic.Bool
}

// look stops all threads, or has a look again later.
func (w *watch) look() {
	if w.released.Load() {
		return
	}
	if heapInUse() > w.budget.limits.Memory {
		w.budget.stop(tooBig(w.budget.limits.Memory))
		return
	}
	w.timer.Reset(memoryCheck)
}

// heapInUse is the size of all objects, dead or alive, as far as the collector has not swept them away. It need not stop the code
// that runs.
func heapInUse() int64 {
	objects := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(objects)
	return int64(objects[0].Value.Uint64())
}

// stop stops all threads, those to come included.
func (b *Budget) stop(cause error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stopped = cause
	for t := range b.threads {
		if thread := t.Value(); thread != nil {
			script.Stop(thread, cause)
		}
	}
	b.threads = nil
}
