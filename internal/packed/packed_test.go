package packed_test

import (
	"bytes"
	"compress/gzip"
	"testing"

	"ytt/internal/packed"
)

// TestText packs a text and reads it, and reads what is none.
func TestText(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte("a\nb\n")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for want, data := range map[string][]byte{"a\nb\n": b.Bytes(), "": b.Bytes()[:b.Len()-9]} {
		if got := packed.Text(data); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	if got := packed.Text([]byte("no pack")); got != "" {
		t.Errorf("%q of a plain text", got)
	}
}
