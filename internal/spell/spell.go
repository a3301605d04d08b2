// Package spell finds the known name that a mistyped one was probably meant to be.
package spell

import (
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Most is the number of candidates up to which the nearest one is sought. More were hardly written by a person, and to compare
// thousands of mistakes with each would take minutes.
const Most = 2000

// Nearest returns the candidate closest to name, or "" when none is close enough to be worth suggesting: the edit
// distance, ignoring case and underscores, must be less than half of the name's length (spec 04 §3), or two letters must
// have changed places ("prot" for "port"). Of equally close candidates the first in sorted order wins. Of more than Most
// candidates none does.
func Nearest(name string, candidates []string) string {
	if len(candidates) > Most {
		return ""
	}
	best, limit := "", (len(name)+1)/2 // the distance must be less, or that of best
	swapped := ""
	folded := fold(name)
	size := utf8.RuneCountInString(folded)
	for _, c := range candidates {
		f := fold(c)
		if swapped == "" || c < swapped {
			if isSwapped(folded, f) {
				swapped = c
			}
		}
		difference := utf8.RuneCountInString(f) - size
		if max(difference, -difference) > limit {
			continue // the distance is not less
		}
		if d := levenshtein.ComputeDistance(folded, f); d < limit || d == limit && best != "" && c < best {
			best, limit = c, d
		}
	}
	if best != "" {
		return best
	}
	return swapped
}

// isSwapped reports whether two texts differ by two neighbours that changed places.
func isSwapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i+1 < len(a); i++ {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}

func fold(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }
