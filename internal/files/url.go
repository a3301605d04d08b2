package files

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"

	"ytt/internal/diag"
)

// This file implements inputs that are fetched: one GET, bounded in time by the client and in size by the System.

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
	if u, err := url.Parse(place); err == nil {
		shown = u.Redacted()
	}
	failed := func(doing, message string) (string, *diag.Diagnostic) {
		return "", &diag.Diagnostic{
			Code: diag.UnreachableURL, Context: []string{fmt.Sprintf("%s URL '%s'", doing, shown)}, Message: message,
		}
	}
	if s.HTTP == nil {
		return failed("Requesting", "Network access is not available here")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, place, nil)
	if err != nil {
		return failed("Requesting", err.Error())
	}
	resp, err := s.HTTP.Do(req)
	if err != nil {
		return failed("Requesting", err.Error())
	}
	defer resp.Body.Close()
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return failed("Requesting", resp.Status)
	}
	limit := cmp.Or(s.MaxDownload, defaultMaxDownload)
	data, err := readLimited(resp.Body, max(resp.ContentLength, 0), limit)
	switch {
	case err == errTooLarge:
		return failed("Reading", fmt.Sprintf("Expected at most %d bytes, but there are more", limit))
	case err != nil:
		return failed("Reading", err.Error())
	}
	return asString(data), nil
}
