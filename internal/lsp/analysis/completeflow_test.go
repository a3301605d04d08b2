package analysis

import (
	"math/rand/v2"
	"testing"

	"ytt/internal/source"
	"ytt/internal/workspace"
)

// TestFlowOfAnything completes at every place of texts that are hardly YAML:
// nothing may panic.
func TestFlowOfAnything(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{"{", "}", "[", "]", ",", ":", ": ", "a", "\"", "'", "# x", "\n", " ", "- ", "---\n",
		"b: ", "é", "|"}
	for range 3000 {
		text := ""
		for range random.IntN(14) {
			text += parts[random.IntN(len(parts))]
		}
		f := &File{Kind: workspace.YAML, Source: source.New("a.yml", text)}
		for at := 0; at <= len(text); at++ {
			c := caretAt(f, int32(at))
			if s, ok := c.around(); ok && s.flow && (s.start < 0 || s.start > len(text)) {
				t.Fatalf("%q at %d: %+v", text, at, s)
			}
		}
	}
}
