// Package render is the pipeline: from the files of a library to its results.
//
//	compile    every file once
//	schema     run the schema files, merge them, declare
//	values     defaults ⊕ value files ⊕ what was delivered; complete and check after each ⊕
//	validate   the rules of the schema and of the values
//	evaluate   run the rest with the values
//	overlay    merge the overlay documents into the others
//	account    has everything that was delivered to libraries inside been used?
//
// A Run is what the libraries of one invocation share. Its method Prepare takes the root library through the stages up to
// validation (library.go), and Render of what that gives through the others. A library's code can render libraries
// inside of it, through "@ytt:library" (module.go), which is the one place where the pipeline calls itself.
//
// Stages stop the pipeline when they find errors, but each reports all of its own.
package render
