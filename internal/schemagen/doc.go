// Package schemagen makes up data values that a schema accepts, to find those that templates do not expect, and makes values
// smaller that show a problem.
//
// A Source draws values: what rules allow at their edges more often than anything else. What functions decide is not known to
// it: whoever draws checks the values, and has those replaced that are refused (Source.Repair). The same seed and number give
// the same values.
package schemagen
