// Package render is the pipeline: from the files of a library to its results.
//
//	compile    every file once
//	schema     run the schema files, merge them, declare
//	values     defaults ⊕ value files ⊕ what the library is given; complete after each ⊕, check at the end
//	validate   the rules of the schema and of the values
//	evaluate   run the rest with the values
//	account    has everything that is addressed to libraries inside been used?
//	overlay    merge the overlay documents into the others
//
// A Run is what the libraries of one invocation share. Its method Prepare takes a library through the stages up to
// validation, and Render of what that gives through the others (library.go). A stage is a function of what those before it
// returned. A library's code can render libraries inside of it, through "@ytt:library" (module.go), which is the one place
// where the pipeline calls itself.
//
// A stage reports all of its problems. Those after one with errors report what does not depend on what is broken
// (remaining.go), and nothing that may be a consequence of it.
package render
