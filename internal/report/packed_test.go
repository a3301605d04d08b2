package report_test

import (
	"testing"

	"ytt/internal/testkit"
)

// TestPacked compares what is printed for the examples with what the program has.
func TestPacked(t *testing.T) { testkit.Packed(t, "printed.txt") }
