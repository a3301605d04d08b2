package ytt

import (
	"context"
	"sync"

	"ytt/internal/files"
	"ytt/internal/render"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/workspace"
)

// This file implements what the language server sees of a library.

// View is what the language server, which is part of this module, sees of a library: files with their syntax trees, the schema, the
// values and where they come from. Its fields may change with any version; programs use the other functions.
type View = render.View

// View returns the view of the library. It is there beside errors, with what is known then.
func (l *Library) View(ctx context.Context, v Values) (*View, Diagnostics) {
	return l.view(ctx, v, nil)
}

func (l *Library) view(ctx context.Context, v Values, look *Look) (*View, Diagnostics) {
	var view *View
	run, errors := l.answer(ctx, v, look, func(r *runner, seen *problems) ([]RenderedFile, []string) {
		prepared, found := r.prepare(seen)
		seen.add(found)
		view = prepared.View(l.givenFiles(ctx, &v))
		return nil, prepared.Printed
	})
	if view == nil {
		view = &View{Prepared: &render.Prepared{}}
	}
	return view, append(errors, run.Warnings...)
}

// givenFiles lists the plain files of values.
func (l *Library) givenFiles(ctx context.Context, v *Values) []files.Input {
	w := l.workspace
	return collectGiven(ctx, w.system, w.files.options(nil), v)
}

func collectGiven(ctx context.Context, system *System, opts files.Options, v *Values) (given []files.Input) {
	for _, arg := range v.DataValuesFiles {
		if _, place, problem := workspace.CutRef(arg); problem == nil {
			found, _ := files.CollectValues(ctx, system, place, opts, nil) // problems are those of reading the values
			given = append(given, found...)
		}
	}
	return given
}

// Input is a file before it is read. Like View, it is for the language server.
type Input = files.Input

// GivenFiles lists the plain files of values that DataValuesFiles name, each once.
func GivenFiles(ctx context.Context, system *System, all ...Values) (given []Input) {
	seen := map[string]bool{}
	for _, v := range all {
		for _, in := range collectGiven(ctx, system, files.Options{}, &v) {
			if !seen[in.Origin] {
				seen[in.Origin] = true
				given = append(given, in)
			}
		}
	}
	return given
}

// Origins returns where the files of the workspace are: the paths that positions have. Texts that are in no file are left out.
func (w *Workspace) Origins() (all []string) {
	for _, in := range w.inputs {
		if path := in.Names(in.Path).Path; path != "" {
			all = append(all, path)
		}
	}
	return all
}

// OriginOf returns where the file is that has a path in results: the path that positions have; "" if there is none.
func (w *Workspace) OriginOf(result string) string {
	for _, f := range w.everyFile() {
		if f.Path == result {
			if src, problem := f.Source(); problem == nil {
				return src.Path
			}
		}
	}
	return ""
}

// OverlayMatch is a node of an overlay, and one that it matches. Like View, it is for the language server.
type OverlayMatch = render.OverlayMatch

// OverlayMatches renders the library, and returns what the nodes of overlays match. One that matches nothing is there with a place that is
// not known.
func (l *Library) OverlayMatches(ctx context.Context, v Values) (all []OverlayMatch) {
	var mu sync.Mutex
	v.matched = func(patch, at source.Span, value tree.Node) {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, OverlayMatch{Patch: patch, At: at, Value: value})
	}
	l.Render(ctx, v) // beside problems, there are the matches up to them
	mu.Lock()
	defer mu.Unlock()
	return all
}
