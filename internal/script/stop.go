package script

import (
	"sync/atomic"

	"go.starlark.net/starlark"
)

// This file implements stopping a thread for a reason that is an error. Upstream keeps the reason as text only, which
// functions on the way wrap in texts of their own.

// stopKey is the thread-local name of the reason.
const stopKey = "stop"

type stopReason struct{ cause atomic.Pointer[error] }

// Stoppable makes a new thread one that Stop can stop.
func Stoppable(thread *starlark.Thread) { thread.SetLocal(stopKey, &stopReason{}) }

// Stop makes the code of a thread fail soon, and all that is called on the thread later. Any goroutine may call it; the
// first cause counts.
func Stop(thread *starlark.Thread, cause error) {
	if reason, ok := thread.Local(stopKey).(*stopReason); ok {
		reason.cause.CompareAndSwap(nil, &cause)
	}
	thread.Cancel(cause.Error())
}

// Stopped returns the cause with which a thread was stopped, nil if it was not.
func Stopped(thread *starlark.Thread) error {
	if reason, ok := thread.Local(stopKey).(*stopReason); ok {
		if cause := reason.cause.Load(); cause != nil {
			return *cause
		}
	}
	return nil
}
