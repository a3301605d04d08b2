package deflate_test

import (
	"bytes"
	"compress/gzip"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"ytt/internal/packed"
	"ytt/internal/testkit/deflate"
)

// TestGzip packs texts and reads them again, and compares the size of one.
func TestGzip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 3000)
	for i := range noise {
		noise[i] = byte(r.UintN(256))
	}
	page, err := os.ReadFile("../../../docs/codes.md")
	if err != nil {
		t.Fatal(err)
	}
	page = page[:min(len(page), 40_000)]
	for _, text := range []string{"", "a", "ab", "aaaaaaaa", strings.Repeat("x", 100_000),
		strings.Repeat("abc", 300) + strings.Repeat("\x00", 259), string(noise), string(page),
		string(noise) + string(page) + string(noise)} {
		data := deflate.Gzip([]byte(text))
		if got := packed.Text(data); got != text {
			t.Errorf("%d bytes become %d", len(text), len(got))
		}
	}
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	w.Write(page)
	w.Close()
	if n := len(deflate.Gzip(page)); n > b.Len()*98/100 {
		t.Errorf("%d bytes are not smaller than %d", n, b.Len())
	}
}
