package script_test

import (
	"errors"
	"testing"

	"go.starlark.net/starlark"

	"ytt/internal/script"
)

// TestStop stops a thread from another goroutine, while its code runs and the
// thread gets other local values.
func TestStop(t *testing.T) {
	thread := &starlark.Thread{}
	stopper := script.NewStopper(thread)
	if err := script.Stopped(thread); err != nil {
		t.Errorf("stopped before Stop: %v", err)
	}
	cause := errors.New("enough")
	go stopper.Stop(cause)
	for script.Stopped(thread) == nil {
		thread.SetLocal("other", 1)
	}
	stopper.Stop(errors.New("too late"))
	if err := script.Stopped(thread); !errors.Is(err, cause) {
		t.Errorf("stopped by %v, want the first cause", err)
	}
	if err := script.Stopped(&starlark.Thread{}); err != nil {
		t.Errorf("a thread without a Stopper: %v", err)
	}
}
