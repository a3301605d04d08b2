package files

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"

	"ytt/internal/diag"
)

// This file implements inputs that are fetched, bounded in size by the System, and in time by whoever fetches.

func isURL(place string) bool {
	return strings.HasPrefix(place, "http://") || strings.HasPrefix(place, "https://")
}

// urlBase returns the last path element of a URL; the host if there is none.
func urlBase(place string) string {
	u, err := url.Parse(place)
	if err != nil { // which reading it tells
		if end := strings.IndexAny(place, "?#"); end >= 0 {
			place = place[:end]
		}
		return path.Base(place)
	}
	if name := path.Base(u.Path); name != "/" && name != "." {
		return name
	}
	return u.Host
}

// ShownOrigin returns the origin as messages show it: a URL without its secrets.
func (in Input) ShownOrigin() string {
	if !isURL(in.Origin) {
		return in.Origin
	}
	u, _ := url.Parse(in.Origin) // nil if it is none
	return shownURL(in.Origin, u)
}

// fetch reads a URL.
func (s *System) fetch(ctx context.Context, place string) (string, *diag.Diagnostic) {
	u, err := url.Parse(place)
	failed := func(doing, message, hint string) (string, *diag.Diagnostic) {
		d := &diag.Diagnostic{
			Code: diag.UnreachableURL, Context: []string{fmt.Sprintf("%s URL '%s'", doing, shownURL(place, u))}, Message: message, Err: err,
		}
		if hint != "" {
			d.Hints = []string{hint}
		}
		return "", d
	}
	text := limitedText{limit: cmp.Or(s.MaxDownload, defaultMaxDownload)}
	switch {
	case err != nil:
		err = withoutURL(err)
	case s.Fetch == nil:
		err = errNoNetwork
	default:
		err = s.Fetch(ctx, place, &text)
	}
	switch {
	case text.full:
		limit := &diag.LimitError{Code: diag.UnreachableURL, Message: fmt.Sprintf("Expected at most %d bytes, but there are more", text.limit)}
		err = limit
		return failed("Reading", limit.Message, "")
	case err != nil:
		return failed("Requesting", err.Error(), fetchHint(err))
	}
	return asString(text.data), nil
}

// shownURL returns a URL as messages show it: without the password, and without the values of the query that are likely to
// be secrets. Of what is no URL (u is nil) it shows what cannot hold any.
func shownURL(place string, u *url.URL) string {
	if u == nil {
		place, _, _ = strings.Cut(place, "?")
		if at := strings.LastIndexByte(place, '@'); at >= 0 {
			scheme, _, _ := strings.Cut(place, "//")
			place = scheme + "//" + redacted + place[at:]
		}
		return place
	}
	shown := *u
	params := strings.Split(u.RawQuery, "&")
	for i, param := range params {
		if name, value, ok := strings.Cut(param, "="); ok && value != "" && isSecretParameter(name) {
			params[i] = name + "=" + redacted
		}
	}
	shown.RawQuery = strings.Join(params, "&")
	return shown.Redacted()
}

// redacted stands where a URL holds a secret, as in (*url.URL).Redacted.
const redacted = "xxxxx"

// isSecretParameter reports whether the value of a query's parameter is likely to be a secret: a token, or what makes the
// URL itself one, such as X-Amz-Signature and sig.
func isSecretParameter(name string) bool {
	name = strings.ToLower(name)
	for _, part := range []string{"token", "secret", "passw", "signature", "credential", "auth", "key"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return name == "sig"
}

var errNoNetwork = errors.New("Network access is not available here")

// limitedText takes as many bytes as are allowed.
type limitedText struct {
	data  []byte
	limit int64
	full  bool
}

func (t *limitedText) Write(p []byte) (int, error) {
	if int64(len(t.data)+len(p)) > t.limit {
		t.full = true
		return 0, errTooLarge
	}
	t.data = append(t.data, p...)
	return len(p), nil
}
