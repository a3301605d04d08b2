// Package eval runs programs: it gives code its modules, keeps it within limits, and collects what it prints.
//
// A Session is one library with one set of values. Its files are independent of one another, so RunAll runs them side
// by side; a file that others load (a module) is run once, frozen, and shared. Results, problems and printed lines
// come back in the order of the files whatever the machine's number of processors.
//
// Code runs within a Budget of steps, nested calls, nodes and memory (budget.go), and stops when its context ends. Either
// is a problem like others, with a position and advice. A Record is the graph of what depends on what (record.go).
//
// The caller passes in what can be loaded and which "@ytt:…" modules there are (Env): the package knows neither the
// standard library nor how libraries are rendered.
package eval
