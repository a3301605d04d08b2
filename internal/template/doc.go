// Package template compiles parsed files (package syntax), YAML, text and Starlark, to Programs.
//
// A Program is a Starlark program plus a table of operations. The code is the author's, parsed where it stands; between
// it stand instructions of ours, written as assignments to a Frame, the value that builds the file's result:
//
//	#@ for p in ports:          for p in ports:
//	- port: #@ p                    frame[4] = p
//	#@ end
//
// where 4 is the position in the table of "add the entry port". It is performed together with those before it that need
// no value, here "add an item that holds a map". An assignment costs the interpreter a few tens of nanoseconds and no
// call.
//
// What has no code in it does not become instructions at all: a literal subtree is one operation that refers to an
// immutable tree, and neighbours are added together.
//
// Every function with YAML or text in its body gets a Frame of its own, in a local variable whose name no author can
// spell. So frames need no stack of their own, survive errors, and may run in several goroutines.
//
// Programs are immutable: compiled once, run as often as needed. Package eval runs them.
package template
