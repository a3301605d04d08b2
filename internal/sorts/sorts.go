// Package sorts sorts slices by code that all types share. The sorts of package
// slices are compiled once more for each type of struct, which adds some ten
// kilobytes to the program each time, and pays only for many elements.
package sorts

import "sort"

// Func sorts a slice as slices.SortFunc does.
func Func[E any](s []E, compare func(a, b E) int) {
	if len(s) > 1 {
		sort.Slice(s, func(i, j int) bool { return compare(s[i], s[j]) < 0 })
	}
}

// Stable sorts a slice as slices.SortStableFunc does.
func Stable[E any](s []E, compare func(a, b E) int) {
	if len(s) > 1 {
		sort.SliceStable(s, func(i, j int) bool { return compare(s[i], s[j]) < 0 })
	}
}
