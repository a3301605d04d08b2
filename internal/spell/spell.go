// Package spell finds the known name that a mistyped one was probably meant to be.
package spell

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Most is the number of candidates up to which the nearest one is sought. Longer lists are generated, and comparing thousands of
// mistakes with each candidate would take minutes.
const Most = 2000

// Nearest returns the candidate closest to name, or "" when none is close enough to be worth suggesting: the edit
// distance, ignoring case and underscores, must be less than half of the name's length, as in ytt 0.48, or two neighbouring
// letters are swapped ("prot" for "port"). Of equally close candidates the first in sorted order is returned. It is "" for more
// than Most candidates.
func Nearest(name string, candidates []string) string {
	if len(candidates) > Most {
		return ""
	}
	best, limit := "", (len(name)+1)/2 // the distance must be less, or that of best
	swapped := ""                      // the best candidate with two letters swapped
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

// Hint returns a hint that names the nearest candidate, such as "did you mean %q?"; nil if there is none.
func Hint(format, name string, candidates []string) []string {
	if near := Nearest(name, candidates); near != "" {
		return []string{fmt.Sprintf(format, near)}
	}
	return nil
}

// Others returns the candidates that are as close to a name as the nearest one, at most a few, in sorted order.
func Others(name, nearest string, candidates []string) (others []string) {
	const most = 3
	folded := fold(name)
	distance := levenshtein.ComputeDistance(folded, fold(nearest))
	for _, c := range candidates {
		if c != nearest && levenshtein.ComputeDistance(folded, fold(c)) == distance && !slices.Contains(others, c) {
			others = append(others, c)
		}
	}
	if distance == 0 || len(others) > most {
		return nil
	}
	slices.Sort(others)
	return others
}

// isSwapped reports whether two texts differ by two neighbouring bytes that are swapped.
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

// NearestFile is Nearest for names of files: only files with the same extension are considered, and the extension does
// not add to the likeness.
func NearestFile(name string, candidates []string) string {
	if len(candidates) > Most {
		return ""
	}
	ext := path.Ext(name)
	var stems []string
	for _, c := range candidates {
		if path.Ext(c) == ext && c != name {
			stems = append(stems, strings.TrimSuffix(c, ext))
		}
	}
	if near := Nearest(strings.TrimSuffix(name, ext), stems); near != "" {
		return near + ext
	}
	return ""
}
