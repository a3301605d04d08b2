package lint

import "strings"

// This file has the facts of findings that decide how other problems are told.

// LostRole is a comment or annotation that looks like @data/values or @data/values-schema: its document was to be data values or a
// schema, and is neither.
type LostRole struct{}

func (LostRole) Fact() {}

// looksLikeRole reports whether a name, or the text of a comment, is probably meant to say what a document is for.
func looksLikeRole(name string) bool {
	name = strings.TrimLeft(name, "# @")
	return strings.HasPrefix(name, "data") && strings.Contains(name, "value")
}
