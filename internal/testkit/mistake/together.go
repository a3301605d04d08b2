package mistake

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Together returns several mistakes of one application as one that has all of
// them, and all that is wanted of their reports; nil where two of them change
// one file, where one changes the command or the names of files, and where the
// application is not the same.
func Together(t testing.TB, mistakes ...*Mistake) *Mistake {
	t.Helper()
	first := mistakes[0]
	sound := &Mistake{root: first.root, App: first.App}
	sound.plant(t)
	whole := *sound
	var names []string
	for _, m := range mistakes {
		if m.App != whole.App || m.Command != whole.Command || len(m.Files) != len(whole.Files) {
			return nil
		}
		for _, f := range m.Files {
			i := slices.IndexFunc(whole.Files, func(o txtar.File) bool { return o.Name == f.Name })
			switch {
			case i < 0:
				return nil
			case bytes.Equal(f.Data, sound.Files[i].Data):
				continue
			case !bytes.Equal(whole.Files[i].Data, sound.Files[i].Data):
				return nil
			}
			whole.Files = slices.Clone(whole.Files)
			whole.Files[i] = f
		}
		whole.Wanted = append(whole.Wanted, m.Wanted...)
		names = append(names, m.ID())
	}
	whole.Name = strings.Join(names, " ")
	return &whole
}

// Placed returns how many problems are reported at their places.
func (v *Verdict) Placed(m *Mistake) int {
	lost := 0
	for _, r := range v.Reasons {
		if strings.HasPrefix(r, "place: ") {
			lost++
		}
	}
	return len(m.Wanted) - lost
}
