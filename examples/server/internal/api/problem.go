package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"ytt-server/internal/observe"

	"ytt"
	"ytt/isolated"
)

// Problem is the body of a response that is not what was asked for, as RFC 9457
// has it, with the problems that ytt found.
type Problem struct {
	Type     string    `json:"type"`
	Title    string    `json:"title"`
	Status   int       `json:"status"`
	Detail   string    `json:"detail,omitempty"`
	Instance string    `json:"instance,omitempty"` // the request
	Report   string    `json:"report,omitempty"`   // the problems as text
	Problems []Finding `json:"problems,omitempty"`
}

// Finding is a problem of files or values.
type Finding struct {
	Code     ytt.Code  `json:"code"`
	Severity string    `json:"severity"`
	Message  string    `json:"message"`
	Hints    []string  `json:"hints,omitempty"`
	Path     string    `json:"path,omitempty"` // in the values or the result
	At       *Place    `json:"at,omitempty"`
	Notes    []Note    `json:"notes,omitempty"`
	Limit    string    `json:"limit,omitempty"` // that was exceeded
	Causes   []Finding `json:"causes,omitempty"`
}

// Note is another place that explains a problem.
type Note struct {
	Message string `json:"message"`
	At      *Place `json:"at,omitempty"`
}

// Place is a part of a file; lines and columns begin at 1.
type Place struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
}

// The types of problems. Others are "about:blank": their status says it all.
const (
	renderFailed  = "urn:problem-type:ytt:render-failed"
	limitExceeded = "urn:problem-type:ytt:limit-exceeded"
	workerEnded   = "urn:problem-type:ytt:worker-ended"
	blank         = "about:blank"
)

// failure is an error with the status that a handler wants.
type failure struct {
	status int
	detail string
}

func (f *failure) Error() string { return f.detail }

// fail answers with an error. What is not about the request is for the log
// only.
func fail(w http.ResponseWriter, r *http.Request, err error) {
	about := observe.Of(r.Context())
	if !errors.As(err, new(*failure)) && r.Context().Err() != nil {
		err = &failure{observe.Gone, "the client has gone"} // nobody reads it
	}
	p := problemOf(err, about)
	p.Title = cmp.Or(http.StatusText(p.Status), "No response was needed")
	switch p.Type {
	case renderFailed:
		p.Title = "The files or values have problems"
	case limitExceeded:
		p.Title = "A limit was exceeded"
	case workerEnded:
		p.Title = "The worker ended without a result"
	}
	p.Instance = "urn:request:" + about.ID
	switch p.Status {
	case http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", "1")
	case http.StatusRequestEntityTooLarge, http.StatusRequestTimeout:
		w.Header().Set("Connection", "close") // the rest of the body is not read
	}
	body, err := json.Marshal(p)
	if err != nil {
		about.Err = err
	}
	send(w, p.Status, "application/problem+json", body)
}

func problemOf(err error, about *observe.Request) *Problem {
	var wanted *failure
	var problems *ytt.Error
	var ended *isolated.WorkerError
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &wanted):
		return &Problem{Type: blank, Status: wanted.status, Detail: wanted.detail}
	case errors.As(err, &tooLarge):
		return &Problem{Type: blank, Status: http.StatusRequestEntityTooLarge, Detail: tooLarge.Error()}
	case errors.As(err, &problems):
		p := &Problem{Type: renderFailed, Status: http.StatusUnprocessableEntity,
			Report: strings.TrimSpace(err.Error()), Problems: findings(problems.Problems)}
		if errors.As(err, new(*ytt.LimitError)) {
			p.Type = limitExceeded
		}
		for _, d := range problems.Problems {
			about.Problems = append(about.Problems, string(d.Code))
		}
		return p
	case errors.Is(err, isolated.ErrTooLarge):
		return &Problem{Type: limitExceeded, Status: http.StatusUnprocessableEntity, Detail: err.Error()}
	case errors.As(err, &ended):
		about.Err = errors.New(ended.Error() + "; " + ended.Detail)
		return &Problem{Type: workerEnded, Status: http.StatusUnprocessableEntity, Detail: err.Error()}
	}
	about.Err = err
	return &Problem{Type: blank, Status: http.StatusInternalServerError}
}

func findings(all ytt.Diagnostics) (out []Finding) {
	for _, d := range all {
		f := Finding{Code: d.Code, Severity: d.Severity.String(), Message: d.Message, Hints: d.Hints, Path: d.Path,
			At: placeOf(d.Span), Causes: findings(d.Cause)}
		var limit *ytt.LimitError
		if errors.As(d.Err, &limit) {
			f.Limit = limit.Option
		}
		for _, n := range d.Notes {
			f.Notes = append(f.Notes, Note{n.Message, placeOf(n.Span)})
		}
		out = append(out, f)
	}
	return out
}

func placeOf(s ytt.Span) *Place {
	if !s.Known() {
		return nil
	}
	return &Place{s.File, s.Line, s.Column, s.EndLine, s.EndColumn}
}
