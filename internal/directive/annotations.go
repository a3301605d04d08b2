// Package directive is the registry of annotations: the names that some part of the tool reads, and the warnings about
// annotations that do nothing.
package directive

import (
	"fmt"
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/spell"
)

// This file implements the table of annotations, the names that some part of the tool reads, and the warnings about annotations
// that do nothing. Those that begin with
// "schema/" are not in it, because the schema knows and checks its own.

const schemaPrefix = "schema/"

// Names of annotations that the template compiler itself understands.
const (
	TextTemplatedStrings = "yaml/text-templated-strings"
	MapKeyOverride       = "yaml/map-key-override"
	OutputFile           = "output/file" // on documents; what it does is known to whoever writes files
)

// MarksSchema reports whether an annotation may mark its document as schema.
func MarksSchema(name string) bool {
	switch name {
	case "data/values-schema", "schema/definition", "schema/match", "schema":
		return true
	}
	return false
}

// Annotations returns the table, sorted.
func Annotations() []string {
	return []string{
		"assert/validate",
		"data/values",
		"data/values-schema",
		"library/ref",
		OutputFile,
		"overlay/append",
		"overlay/assert",
		"overlay/insert",
		"overlay/match",
		"overlay/match-child-defaults",
		"overlay/merge",
		"overlay/remove",
		"overlay/replace",
		"schema",
		MapKeyOverride,
		TextTemplatedStrings,
	}
}

// OnlyMatches reports whether an annotation says which nodes an overlay means, and nothing of what happens to them.
func OnlyMatches(name string) bool {
	return name == "overlay/match" || name == "overlay/match-child-defaults"
}

// Group reports whether a word is what stands in front of the slash of our annotations.
func Group(word string) bool {
	switch word {
	case "assert", "data", "library", "output", "overlay", "schema", "template", "yaml":
		return true
	}
	return false
}

// Known reports whether some part of the tool may read annotations of that name.
func Known(name string) bool { return Checked(name) || slices.Contains(Annotations(), name) }

// Checked reports whether annotations of that name are checked elsewhere: by the schema.
func Checked(name string) bool { return strings.HasPrefix(name, schemaPrefix) }

// Unread reports whether an annotation is probably a mistake: nothing reads it, and its name looks like one that
// something does, or like no annotation at all. Names such as "team/note" are anyone's to use. The hint says what may
// have been meant, "" for no idea.
func Unread(name string) (hint string, unread bool) {
	if Known(name) {
		return "", false
	}
	known := Annotations()
	area, _, hasArea := strings.Cut(name, "/")
	if !hasArea {
		return "code needs a space behind '#@'", true
	}
	if near := spell.Nearest(name, append(known, schemaPrefix)); near != "" {
		return "did you mean @" + near + "?", true
	}
	ours := slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(k, area+"/") })
	return "", ours
}

// Useless is the warning about an annotation that nothing reads. The hint says what may have been meant, "" for no idea.
func Useless(name string, at source.Span, hint string) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code:     diag.UnknownAnnotation,
		Severity: diag.Warning,
		Message:  fmt.Sprintf("nothing reads the annotation @%s", name),
		Span:     at,
	}
	if hint != "" {
		d.Hints = []string{hint}
	}
	return d
}

// Repeated is the warning about an annotation that its node has already.
func Repeated(name string, at, first source.Span) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code:     diag.RepeatedAnnotation,
		Severity: diag.Warning,
		Message:  fmt.Sprintf("the annotation @%s is given twice for one node: only the last one counts", name),
		Span:     at,
		Notes:    []diag.Note{{Message: "it is given here first", Span: first}},
	}
}
