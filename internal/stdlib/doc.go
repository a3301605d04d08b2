// Package stdlib holds the modules that come with the tool: what load("@ytt:base64", "base64") gives (spec 02).
//
// A module is data: a Module lists its Members, each with a signature, a sentence of documentation and the function
// or value behind it. One table (in table.go) lists the modules, so that the reference documentation, the names an
// editor proposes and what Load returns cannot disagree. A module has a file (md5 and sha256 share one).
//
// The functions are pure. The few that need to know where they run (data, version, math's warning) ask the Host that
// the caller of Load passes. Functions do not unpack their arguments by hand: a Call does that (args.go), so that
// all of them complain alike.
//
// The package also holds the builtins of the language that differ from the interpreter's own (universe.go, format.go).
package stdlib
