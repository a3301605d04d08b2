// Package spell finds the known name that a mistyped one was probably meant to be.
package spell

import (
	"sort"
	"strings"

	"github.com/agnivade/levenshtein"
)

// Nearest returns the candidate closest to name, or "" when none is close enough to be worth suggesting: the edit
// distance, ignoring case and underscores, must be less than half of the name's length (spec 04 §3), or two letters must
// have changed places ("prot" for "port"). Of equally close candidates the first in sorted order wins.
func Nearest(name string, candidates []string) string {
	sorted := append([]string(nil), candidates...)
	sort.Strings(sorted)
	best, bestDistance := "", (len(name)+1)/2
	folded := fold(name)
	for _, c := range sorted {
		if d := levenshtein.ComputeDistance(folded, fold(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	if best != "" {
		return best
	}
	for _, c := range sorted {
		if isSwapped(folded, fold(c)) {
			return c
		}
	}
	return ""
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
