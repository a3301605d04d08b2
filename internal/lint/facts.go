package lint

import (
	"strings"

	"ytt/internal/diag"
	"ytt/internal/tree"
)

// This file lists the facts of findings. Package repair says what to do about them.

// Misuse is a finding about which there is no more to know.
type Misuse uint8

const (
	_               Misuse = iota
	Dangling               // an annotation is indented like what stands above it
	AboveNoDocument        // an annotation is for a document that has no '---'
	NotMarked              // code is a plain comment, as it does not begin with '#@'
	BrokenDefault          // a default breaks its own rules
	SecretTruthWord        // a sensitive value is a word that is read as a boolean
)

func (Misuse) Fact() {}

// TruthWord is a word that is read as a boolean.
type TruthWord struct {
	Word string
	Is   bool
}

// JSONSchema is a description of values that is no schema here.
type JSONSchema struct {
	Is      Description
	Name    string // of the value, or the first in a map; "" if it is not known
	Type    string // in the words of JSON Schema
	Default *tree.Scalar
}

// Description is what is described.
type Description uint8

const (
	DescribesMap Description = iota
	DescribesList
	DescribesValue
)

// DroppedResult is a result that nothing is done with.
type DroppedResult struct {
	Code    string
	Purpose Purpose
	Library string // the variable of GivenToLibrary; "" if it is none
}

// Purpose is what code that is dropped was probably meant for.
type Purpose uint8

const (
	ToName         Purpose = iota // to be given a name
	ToPrint                       // in a text template
	ToReturn                      // from a function
	ToBeValue                     // of a node
	ToCall                        // it is a function
	ToShow                        // it gives the documents of a library
	GivenToLibrary                // it gives a library with other values
)

func (*DroppedResult) Fact() {}
func (*TruthWord) Fact()     {}
func (*JSONSchema) Fact()    {}

// LostRole is a comment or annotation that looks like @data/values or @data/values-schema: its document was to be data
// values or a schema, and is neither.
type LostRole struct {
	What diag.Fact // of the warning; nil for none
}

func (*LostRole) Fact() {}

// looksLikeRole reports whether a name, or the text of a comment, is probably meant to say what a document is for.
func looksLikeRole(name string) bool {
	name = strings.TrimLeft(name, "# @")
	return strings.HasPrefix(name, "data") && strings.Contains(name, "value")
}
