// Package meter counts what the code of a run uses: steps of work, bytes that it holds, nodes that it builds. What takes longer or
// needs more memory the bigger its operands are, such as a builtin, charges before it does it, so that nothing ends the process.
package meter

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"

	"ytt/internal/diag"
)

// Limits are what a run may use.
type Limits struct {
	Steps int64 // of the interpreter, and of builtins in the same measure: about ten nanoseconds each
	Bytes int64 // that code holds at a time
	Nodes int64 // that templates build
}

// Meter counts what one run uses, all its threads together. It is safe for concurrent use. A nil *Meter counts nothing.
//
// Bytes are counted when they are allocated; nobody tells when they are garbage. So what is counted is a guess that is never too low,
// and only when it exceeds the limit, the heap tells whether it is true (settle). A run that allocates little is never suspected, no
// matter what else is in the process.
type Meter struct {
	limits  Limits
	steps   atomic.Int64
	nodes   atomic.Int64
	held    atomic.Int64
	stopped atomic.Pointer[error]

	mu     sync.Mutex
	base   int64 // size of the heap when the run began
	bases  int
	doubts int
}

// New returns a meter that has counted nothing.
func New(l Limits) *Meter {
	m := &Meter{limits: l}
	m.Rebase()
	return m
}

// Stop makes the meter refuse everything from now on. The first cause counts.
func (m *Meter) Stop(cause error) { m.stopped.CompareAndSwap(nil, &cause) }

// Steps counts work. The error is that of Stop, or a *diag.LimitError.
func (m *Meter) Steps(n int) error {
	if m == nil {
		return nil
	}
	if cause := m.stopped.Load(); cause != nil {
		return *cause
	}
	if m.steps.Add(int64(n)) <= m.limits.Steps {
		return nil
	}
	return &diag.LimitError{
		Code:    diag.BudgetSteps,
		Message: fmt.Sprintf("code ran for more than %d steps", m.limits.Steps),
		Hint:    "does a loop run for ever?",
	}
}

// Nodes counts nodes that a template built.
func (m *Meter) Nodes(n int) error {
	if m == nil || m.nodes.Add(int64(n)) <= m.limits.Nodes {
		return nil
	}
	return &diag.LimitError{
		Code:    diag.BudgetOutput,
		Message: fmt.Sprintf("the result grew beyond %d nodes", m.limits.Nodes),
		Hint:    "does a loop run for ever?",
	}
}

// Bytes counts memory that is about to be allocated, and the work of filling it.
func (m *Meter) Bytes(n int) error {
	if m == nil || n == 0 {
		return nil
	}
	if err := m.Allocated(n); err != nil {
		return err
	}
	return m.Steps(n / bytesPerStep)
}

// Allocated is Bytes without the work.
func (m *Meter) Allocated(n int) error {
	if int64(n) > m.limits.Bytes {
		return m.tooBig()
	}
	if m.held.Add(int64(n)) > m.limits.Bytes {
		return m.settle()
	}
	return nil
}

// Items counts n things of a size in bytes. Their product may be greater than an int.
func (m *Meter) Items(n, size int) error {
	if m == nil || n <= 0 {
		return nil
	}
	if int64(n) > m.limits.Bytes/int64(size) {
		return m.tooBig()
	}
	if err := m.Steps(n); err != nil {
		return err
	}
	return m.Bytes(n * size)
}

// bytesPerStep is how many bytes are copied in the time of a step.
const bytesPerStep = 64

func (m *Meter) tooBig() error {
	return &diag.LimitError{
		Code:    diag.BudgetOutput,
		Message: fmt.Sprintf("code needs more than %d MB of memory", m.limits.Bytes>>20),
		Hint:    "does a string or list grow in a loop?",
	}
}

// maxDoubts is how often a run may be suspected without proof.
const maxDoubts = 2

// settle finds out whether what was counted is still held. If the heap did not grow by so much, it is not. If it did, other runs may be
// the cause, so that a run is only found guilty when the heap is still that big after it allocated a quarter of its limit again.
func (m *Meter) settle() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	limit := m.limits.Bytes
	if m.held.Load() <= limit {
		return nil // found out by another thread
	}
	grown := read("/memory/classes/heap/objects:bytes") - m.base
	if grown > limit {
		runtime.GC()
		grown = read("/gc/heap/live:bytes") - m.base
	}
	if grown <= limit {
		m.doubts = 0
		m.held.Store(min(max(grown, 0), limit/4*3))
		return nil
	}
	if m.doubts++; m.doubts > maxDoubts {
		return m.tooBig()
	}
	m.held.Store(limit / 4 * 3)
	return nil
}

// Exceeds reports whether the whole process grew by more than the limit of bytes: a last resort, for processes that do nothing else.
func (m *Meter) Exceeds() error {
	m.mu.Lock()
	base := m.base
	m.mu.Unlock()
	if read("/memory/classes/heap/objects:bytes")-base <= m.limits.Bytes {
		return nil
	}
	return m.tooBig()
}

// maxBases bounds how often a run can begin to count anew.
const maxBases = 4

// Rebase says that what the heap has now is not the code's: the input has been read.
func (m *Meter) Rebase() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bases++; m.bases > maxBases {
		return
	}
	m.base = read("/gc/heap/live:bytes")
	if m.base == 0 { // nothing was collected yet
		m.base = read("/memory/classes/heap/objects:bytes")
	}
}

// read returns a metric of the runtime. It does not stop the world.
func read(name string) int64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
