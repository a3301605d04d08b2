package main

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// This file says which errors go away when one tries again, and when.

// backoff says how often and when something is tried again.
type backoff struct {
	attempts    int
	first, most time.Duration
}

// retriable reports whether an error may go away by itself.
func retriable(err error) bool {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // a stream that ended too soon
		return true
	}
	switch status.Code(err) {
	case codes.Unavailable, codes.Aborted, codes.ResourceExhausted, codes.Internal:
		return true
	}
	return false
}

// again calls a function until it succeeds, its error is not retriable, or there
// were enough attempts. A call that got further, as it says, starts to count
// anew.
func (b backoff) again(ctx context.Context, try func() (further bool, err error)) error {
	wait := b.first
	for attempt := 1; ; attempt++ {
		further, err := try()
		if err == nil || !retriable(err) || ctx.Err() != nil {
			return err
		}
		if further {
			attempt, wait = 1, b.first
		}
		if attempt >= b.attempts {
			return err
		}
		const spread = 0.5
		pause := time.Duration(float64(wait) * (1 - spread/2 + spread*rand.Float64()))
		pause = max(pause, asked(err))
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
		wait = min(2*wait, b.most)
	}
}

// asked returns how long the server says to wait.
func asked(err error) time.Duration {
	s, ok := status.FromError(err)
	if !ok {
		return 0
	}
	for _, d := range s.Details() {
		if info, ok := d.(*errdetails.RetryInfo); ok {
			return info.GetRetryDelay().AsDuration()
		}
	}
	return 0
}

// missingBlobs reports whether an error is that the server lacks blobs, which
// can be uploaded again.
func missingBlobs(err error) bool {
	s, ok := status.FromError(err)
	if !ok || s.Code() != codes.FailedPrecondition {
		return false
	}
	for _, d := range s.Details() {
		if failure, ok := d.(*errdetails.PreconditionFailure); ok {
			for _, v := range failure.GetViolations() {
				if v.GetType() == "MISSING" {
					return true
				}
			}
		}
	}
	return false
}
