package mistakes_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ytt/internal/testkit/mistake"
	"ytt/internal/testkit/program"
)

// TestFives makes five mistakes in one application, of three areas or more, and
// holds how many of them the first run reports: the others hide behind these. The
// floors are a little below what is reached, as archives that are new change which
// fives are chosen.
func TestFives(t *testing.T) {
	const runs, leastWhole, leastPlaced = 200, 152, 955
	random := rand.New(rand.NewPCG(1, 2))
	apps := mistakesOfApps(t)
	whole, placed := 0, 0
	for n := 0; n < runs; {
		five := fiveOf(t, random, apps[random.IntN(len(apps))])
		if five == nil {
			continue
		}
		n++
		t.Run("", func(t *testing.T) {
			v := five.Judge(t, program.Run)
			placed += v.Placed(five)
			if len(v.Failing) == 0 {
				whole++
			}
		})
	}
	if whole < leastWhole || placed < leastPlaced {
		t.Errorf("%d of %d runs report all five and nothing else, and %d of %d mistakes are reported; want %d and %d",
			whole, runs, placed, 5*runs, leastWhole, leastPlaced)
	}
}

// mistakesOfApps returns the mistakes of each application that are reported as
// they are to be when they are alone.
func mistakesOfApps(t *testing.T) (apps [][]*mistake.Mistake) {
	t.Helper()
	known, _ := mistake.Known(t, "../../..")
	byName := map[string][]*mistake.Mistake{}
	var names []string
	for _, m := range mistake.Read(t, "../../..") {
		if m.App == "" || len(known[m.ID()]) > 0 || len(m.Wanted) != 1 || m.Kind == "cli" {
			continue
		}
		if byName[m.App] == nil {
			names = append(names, m.App)
		}
		byName[m.App] = append(byName[m.App], m)
	}
	slices.Sort(names)
	for _, name := range names {
		apps = append(apps, byName[name])
	}
	return apps
}

// fiveOf joins five mistakes of an application; nil if they are of too few
// areas, or change the same files.
func fiveOf(t *testing.T, random *rand.Rand, of []*mistake.Mistake) *mistake.Mistake {
	t.Helper()
	var chosen []*mistake.Mistake
	areas := map[string]bool{}
	for range 5 {
		m := of[random.IntN(len(of))]
		chosen = append(chosen, m)
		areas[m.Kind] = true
	}
	five := mistake.Together(t, chosen...)
	if len(areas) < 3 {
		return nil
	}
	return five
}
