package meter_test

import (
	"fmt"
	"regexp/syntax"
	"testing"

	"ytt/internal/meter"
	"ytt/internal/testkit"
)

// TestProgramSizes lists the sizes of regular expressions, and the steps that a
// byte costs.
func TestProgramSizes(t *testing.T) {
	testkit.Listing(t, "testdata/sizes.txt", func(line string) string {
		re, err := syntax.Parse(line, syntax.Perl)
		if err != nil {
			return err.Error()
		}
		size := meter.ProgramSize(re)
		return fmt.Sprintf("%d, %d for each byte", size, meter.StepsPerByte(size))
	})
}
