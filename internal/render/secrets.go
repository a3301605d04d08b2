package render

import (
	"ytt/internal/diag"
	"ytt/internal/schema"
	"ytt/internal/tree"
	inputs "ytt/internal/values/layers"
)

// This file keeps sensitive values out of the problems of a run. A value is sensitive because of the schema that it was given for,
// and stays so wherever code takes it: into a library whose schema says nothing of it, or into the error of a function.

// known are values that were given for a schema.
type known struct {
	schema *schema.Schema
	doc    *tree.Document // nil for none
	layers []inputs.Layer // what the document was merged of
}

// add adds the sensitive values: those that count, those that were replaced, and defaults.
func (k *known) add(to *diag.Secrets) {
	k.schema.AddDeclaredSecrets(to)
	if k.doc != nil {
		k.schema.AddSecrets(to, k.doc)
	}
	for i := range k.layers {
		if l := &k.layers[i]; l.Set != nil {
			k.schema.AddSecretsAt(to, l.Set.Path, l.Set.Value)
		} else {
			k.schema.AddSecrets(to, l.Doc)
		}
	}
}

// Subject returns the schema of the library that the run is about; nil if it is not known.
func (r *Run) Subject() *schema.Schema { return r.subject }

// know records values that may be sensitive.
func (r *Run) know(k known) {
	if k.schema == nil || !k.schema.HasSecrets() {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known = append(r.known, k)
}

// Hide returns problems without the sensitive values of the run.
func (r *Run) Hide(problems diag.List) diag.List { return r.hide(problems) }

func (r *Run) hide(problems diag.List, more ...known) diag.List {
	if len(problems) == 0 {
		return nil
	}
	r.mu.Lock()
	all := append(r.known[:len(r.known):len(r.known)], more...)
	r.mu.Unlock()
	var secrets diag.Secrets
	for i := range all {
		all[i].add(&secrets)
	}
	return secrets.Hide(problems)
}
