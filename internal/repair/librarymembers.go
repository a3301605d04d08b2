package repair

import (
	"slices"
	"strings"

	star "go.starlark.net/syntax"

	"ytt/internal/spell"
)

// This file has the words for members that libraries do not have.

// libraryMembers are those that a library has.
var libraryMembers = []string{"with_data_values", "with_data_values_schema", "data_values", "eval", "export"}

// likeMembers are names of other tools for them.
var likeMembers = map[string]string{
	"render": "eval", "run": "eval", "docs": "eval", "documents": "eval", "output": "eval", "call": "eval",
	"template": "eval", "get": "export", "function": "export", "load": "export", "set": "with_data_values",
	"set_values": "with_data_values", "config": "with_data_values", "with": "with_data_values",
}

// isLibrary reports whether an expression is a library, as far as its code
// tells.
func (f *failed) isLibrary(x star.Expr) bool {
	const most = 8 // steps back
	for range most {
		call, isCall := f.file.Origin(x).(*star.CallExpr)
		if id, isName := x.(*star.Ident); isName && !isCall {
			call, isCall = f.file.AssignedFirst(id.Name).(*star.CallExpr)
		}
		if !isCall {
			return false
		}
		fn, isMember := call.Fn.(*star.DotExpr)
		if !isMember {
			return false
		}
		if id, isName := fn.X.(*star.Ident); isName && fn.Name.Name == "get" && f.file.Loads(id.Name, "@ytt:library",
			"library") {
			return true
		}
		if !slices.Contains(libraryMembers[:2], fn.Name.Name) {
			return false
		}
		x = fn.X
	}
	return false
}

// memberOfLibrary says which member of a library is probably meant.
func memberOfLibrary(name string) string {
	meant := likeMembers[strings.ToLower(name)]
	if meant == "" {
		meant = withWords(name, libraryMembers)
	}
	if meant == "" {
		meant = spell.Nearest(name, libraryMembers)
	}
	if meant == "" {
		return "a library has the members " + strings.Join(libraryMembers, ", ")
	}
	return "did you mean ." + meant + "(…)?"
}

// withWords returns the shortest of names that has all words of another one, or
// that one begins with it; "" for none.
func withWords(name string, known []string) (found string) {
	words := strings.Split(strings.ToLower(name), "_")
	for _, k := range known {
		has := strings.Split(k, "_")
		lacks := slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(has, w) })
		begins := len(k) >= 4 && strings.HasPrefix(strings.ToLower(name), k)
		if (!lacks || begins) && (found == "" || len(k) < len(found)) {
			found = k
		}
	}
	return found
}
