package diag_test

import (
	"testing"

	"ytt/internal/testkit"
)

// TestPacked compares the documentation of the codes with what the program has.
func TestPacked(t *testing.T) { testkit.Packed(t, "codes.md") }
