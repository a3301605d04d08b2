package isolated

import (
	"errors"

	"ytt"
)

// This file has what goes between a server and its workers, as JSON.

// request is what a worker needs of the options of a run.
type request struct {
	Files       ytt.Files
	Rules       ytt.Rules
	Values      ytt.Values
	Library     string
	Limits      ytt.Limits
	TracePrints bool
}

func requestOf(o ytt.Options) request {
	return request{o.Files, o.Rules, o.Values, o.Library, o.Limits, o.TracePrints}
}

func (r request) options() ytt.Options {
	return ytt.Options{Files: r.Files, Rules: r.Rules, Values: r.Values, Library: r.Library, Limits: r.Limits,
		TracePrints: r.TracePrints, WatchProcess: true}
}

// outcome is what a worker answers: problems, a reply, or neither if the reply
// is too large.
type outcome struct {
	Failed   *failure
	Reply    *Reply
	Warnings []problem
}

// failure is an *ytt.Error that leaves its process.
type failure struct {
	Problems []problem
	Text     string
}

// problem is a problem that leaves its process, with the one kind of cause that
// it keeps.
type problem struct {
	ytt.Diagnostic
	Limit *ytt.LimitError
}

func problemsOf(all ytt.Diagnostics) []problem {
	out := make([]problem, len(all))
	for i, d := range all {
		out[i].Diagnostic = d
		errors.As(d.Err, &out[i].Limit)
	}
	return out
}

func diagnosticsOf(all []problem) (out ytt.Diagnostics) {
	for _, p := range all {
		if p.Limit != nil {
			p.Err = p.Limit
		}
		out = append(out, p.Diagnostic)
	}
	return out
}
