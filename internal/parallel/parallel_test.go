package parallel_test

import (
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"ytt/internal/parallel"
)

func TestDo(t *testing.T) {
	for _, procs := range []int{1, 4} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		calls := make([]atomic.Int32, 1000)
		parallel.Do(len(calls), func(i int) { calls[i].Add(1) })
		for i := range calls {
			if n := calls[i].Load(); n != 1 {
				t.Errorf("%d processors: %d calls for %d, want 1", procs, n, i)
			}
		}
		parallel.Do(0, func(int) { t.Error("called for nothing") })
	}
}

// A panic on another goroutine would end the process.
func TestPanic(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	defer func() {
		text, _ := recover().(string)
		if !strings.HasPrefix(text, "number 7\n") || !strings.Contains(text, "parallel_test.go") {
			t.Errorf("recovered %q, want the panic and its stack", text)
		}
	}()
	parallel.Do(100, func(i int) {
		if i == 7 {
			panic("number 7")
		}
	})
}
