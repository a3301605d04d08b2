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
// Library runs it. A library's code can render libraries inside of it, through "@ytt:library" (library.go), which is
// the one place where the pipeline calls itself.
//
// Stages stop the pipeline when they find errors, but each reports all of its own.
package render
