package isolated

import "io"

// Read reads an answer as Render does.
func Read(r io.Reader, most int64) (*Reply, error) {
	text, err := readMessage(r, most)
	if err != nil {
		return nil, err
	}
	return decode(text, most)
}
