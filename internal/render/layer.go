package render

import (
	"strings"

	"ytt/internal/diag"
	"ytt/internal/tree"
	"ytt/internal/workspace"
)

// This file implements what is given to libraries from outside of their files.

// Layer is one document of data values, or of schema, on its way into a library.
type Layer struct {
	Doc   *tree.Document
	Plain bool // merged as plain YAML: new keys are fine, arrays replace
	// MissingOK lets keys be new even without a schema.
	MissingOK bool
	// Typed says that the one value is a text that stands for what the schema declares: it comes from a flag or a variable.
	Typed bool
	Flag  string // that the layer comes from: "--data-value-yaml"; empty for a file's
}

// Delivery is a layer addressed to a library inside of the one that it is given to.
type Delivery struct {
	Layer
	Ref    workspace.Ref // the way that is still to go
	Whole  workspace.Ref // as it was written
	Schema bool
	After  bool // values: merged behind what code gives to the library
}

// describe names a delivery in messages.
func (d *Delivery) describe() string {
	what := "Data Value"
	if d.Schema {
		what = "Schema"
	}
	return what + " belonging to library '" + d.Whole.String() + "' on line " + d.Doc.Span.String()
}

// inbox is what a library is given.
type inbox struct {
	schemas    []Layer     // addressed to it, and with_data_values_schema
	values     []Layer     // addressed to it
	called     []Layer     // with_data_values
	after      []Layer     // addressed to it, after_library_module
	deliveries []*Delivery // addressed to libraries inside
}

// into returns what a library inside gets, and notes in used which deliveries those are.
func into(deliveries []*Delivery, path, alias string, used map[*Delivery]bool) inbox {
	var in inbox
	for _, d := range deliveries {
		rest, ok := d.Ref.Match(path, alias)
		if !ok {
			continue
		}
		used[d] = true
		switch {
		case len(rest) > 0:
			c := *d
			c.Ref = rest
			in.deliveries = append(in.deliveries, &c)
		case d.Schema:
			in.schemas = append(in.schemas, d.Layer)
		case d.After:
			in.after = append(in.after, d.Layer)
		default:
			in.values = append(in.values, d.Layer)
		}
	}
	return in
}

// unused reports the deliveries that no library took.
func unused(deliveries []*Delivery, used map[*Delivery]bool) diag.List {
	var values, schemas []string
	var first *Delivery
	for _, d := range deliveries {
		switch {
		case used[d]:
			continue
		case d.Schema:
			schemas = append(schemas, d.describe())
		default:
			values = append(values, d.describe())
		}
		if first == nil {
			first = d
		}
	}
	if first == nil {
		return nil
	}
	what := "data values"
	switch {
	case len(values) > 0 && len(schemas) > 0:
		what = "data values, and schema"
	case len(schemas) > 0:
		what = "schema"
	}
	return diag.List{{
		Code: diag.LibraryUnused,
		Message: "Expected all provided library " + what + " documents to be used but found unused: " +
			strings.Join(append(values, schemas...), ", "),
		Span:  first.Doc.Span,
		Hints: []string{"is there a library.get(...) with this path and alias, and is it evaluated?"},
	}}
}
