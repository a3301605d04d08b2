package diag

import (
	"testing"

	"ytt/internal/limits"
)

// TestExceeded checks that a limit names what raises it, and that one that nothing raises names nothing.
func TestExceeded(t *testing.T) {
	for want, l := range map[string]*limits.Limit{"--max-steps": &limits.Steps, "": {Option: "Odd"}} {
		if e := Exceeded(l, BudgetInput, "too much", "is it right?"); e.Flag != want || e.Option != l.Option || e.Error() != "too much" {
			t.Errorf("%s: %+v", l.Option, e)
		}
	}
}
