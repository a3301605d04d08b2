package format

// This file implements lines. As in libyaml (YAML 1.1), U+0085, U+2028 and
// U+2029 end lines, too.

// breakLen returns the length of the line break at i, 0 for none.
func breakLen[text string | []byte](s text, i int) int {
	switch s[i] {
	case '\n', '\r':
		return 1
	case 0xC2:
		if i+1 < len(s) && s[i+1] == 0x85 {
			return 2
		}
	case 0xE2:
		if i+2 < len(s) && s[i+1] == 0x80 && (s[i+2] == 0xA8 || s[i+2] == 0xA9) {
			return 3
		}
	}
	return 0
}

// hasBreak reports whether a text has line breaks.
func hasBreak[text string | []byte](s text) bool {
	for i := range len(s) {
		if breakLen(s, i) > 0 {
			return true
		}
	}
	return false
}

// lineStart returns the offset of the first byte of the line that holds i.
func lineStart(s string, i int32) int32 {
	for ; i > 0; i-- {
		for _, n := range []int32{1, 2, 3} {
			if i >= n && breakLen(s, int(i-n)) == int(n) {
				return i
			}
		}
	}
	return 0
}

// lineEnd returns the offset of the line break, or end of the text, at or after
// i.
func lineEnd(s string, i int32) int32 {
	for int(i) < len(s) && breakLen(s, int(i)) == 0 {
		i++
	}
	return i
}
