package api

import (
	"context"
	"net/http"
	"time"
)

// turns lets a number of requests work at the same time. Others wait, if there
// are not too many of them, and not for long: a server that takes in all that
// comes answers nothing in time.
type turns struct {
	working, present chan struct{}
	wait             time.Duration
}

func newTurns(working, queue int, wait time.Duration) *turns {
	return &turns{make(chan struct{}, working), make(chan struct{}, working+queue), wait}
}

var (
	errQueue = &failure{http.StatusServiceUnavailable, "too many requests wait"}
	errWait  = &failure{http.StatusServiceUnavailable, "other requests took too long"}
)

// take waits for a turn, which ends with done.
func (t *turns) take(ctx context.Context) (done func(), err error) {
	select {
	case t.present <- struct{}{}:
	default:
		return nil, errQueue
	}
	late := time.NewTimer(t.wait)
	defer late.Stop()
	select {
	case t.working <- struct{}{}:
		return func() { <-t.working; <-t.present }, nil
	case <-late.C:
		err = errWait
	case <-ctx.Done():
		err = ctx.Err()
	}
	<-t.present
	return nil, err
}
