package render

import (
	"errors"

	"ytt/internal/diag"
	"ytt/internal/schema"
	"ytt/internal/source"
	"ytt/internal/workspace"
)

// This file counts the work of functions of this package's modules as steps, before it is done. Code that they run counts itself.

const (
	stepsOfInstance = 200 // making a library as a value, with its functions
	stepsOfLibrary  = 500 // preparing one, beside its text
	bytesPerStep    = 2   // of the text of its files: of what these declare, above all
	stepsOfSchema   = 10  // looking at a declared value
	stepsOfExport   = 75  // describing one
)

func (s *scope) charge(steps int) error { return s.lib.run.budget.Meter().Steps(steps) }

// chargeLibrary counts the preparation of a library.
func (i instance) chargeLibrary() diag.List {
	steps := stepsOfLibrary
	for _, f := range i.root.Files() {
		if f.Type == workspace.Data {
			continue
		}
		if text, problem := f.Source(); problem == nil { // a problem is reported by compiling
			steps += len(text.Text) / bytesPerStep
		}
	}
	var limit *diag.LimitError
	err := i.parent.charge(steps)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &limit):
		return diag.List{limit.Problem(source.Span{})}
	}
	return diag.List{{Code: diag.RunInterrupted, Message: err.Error(), Err: err}}
}

// sizeOf returns how many values a schema declares.
func sizeOf(d *schema.Decl) int {
	n := 1
	if d.IsRecursive() {
		return n
	}
	if m := d.Type.Map; m != nil {
		for i := range m.Keys {
			n += sizeOf(&m.Keys[i].Decl)
		}
	}
	if a := d.Type.Array; a != nil {
		n += sizeOf(&a.Item)
	}
	return n
}
