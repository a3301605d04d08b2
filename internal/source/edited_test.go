package source_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ytt/internal/source"
)

// TestEdited edits random texts, and looks for each line that no edit touches: it has its
// number, its text and its place.
func TestEdited(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"a", "bb", "\n", "é", "\n\n", "x: y\n", "\r\n", ""}
	text := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		return b.String()
	}
	for range 3000 {
		f := source.New("a", text(random.IntN(30)))
		var edits []source.Edit
		touched := map[int]bool{}
		for range random.IntN(4) {
			start := int32(random.IntN(len(f.Text) + 1))
			end := min(start+int32(random.IntN(6)), int32(len(f.Text)))
			at := source.Span{File: f, Start: start, End: end}
			edits = append(edits, source.Edit{At: at, Text: text(random.IntN(5))})
			for line := f.Line(start); line <= f.Line(end); line++ {
				touched[line] = true
			}
		}
		out := source.Edited(f, edits)
		if out.Lines() != f.Lines() || out.Names != f.Names {
			t.Fatalf("%q: %d lines of %q, not %d", f.Text, out.Lines(), out.Name, f.Lines())
		}
		for line := 1; line <= f.Lines(); line++ {
			if touched[line] {
				continue
			}
			start := out.LineStart(line)
			at := source.Span{File: out, Start: start, End: start + int32(len(out.LineText(line)))}
			original := at.Original()
			var cursor source.Cursor
			number, column := cursor.Position(at)
			if out.LineText(line) != f.LineText(line) || out.Line(start) != line || number != line || column != 1 ||
				original.File != f || original.Start != f.LineStart(line) || original.Text() != f.LineText(line) {
				t.Fatalf("line %d of %q after %v is %q: %q at %v, originally %v", line, f.Text, edits, out.Text,
					out.LineText(line), at, original)
			}
		}
	}
}

// TestEditedAgain edits an edited text: places are those of the first.
func TestEditedAgain(t *testing.T) {
	f := source.New("a", "one\ntwo\nthree\n")
	insert := func(f *source.File, at int32, text string) *source.File {
		return source.Edited(f, []source.Edit{{At: source.Span{File: f, Start: at, End: at}, Text: text}})
	}
	twice := insert(insert(f, 4, "new\n"), 0, "first\n")
	at := source.Span{File: twice, Start: int32(strings.Index(twice.Text, "three")), End: int32(len(twice.Text))}
	if original := at.Original(); original.File != f || original.Text() != "three\n" || at.Line() != 3 {
		t.Errorf("%q in line %d", original.Text(), at.Line())
	}
}
