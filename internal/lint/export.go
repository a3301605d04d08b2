package lint

import (
	"ytt/internal/schemaview"
	"ytt/internal/source"
	"ytt/internal/syntax"
	"ytt/internal/tree"
)

// This file shows others which values code reads.

// Read is a chain of names in code that reads a data value.
type Read struct {
	Path  tree.Path
	Spans []source.Span // of each step; those of items are where the array is named
	// Soft says that a missing value is no problem: getattr(…, default), hasattr(…).
	Soft bool
	// Named says that the code only gives the value a name, or goes through its items.
	Named bool
}

// Reads returns the data values that the code of a file reads, as far as can be told without running it.
func Reads(f *syntax.File, root *schemaview.Field) []Read {
	var all []Read
	for _, r := range readFile(f, root).reads {
		all = append(all, Read{r.path, r.spans, r.soft, r.named})
	}
	return all
}
