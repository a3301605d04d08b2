package lint

import (
	"strings"

	"ytt/internal/diag"
)

// This file lists the facts of findings. Package repair says what to do about them.

// Misuse is a comment that does not mean what it looks like.
type Misuse uint8

const (
	_               Misuse = iota
	Dangling               // an annotation is indented like what stands above it
	AboveNoDocument        // an annotation is for a document that has no '---'
	NotMarked              // code is a plain comment, as it does not begin with '#@'
)

func (Misuse) Fact() {}

// LostRole is a comment or annotation that looks like @data/values or @data/values-schema: its document was to be data values or a
// schema, and is neither.
type LostRole struct {
	What diag.Fact // of the warning; nil for none
}

func (*LostRole) Fact() {}

// looksLikeRole reports whether a name, or the text of a comment, is probably meant to say what a document is for.
func looksLikeRole(name string) bool {
	name = strings.TrimLeft(name, "# @")
	return strings.HasPrefix(name, "data") && strings.Contains(name, "value")
}
