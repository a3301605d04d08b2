// Package packed reads texts that a program has in a third of their size. The
// tests of the packages that have such texts pack them.
package packed

import (
	"bytes"
	"compress/gzip"
	"io"
)

// Text returns the text that is packed with gzip, "" for what is not.
func Text(data []byte) string {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return ""
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return ""
	}
	return string(text)
}
