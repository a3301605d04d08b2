// Package validate decides whether values are valid: whether they meet the rules that annotations put on them
// (spec 04 §5, 09 §6).
//
// FromAnnotation reads the Rules of one annotation, "#@schema/validation min=1, when=…" of a schema or
// "#@assert/validate …" of data values. Run walks a finished document and reports every node that breaks a rule. What
// rules a node has by its schema is told by a Guide, an interface that schemas implement; the rules on the data values
// themselves are found on the way.
//
// The rules with names (min=, one_of=, format=, …) are a table in keywords.go, and the formats one in formats.go. They
// work on trees and run no code, so that thousands of them cost nothing to speak of. The same rules are Assertions,
// objects with a function check, for code: they are what the functions of the modules assert and validations return.
// Whoever writes schemas down in other languages finds in Rules.List which assertions there are.
//
// The package changes nothing and checks no types: a value of the wrong type is the schema's to report. Only a rule
// that no value of the declared type can meet is a mistake that Rules.Misfits finds.
package validate
