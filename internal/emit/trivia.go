package emit

// This file implements what stands around values besides them: comments, and tags of the author's own.
//
//	# above
//	key: !Tag # behind
//	  a: |  # behind
//	    text
//
// Remarks are written in between the calls that write values, and leave the grammar of those as it is.

import "bytes"

// Comment writes a comment on a line of its own, in front of the next key, dash or document.
func (w *YAML) Comment(text string) {
	w.startLine()
	w.buf = append(append(w.buf, text...), '\n')
}

// EmptyLine writes an empty line where a comment could be.
func (w *YAML) EmptyLine() {
	if !w.inline {
		w.buf = append(w.buf, '\n')
	}
}

// Open writes the tag of a map or array that is opened next, and a comment behind that; both may be "". In a document and
// in an item the map or array then begins on the next line.
func (w *YAML) Open(tag, comment string) {
	if tag == "" && comment == "" {
		return
	}
	separate := w.after >= afterKey
	for _, s := range []string{tag, comment} {
		if s == "" {
			continue
		}
		if separate {
			w.buf = append(w.buf, ' ')
		}
		w.buf = append(w.buf, s...)
		separate = true
	}
	switch w.after {
	case atStart:
		w.buf = append(w.buf, '\n')
	case afterDash, afterLongMark:
		w.buf = append(w.buf, '\n')
		w.after = afterBrokenDash
	}
}

// Tag writes the tag of the scalar or empty collection that is written next.
func (w *YAML) Tag(tag string) {
	w.space()
	w.buf = append(w.buf, tag...)
	w.after = afterTag
}

// Behind adds a comment to the line of the value that was written last, which began at the given length of the text.
// The comment of a block goes on its first line.
func (w *YAML) LineComment(comment string, start int) {
	at := len(w.buf) - 1
	if w.buf[at] != '\n' {
		return // a separator that is a line break for some readers only
	}
	if first := bytes.IndexByte(w.buf[start:], '\n'); first >= 0 && isBlockHeader(w.buf[start:start+first]) {
		at = start + first
	}
	rest := string(w.buf[at:])
	w.buf = append(append(append(w.buf[:at], ' '), comment...), rest...)
}

// isBlockHeader reports whether the first line of a value, which may have a tag, is the header of a block scalar.
func isBlockHeader(line []byte) bool {
	line = bytes.TrimLeft(line, " ")
	if bytes.HasPrefix(line, []byte("!")) {
		_, line, _ = bytes.Cut(line, []byte(" "))
	}
	return len(line) > 0 && (line[0] == '|' || line[0] == '>')
}
