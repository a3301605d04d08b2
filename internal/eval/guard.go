package eval

import (
	"context"
	"fmt"
	"runtime/metrics"
	"time"
)

// This file implements the watch over memory and interruptions. Both must stop code wherever it is, so they are not
// left to the checks between its steps.

// memoryCheck is the time between looks at the memory. A machine fills a few hundred megabytes in it.
const memoryCheck = 20 * time.Millisecond

// Guard watches the process until the function that it returns is called. When the context is cancelled, or when more
// memory is in use than the budget allows, all threads of the budget's sessions stop.
func (b *Budget) Guard(ctx context.Context) (release func()) {
	released := make(chan struct{})
	go func() {
		ticker := time.NewTicker(memoryCheck)
		defer ticker.Stop()
		for {
			select {
			case <-released:
				return
			case <-ctx.Done():
				b.stop(interrupted)
				return
			case <-ticker.C:
				if heapInUse() > b.limits.Memory {
					b.stop(fmt.Sprintf(tooBig, b.limits.Memory>>20))
					return
				}
			}
		}
	}()
	return func() { close(released) }
}

// heapInUse is the size of all objects, dead or alive. To find out which are dead would take too long: copying a string of
// gigabytes, say, keeps the collector waiting.
func heapInUse() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// stop stops all threads, those to come included.
func (b *Budget) stop(reason string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stopped = reason
	for t := range b.threads {
		if thread := t.Value(); thread != nil {
			thread.Cancel(reason)
		}
	}
	b.threads = nil
}
