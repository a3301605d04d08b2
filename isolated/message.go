package isolated

import (
	"encoding/binary"
	"fmt"
	"io"
)

// This file implements messages: a length in four bytes, the greatest first,
// and so many bytes of JSON.

func writeMessage(w io.Writer, text []byte) error {
	if _, err := w.Write(binary.BigEndian.AppendUint32(nil, uint32(len(text)))); err != nil {
		return err
	}
	_, err := w.Write(text)
	return err
}

func readMessage(r io.Reader, most int64) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	length := int64(binary.BigEndian.Uint32(head[:]))
	if length > most {
		return nil, fmt.Errorf("%w: %d bytes are announced, more than %d", ErrTooLarge, length, most)
	}
	text := make([]byte, length)
	_, err := io.ReadFull(r, text)
	return text, err
}
