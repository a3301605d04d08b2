package repair

import "ytt/internal/workspace"

// This file has the facts, and the words, of packages above this one.

// ByHand is a file of values that cannot be changed automatically.
type ByHand uint8

const (
	_       ByHand = iota
	Shared         // what is to be changed is probably given elsewhere, too
	NoPlace        // what is to be moved, or its new place, is not written in the file
)

// Movable is a value under an old path, which `ytt values migrate` moves.
type Movable struct{}

// PrivateExport is a symbol of a library that begins with '_', and the files in
// which it may be.
type PrivateExport struct {
	Name string
	In   workspace.Library
}

func (*PrivateExport) Fact() {}

var byHand = [...]string{
	Shared:  "change it by hand: anchors, aliases and merge keys are what most often stands in the way",
	NoPlace: "move it by hand: an alias, a merge key or a key that is there twice is what most often stands in the way",
}

func (ByHand) Fact()  {}
func (Movable) Fact() {}
