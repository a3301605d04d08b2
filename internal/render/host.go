package render

import (
	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/overlay"
	"ytt/internal/stdlib"
	"ytt/internal/tree"
	"ytt/internal/value"
)

// This file implements what bundled modules see of a run.

// host is the run as one file sees it.
type host struct {
	lib    *library
	at     eval.Place
	values tree.Node // nil while values are being computed
}

func (h *host) Values() starlark.Value {
	if h.values == nil {
		return value.StructOf(&tree.Map{})
	}
	return value.StructOf(h.values)
}

func (h *host) ReadFile(path string) (string, error) {
	return h.at.Library.Read(h.at.File.Dir, path)
}

func (h *host) ListFiles(dir string) ([]string, error) {
	return h.at.Library.List(h.at.File.Dir, dir)
}

func (h *host) Warn(text string) {
	h.lib.run.warn(diag.List{{Severity: diag.Warning, Code: diag.ModuleWarning, Message: text}})
}

func (h *host) Version() string            { return h.lib.run.opts.Version }
func (h *host) Patterns() *stdlib.Patterns { return h.lib.run.patterns }
func (h *host) Modules() []stdlib.Module   { return []stdlib.Module{overlay.Module(), h.lib.module(h.at)} }

// builtin returns the module "@ytt:name" for a file of the library.
func (l *library) builtin(values tree.Node) func(eval.Place, string) (starlark.StringDict, error) {
	return func(at eval.Place, name string) (starlark.StringDict, error) {
		h := &host{lib: l, at: at, values: values}
		m, ok := stdlib.Lookup(name, h)
		if !ok || m.PerFile {
			return stdlib.Load(name, h)
		}
		r := l.run
		r.mu.Lock()
		made, ok := r.shared[name]
		r.mu.Unlock()
		if ok {
			return made, nil
		}
		made, err := stdlib.Load(name, h)
		if err != nil {
			return nil, err
		}
		r.mu.Lock()
		r.shared[name] = made
		r.mu.Unlock()
		return made, nil
	}
}
