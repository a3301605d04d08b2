package sorts

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

type element struct{ key, position int }

func byKey(a, b element) int { return cmp.Compare(a.key, b.key) }

// TestLikeSlices sorts as package slices does, also what is equal: results stay
// the same when a sort moves from one to the other.
func TestLikeSlices(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		in := make([]element, n)
		for i := range in {
			in[i] = element{random.IntN(2 + n/3), i}
		}
		for _, c := range []struct {
			name        string
			ours, golib func([]element, func(a, b element) int)
		}{
			{"Func", Func[element], slices.SortFunc[[]element]},
			{"Stable", Stable[element], slices.SortStableFunc[[]element]},
		} {
			got, want := slices.Clone(in), slices.Clone(in)
			c.ours(got, byKey)
			c.golib(want, byKey)
			if !slices.Equal(got, want) {
				t.Fatalf("%s of %v\n  is %v\nwant %v", c.name, in, got, want)
			}
		}
	}
}
