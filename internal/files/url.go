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
	if err != nil {
		return path.Base(place)
	}
	if name := path.Base(u.Path); name != "/" && name != "." {
		return name
	}
	return u.Host
}

// fetch reads a URL. A password in it is not shown in messages.
func (s *System) fetch(ctx context.Context, place string) (string, *diag.Diagnostic) {
	shown := place
	u, err := url.Parse(place)
	if err == nil {
		shown = u.Redacted()
	}
	failed := func(doing, message string, hints ...string) (string, *diag.Diagnostic) {
		return "", &diag.Diagnostic{
			Code: diag.UnreachableURL, Context: []string{fmt.Sprintf("%s URL '%s'", doing, shown)}, Message: message, Hints: hints,
		}
	}
	text := limitedText{limit: cmp.Or(s.MaxDownload, defaultMaxDownload)}
	switch {
	case err != nil:
	case s.Fetch == nil:
		err = errNoNetwork
	default:
		err = s.Fetch(ctx, place, &text)
	}
	switch {
	case text.full:
		return failed("Reading", fmt.Sprintf("Expected at most %d bytes, but there are more", text.limit))
	case err == errNoCurl:
		return failed("Requesting", err.Error(), "install curl, or fetch the file by other means and give its path")
	case err != nil:
		return failed("Requesting", err.Error())
	}
	return asString(text.data), nil
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
