package validate

import "ytt/internal/tree"

// This file implements what those ask who write rules down in other languages.

// Kinds are those of the values that can meet the assertion.
func (a *Assertion) Kinds() Kinds { return a.kinds }

// Accepts reports whether a value meets the assertion.
func (a *Assertion) Accepts(n tree.Node) bool { return a.holds(n) == nil }
