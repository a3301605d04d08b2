package emit

// This file implements how scalars look in YAML. A string is looked at once; what was seen on the way decides its style:
//
//	plain          unless something below applies
//	single quotes  it would be read as something else than a scalar: 'a: b', '- a', ' a'
//	double quotes  it would be read as another type ("yes", "1.5", "2001-01-01"), or holds characters that need escapes
//	literal block  it has lines
//	!!binary       it is not UTF-8

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"ytt/internal/yaml"
)

type style uint8

const (
	plain style = iota
	singleQuoted
	doubleQuoted
	literal
	binary
)

// AppendScalar appends a scalar without a line break behind it. Lines of a literal block are indented by indent.
func AppendScalar(buf []byte, v yaml.Resolved, indent int) []byte {
	if v.Type != yaml.String {
		return appendUntyped(buf, v)
	}
	style, _ := styleOf(v.Text)
	return appendString(buf, v.Text, style, indent)
}

// appendUntyped appends a scalar that is no string.
func appendUntyped(buf []byte, v yaml.Resolved) []byte {
	switch v.Type {
	case yaml.Null:
		return append(buf, "null"...)
	case yaml.Bool:
		return strconv.AppendBool(buf, v.Bits != 0)
	case yaml.Int:
		return strconv.AppendInt(buf, int64(v.Bits), 10)
	case yaml.Uint:
		return strconv.AppendUint(buf, v.Bits, 10)
	case yaml.Float:
		return appendFloat(buf, math.Float64frombits(v.Bits))
	}
	panic("emit: unknown type of scalar")
}

// appendFloat uses exponents below 1e-4 and from 1e+6 on, or from the number of digits on if there are more.
func appendFloat(buf []byte, f float64) []byte {
	switch {
	case math.IsInf(f, 1):
		return append(buf, ".inf"...)
	case math.IsInf(f, -1):
		return append(buf, "-.inf"...)
	case math.IsNaN(f):
		return append(buf, ".nan"...)
	}
	return strconv.AppendFloat(buf, f, 'g', -1, 64)
}

func appendString(buf []byte, s string, st style, indent int) []byte {
	switch st {
	case plain:
		return append(buf, s...)
	case singleQuoted:
		return appendSingleQuoted(buf, s)
	case doubleQuoted:
		return appendDoubleQuoted(buf, s)
	case literal:
		return appendLiteral(buf, s, indent)
	}
	buf = append(buf, "!!binary "...)
	encoded := encodeBinary(s)
	if strings.IndexByte(encoded, '\n') >= 0 {
		return appendLiteral(buf, encoded, indent)
	}
	return append(buf, encoded...)
}

// styleOf chooses the style of a string, and reports whether the string has line breaks, of any kind.
func styleOf(s string) (st style, lines bool) {
	if s == "" {
		return doubleQuoted, false
	}
	// notPlain: needs quotes; notBlock: the literal style would lose or add a blank.
	notPlain, notBlock := startsMarkup(s), s[len(s)-1] == ' '
	unprintable := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c > '#' && c != ':' && c < 0x7f {
			continue
		}
		switch {
		case c == ' ':
			notPlain = notPlain || i == 0 || i == len(s)-1
			notBlock = notBlock || i+1 < len(s) && s[i+1] == '\n'
		case c == ':':
			notPlain = notPlain || i == len(s)-1 || s[i+1] == ' '
		case c == '#':
			notPlain = notPlain || i > 0 && s[i-1] == ' '
		case c == '\n':
			lines = true
		case c < ' ', c == 0x7f:
			unprintable = true
			lines = lines || c == '\r'
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				return binary, len(s) > maxBinaryLine
			}
			unprintable = unprintable || !isPrintable(r)
			lines = lines || isBreak(r)
			i += size - 1
		}
	}
	switch {
	case unprintable, lines && notBlock:
		return doubleQuoted, lines
	case lines:
		return literal, true
	case yaml.LooksTyped(s):
		return doubleQuoted, false
	case notPlain:
		return singleQuoted, false
	}
	return plain, false
}

// startsMarkup reports whether s begins like something that is no plain scalar.
func startsMarkup(s string) bool {
	switch s[0] {
	case '#', ',', '[', ']', '{', '}', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`':
		return true
	case '?', ':':
		return len(s) == 1 || s[1] == ' '
	case '-':
		return len(s) == 1 || s[1] == ' ' || strings.HasPrefix(s, "---")
	case '.':
		return strings.HasPrefix(s, "...")
	}
	return false
}

// isPrintable reports whether a character beyond ASCII is written as it is. Those beyond the basic plane, emoji for
// example, are not, nor are line separators, which readers disagree on.
func isPrintable(r rune) bool {
	return r >= 0xA0 && r <= 0xFFFD && r != 0xFEFF && !isBreak(r)
}

// isBreak reports whether a character beyond ASCII is a line break in YAML 1.1.
func isBreak(r rune) bool { return r == 0x85 || r == 0x2028 || r == 0x2029 }

func appendSingleQuoted(buf []byte, s string) []byte {
	buf = append(buf, '\'')
	for {
		i := strings.IndexByte(s, '\'')
		if i < 0 {
			break
		}
		buf = append(append(buf, s[:i]...), "''"...)
		s = s[i+1:]
	}
	return append(append(buf, s...), '\'')
}

func appendDoubleQuoted(buf []byte, s string) []byte {
	buf = append(buf, '"')
	done := 0 // s[:done] is written
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if size > 1 && isPrintable(r) {
			i += size
			continue
		}
		buf = appendEscape(append(buf, s[done:i]...), r)
		i += size
		done = i
	}
	return append(append(buf, s[done:]...), '"')
}

func appendEscape(buf []byte, r rune) []byte {
	const (
		controls = "\x00\a\b\t\n\v\f\r\x1b\"\\"
		letters  = "0abtnvfre\"\\"
	)
	if i := strings.IndexRune(controls, r); i >= 0 {
		return append(buf, '\\', letters[i])
	}
	switch {
	case r == 0x85:
		return append(buf, `\N`...)
	case r == 0x2028:
		return append(buf, `\L`...)
	case r == 0x2029:
		return append(buf, `\P`...)
	case r <= 0xFF:
		return appendHex(append(buf, `\x`...), r, 2)
	case r <= 0xFFFF:
		return appendHex(append(buf, `\u`...), r, 4)
	}
	return appendHex(append(buf, `\U`...), r, 8)
}

func appendHex(buf []byte, r rune, digits int) []byte {
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		buf = append(buf, "0123456789ABCDEF"[r>>shift&0xF])
	}
	return buf
}

// appendLiteral appends a literal block, without the line break behind its last line.
func appendLiteral(buf []byte, s string, indent int) []byte {
	buf = append(buf, '|')
	if s[0] == ' ' || s[0] == '\n' {
		buf = append(buf, '0'+indentStep)
	}
	text, ended := strings.CutSuffix(s, "\n")
	switch {
	case !ended:
		buf = append(buf, '-')
	case text == "", strings.HasSuffix(text, "\n"):
		buf = append(buf, '+')
	}
	for more := true; more; {
		var line string
		line, text, more = strings.Cut(text, "\n")
		buf = append(buf, '\n')
		if line != "" {
			buf = append(appendSpaces(buf, indent), line...)
		}
	}
	return buf
}

// maxBinaryLine is the length of a string whose base64 form just fits one line.
const maxBinaryLine = (binaryLine - 1) / 4 * 3

// binaryLine is the length of a line of base64.
const binaryLine = 70

// encodeBinary returns the base64 form of s; when longer than a line, broken into lines that all end in a line feed.
func encodeBinary(s string) string {
	encoded := base64.StdEncoding.EncodeToString([]byte(s))
	if len(encoded) < binaryLine {
		return encoded
	}
	var lines strings.Builder
	lines.Grow(len(encoded) + len(encoded)/binaryLine + 1)
	for len(encoded) > 0 {
		n := min(binaryLine, len(encoded))
		lines.WriteString(encoded[:n])
		lines.WriteByte('\n')
		encoded = encoded[n:]
	}
	return lines.String()
}
