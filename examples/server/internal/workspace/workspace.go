// Package workspace holds the files that a server renders, compiled, and takes
// new versions of them while requests go on.
package workspace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ytt"
)

// Version is the files as they were at some time.
type Version struct {
	Revision string // a hash of the files
	Loaded   time.Time
	files    *ytt.Workspace
}

// Render renders with values, a JSON object.
func (v *Version) Render(ctx context.Context, values json.RawMessage) (string, error) {
	given := Values(values)
	files, problems := v.files.With(ytt.Change{Path: given.Path, Data: given.Data})
	if err := problems.Err(); err != nil {
		return "", err
	}
	result, problems := files.Library("").Render(ctx, ytt.Values{})
	if err := problems.Err(); err != nil {
		return "", err
	}
	text, err := result.YAML()
	return string(text), err
}

// Values returns a file with the values of a request, a valid JSON object or
// nothing. Problems with them are reported as "values-of-request.yml", with
// columns as in the JSON without white space.
func Values(object json.RawMessage) ytt.File {
	if len(object) == 0 {
		object = json.RawMessage("{}")
	}
	return ytt.File{Path: "values-of-request.yml", Data: "#@data/values\n---\n" + string(asYAML(object)) + "\n"}
}

// asYAML returns JSON as one line of YAML. They differ in strings: YAML knows no
// pairs of surrogates, and more characters must be escaped. It has all escapes of
// Go.
func asYAML(object []byte) []byte {
	var line bytes.Buffer
	_ = json.Compact(&line, object) // it is valid
	var out []byte
	for rest := line.Bytes(); len(rest) > 0; {
		start := bytes.IndexByte(rest, '"')
		if start < 0 {
			return append(out, rest...)
		}
		end := start + 1
		for end < len(rest)-1 && rest[end] != '"' {
			if rest[end] == '\\' {
				end++
			}
			end++
		}
		var text string
		_ = json.Unmarshal(rest[start:end+1], &text)
		out = strconv.AppendQuote(append(out, rest[:start]...), text)
		rest = rest[end+1:]
	}
	return out
}

// Holder has the version that is rendered now.
type Holder struct {
	paths  []string
	limits ytt.Limits
	probe  json.RawMessage

	current atomic.Pointer[Version]
	loading sync.Mutex
}

// Open reads the files for the first time.
func Open(ctx context.Context, paths []string, limits ytt.Limits, probe json.RawMessage) (*Holder, error) {
	h := &Holder{paths: paths, limits: limits, probe: probe}
	_, err := h.Reload(ctx)
	return h, err
}

// Current returns the version that is rendered now. A request renders the one
// that it began with.
func (h *Holder) Current() *Version { return h.current.Load() }

// errMoving says that files change all the time.
var errMoving = errors.New("the files change while they are read")

// Reload reads the files, if they have changed, and reports whether there is
// another version now. After an error the old one stays.
func (h *Holder) Reload(ctx context.Context) (changed bool, err error) {
	h.loading.Lock()
	defer h.loading.Unlock()
	for range 5 {
		before, err := fingerprint(h.paths)
		if err != nil {
			return false, err
		}
		if old := h.Current(); old != nil && old.Revision == before {
			return false, nil
		}
		v, err := h.open(ctx, before)
		if after, ferr := fingerprint(h.paths); ferr != nil || after != before {
			continue // somebody writes: what was read may be half of each
		}
		if err == nil {
			h.current.Store(v)
		}
		return err == nil, err
	}
	return false, errMoving
}

func (h *Holder) open(ctx context.Context, revision string) (*Version, error) {
	files, problems := ytt.Open(ctx, ytt.Options{System: ytt.OS(), Limits: h.limits,
		Files: ytt.Files{Paths: h.paths, SkipHidden: true}})
	if err := problems.Err(); err != nil {
		return nil, err
	}
	v := &Version{Revision: revision, Loaded: time.Now(), files: files}
	if _, err := v.Render(ctx, h.probe); err != nil {
		return nil, fmt.Errorf("it does not render with workspace.probe: %w", err)
	}
	return v, nil
}

// Watch looks for changes until the context is done, and reports each version
// that was loaded or refused, once.
func (h *Holder) Watch(ctx context.Context, every time.Duration, report func(changed bool, err error)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	refused := ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now, err := fingerprint(h.paths)
		if err != nil {
			now = err.Error()
		}
		if now == refused {
			continue
		}
		changed, err := h.Reload(ctx)
		refused = ""
		if err != nil && !errors.Is(err, errMoving) {
			refused = now
		}
		if (changed || err != nil) && ctx.Err() == nil {
			report(changed, err)
		}
	}
}

// fingerprint returns a hash of the names and texts of all files.
func fingerprint(paths []string) (string, error) {
	sum := sha256.New()
	for _, root := range paths {
		err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if e.IsDir() && name != root && strings.HasPrefix(e.Name(), ".") {
				return fs.SkipDir
			}
			// Links count as what they point to: mounted ConfigMaps consist of them.
			if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
				return err
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			fmt.Fprintf(sum, "%q %d\n", name, len(text))
			_, err = sum.Write(text)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:12], nil
}
