package ytt

import (
	"ytt/internal/tree"
)

// This file implements the texts of results.

// maxOutput is the largest text that is printed, in bytes. Trees share what is repeated; paper does not.
const maxOutput = 2 << 30

func (r *Result) documents() []*tree.Document {
	var docs []*tree.Document
	for i := range r.Files {
		if s := r.Files[i].docs; s != nil {
			docs = append(docs, s.Docs...)
		}
	}
	return docs
}

// YAML returns the documents of all files as one stream.
func (r *Result) YAML() ([]byte, error) {
	return tree.AppendYAML(nil, r.documents(), tree.PrintOptions{MaxBytes: maxOutput})
}

// JSON returns the documents of all files, one JSON text after the other without anything in between.
func (r *Result) JSON() ([]byte, error) {
	return tree.AppendJSON(nil, r.documents(), tree.JSONOptions{PrintOptions: tree.PrintOptions{MaxBytes: maxOutput}})
}

// Positions returns the documents of all files with the place of every node.
func (r *Result) Positions() ([]byte, error) {
	return tree.AppendPositions(nil, r.documents(), tree.PrintOptions{MaxBytes: maxOutput})
}

// HasText reports whether there are results of text templates, which are not part of YAML, JSON and Positions.
func (r *Result) HasText() bool {
	for i := range r.Files {
		if r.Files[i].IsText {
			return true
		}
	}
	return false
}

// Bytes returns the text of one file.
func (f *RenderedFile) Bytes() ([]byte, error) {
	if f.IsText {
		return []byte(f.Text), nil
	}
	return tree.AppendYAML(nil, f.docs.Docs, tree.PrintOptions{MaxBytes: maxOutput})
}
