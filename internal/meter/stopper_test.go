package meter_test

import (
	"errors"
	"testing"

	"go.starlark.net/starlark"

	"ytt/internal/meter"
)

// TestStopper stops a thread from another goroutine, while its code runs and the
// thread gets other local values.
func TestStopper(t *testing.T) {
	thread := &starlark.Thread{}
	stopper := meter.NewStopper(thread)
	if err := meter.Stopped(thread); err != nil {
		t.Errorf("stopped before Stop: %v", err)
	}
	cause := errors.New("enough")
	go stopper.Stop(cause)
	for meter.Stopped(thread) == nil {
		thread.SetLocal("other", 1)
	}
	stopper.Stop(errors.New("too late"))
	if err := meter.Stopped(thread); !errors.Is(err, cause) {
		t.Errorf("stopped by %v, want the first cause", err)
	}
	if err := meter.Stopped(&starlark.Thread{}); err != nil {
		t.Errorf("a thread without a Stopper: %v", err)
	}
}
