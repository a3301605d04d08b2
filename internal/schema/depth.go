package schema

import (
	"fmt"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements the limit of levels in a schema. Forms of it that indent
// each level, and such that repeat the path of each value, grow with the square
// of the levels.

// maxLevels is the greatest number of maps and arrays inside of each other.
const maxLevels = 500

// tooDeep returns the problem of a schema with too many levels, nil if it has
// none.
func tooDeep(n tree.Node, at source.Span) *diag.Diagnostic {
	at, deep := levels(n, at, 0)
	if !deep {
		return nil
	}
	return &diag.Diagnostic{
		Code: diag.SchemaRecursion, Span: at,
		Message: fmt.Sprintf("the schema has more than %d levels of maps and arrays inside of each other", maxLevels),
		Fact:    TooDeep,
	}
}

// levels finds the first value below a number of levels too many.
func levels(n tree.Node, at source.Span, depth int) (source.Span, bool) {
	if depth > maxLevels {
		return at, true
	}
	switch n := n.(type) {
	case *tree.Map:
		for i := range n.Entries {
			if at, deep := levels(n.Entries[i].Value, n.Entries[i].Span, depth+1); deep {
				return at, true
			}
		}
	case *tree.Array:
		for i := range n.Items {
			if at, deep := levels(n.Items[i].Value, n.Items[i].Span, depth+1); deep {
				return at, true
			}
		}
	}
	return source.Span{}, false
}
