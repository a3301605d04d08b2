package annotation

import (
	"fmt"
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/spell"
)

// This file implements the warnings about annotations that do nothing.

// Known reports whether some part of the tool may read annotations of that name. Package schema reports those of its own that do
// not exist.
func Known(name string) bool { return IsSchema(name) || Lookup(name) != nil }

// Unread reports whether an annotation is probably a mistake: nothing reads it, and its name looks like one that
// something does, or like no annotation at all. Names such as "team/note" are anyone's to use. The hint says what may
// have been meant, "" for no idea.
func Unread(name string) (hint string, unread bool) {
	switch name {
	case "schema/data-values", "schema/values", "schema/data-values-schema", "schema/values-schema", "schema/schema", "data/schema":
		return "did you mean @data/values-schema?", true
	}
	if Known(name) {
		return "", false
	}
	if Group(name) == "" {
		if right := withGroup(name); right != "" {
			return "did you mean @" + right + "?", true
		}
		if r, size := spell.NoSpace(name); size > 0 {
			return fmt.Sprintf("code needs a space behind '#@': this is U+%04X, which only looks like one", r), true
		}
		return "code needs a space behind '#@'", true
	}
	if right := otherWord(name); right != "" {
		return "did you mean @" + right + "?", true
	}
	known := names(func(s *Spec) bool { return !IsSchema(s.Name) })
	if near := spell.Nearest(name, append(known, SchemaPrefix)); near != "" {
		return "did you mean @" + near + "?", true
	}
	ours := slices.ContainsFunc(known, func(k string) bool { return Group(k) == Group(name) })
	return "", ours
}

// withGroup returns the annotation that a name without a slash stands for: "data-values" or "match". It returns "" for none.
func withGroup(name string) string {
	all := names(func(*Spec) bool { return true })
	if i := strings.IndexAny(name, "-_.:"); i > 0 {
		if near := spell.Nearest(name[:i]+"/"+name[i+1:], all); near != "" {
			return near
		}
	}
	found := ""
	for _, known := range all {
		if _, own, _ := strings.Cut(known, "/"); own == name {
			if found != "" {
				return ""
			}
			found = known
		}
	}
	return found
}

// otherWord returns the annotation of overlays that a common word stands for, "" for none.
func otherWord(name string) string {
	switch name {
	case "overlay/delete":
		return "overlay/remove"
	case "overlay/add":
		return "overlay/append"
	case "overlay/update":
		return "overlay/merge"
	case "overlay/set":
		return "overlay/replace"
	}
	return ""
}

// Ineffective is the warning about an annotation that nothing reads. The hint says what may have been meant, "" for no idea.
func Ineffective(name string, at source.Span, hint string) *diag.Diagnostic {
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

// SchemaHint says what may have been meant by the name of an annotation that schemas do not have, without its prefix, and whether
// it is a misspelt one rather than an invented one.
func SchemaHint(name string) (hint string, misspelt bool) {
	known := SchemaNames()
	if written, _, found := cutAtDelimiter(name); found && slices.Contains(known, written) {
		if strings.HasSuffix(name, "()") {
			return fmt.Sprintf("write it without brackets: #@%s%s", SchemaPrefix, written), true
		}
		return fmt.Sprintf("put a space between the name and what follows: \"#@%s%s …\"", SchemaPrefix, written), true
	}
	if hint := otherName(name); hint != "" {
		return hint, false
	}
	near := spell.Nearest(name, append(known, "description", "documentation"))
	if near == "" {
		return "the annotations of schemas are " + strings.Join(known, ", "), false
	}
	if hint := otherName(near); hint != "" {
		return hint, false
	}
	return fmt.Sprintf("did you mean \"@%s%s\"?", SchemaPrefix, near), true
}

func cutAtDelimiter(name string) (before, after string, found bool) {
	i := strings.IndexAny(name, "(=:")
	if i < 0 {
		return name, "", false
	}
	return name[:i], name[i:], true
}

// otherName says what to write in place of a name that people expect to exist, "" for any other.
func otherName(name string) string {
	plain := strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(name))
	if LookupRule(plain) != nil {
		return fmt.Sprintf(`did you mean "@schema/validation %s=…"?`, name)
	}
	switch plain {
	case "description", "documentation", "docs":
		return `did you mean "@schema/desc"?`
	case "optional", "missing_ok":
		return `for a key that may be absent, write "@schema/key missing_ok=True"; for a value that may be null, "@schema/nullable"`
	case "any":
		return `did you mean "@schema/type any=True"?`
	case "secret", "write_only":
		return `did you mean "@schema/sensitive"?`
	case "values", "data_values":
		return `did you mean "@data/values-schema"?`
	}
	return ""
}
