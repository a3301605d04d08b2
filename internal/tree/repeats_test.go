package tree_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"ytt/internal/tree"
)

// TestRepeats searches lists of all lengths with one table, and compares with a map.
func TestRepeats(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var r tree.Repeats
	for round := range 500 {
		n := random.IntN(100)
		known := map[string]bool{}
		var texts []string
		r.Begin(n)
		for i := range n {
			text := strconv.Itoa(random.IntN(2000))
			texts = append(texts, text)
			got := r.Seen(int32(i), r.Hash(text), func(k int32) bool { return texts[k] == text })
			if got != known[text] {
				t.Fatalf("round %d: %s is seen: %v, in %v", round, text, got, texts)
			}
			if got {
				break // a search ends there
			}
			known[text] = true
		}
	}
}
