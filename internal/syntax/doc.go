// Package syntax reads a file of any kind to one tree: the nodes of YAML, the comments between them and what they mean, the
// pieces of text templates, and the Starlark code in all of these.
//
// Parse is the first stage of everything that looks at files; package template compiles its result. It always returns a File:
// what could not be read is missing from the tree or marked as broken, and Diags says why. A File does not change afterwards and
// may be shared by goroutines.
//
// Tools for people (and tests) ask further: NodeAt for what stands at an offset and what is around it, ScopeAt for the names
// that code there can use, Script for the Starlark tree of the whole file, Problems for everything that is wrong. Those are
// computed when first asked for, as rendering needs none of them.
//
// Nothing is evaluated here. What an annotation does is known to the package that owns it.
package syntax
