package diag

import "strings"

// This file has words for the names that the interpreter, and packages below
// it, have for types. The compat text has those names, as ytt 0.48 does.

var plainWords = strings.NewReplacer(
	"starlark.NoneType", "null", "starlark.String", "a string", "starlark.Int", "an integer",
	"starlark.Float", "a float", "starlark.Bool", "a boolean", "starlark.Tuple", "a tuple",
	"*starlark.List", "a list", "*starlark.Dict", "a dict", "*starlark.Set", "a set",
	"*starlark.Function", "a function", "*starlark.Builtin", "a function",
	"*value.Fragment", "a YAML fragment", "yamlfragment", "YAML fragment",
	"[]interface {}", "a list", "int64", "a number of 64 bits",
)

// Plain returns a message with words for the names of types in it.
func Plain(message string) string { return plainWords.Replace(message) }
