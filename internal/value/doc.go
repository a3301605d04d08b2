// Package value holds the Starlark values that our language adds, and the ways between trees, Starlark and back.
//
// Code sees YAML in three shapes: a Fragment is a piece of a tree as it is (what functions with YAML bodies return,
// what overlay functions are given); a Struct is a map with attribute access (data.values); and plain dicts and
// lists (yaml.decode). FromTree, StructOf and Plain make them; ToTree goes back, from any Starlark value.
//
// Nothing here evaluates code or knows templates, overlays or schemas.
package value
