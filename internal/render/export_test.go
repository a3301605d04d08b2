package render

import (
	"ytt/internal/diag"
	"ytt/internal/inputs"
	"ytt/internal/tree"
	"ytt/internal/workspace"
)

// PrepareCalled prepares a library as code does that gives it data values.
func PrepareCalled(r *Run, root workspace.Library, in inputs.Inputs, docs ...*tree.Document) (*Prepared, diag.List) {
	l, _, diags := r.find(root, in, nil)
	if diags.HasErrors() {
		return nil, diags
	}
	for _, doc := range docs {
		l.in.called = append(l.in.called, inputs.Layer{Doc: doc, Source: inputs.Source{Kind: inputs.Call}})
	}
	return l.prepare()
}
