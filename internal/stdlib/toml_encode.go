package stdlib

// This file implements writing a map as TOML.
//
// In TOML the header of a table ends the table before it. So the direct entries of a table come first, each on a line of
// its own, and then its tables, each under a header with the whole path to it; both are sorted by key:
//
//	title = "shop"
//
//	[server]
//	  port = 80
//	  [server.tls]
//	    names = ["a", "b"]
//
//	[[user]]
//	  id = 1
//
//	[[user]]
//	  id = 2
//
// A list of which each item is a map is an array of tables, as user here. Any other list is direct, and the maps inside of
// it are written inline: [1, {id = 2}].

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ytt/internal/tree"
)

// appendTOML appends a map as TOML, each level of tables indented by that many spaces.
func appendTOML(buf []byte, m *tree.Map, indent int) ([]byte, error) {
	w := tomlWriter{buf: buf, indent: indent}
	err := w.table(m, 0)
	return w.buf, err
}

type tomlWriter struct {
	buf    []byte
	indent int
	path   []byte      // the key of the open table, as it stands in a header
	sorted []tomlEntry // the entries of the open maps, those of the innermost last
}

type tomlEntry struct {
	*tree.Entry
	isTable bool // or an array of tables
}

// table writes what stands under a header. The tables at the top are of level 0.
func (w *tomlWriter) table(m *tree.Map, level int) error {
	entries, err := w.open(m)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.isTable {
			err = w.subtable(e, level)
		} else {
			w.startLine(level)
			err = w.keyValue(e)
			w.buf = append(w.buf, '\n')
		}
		if err != nil {
			return err
		}
	}
	w.close(entries)
	return nil
}

// open sorts the entries of a map, without nulls.
func (w *tomlWriter) open(m *tree.Map) ([]tomlEntry, error) {
	if len(w.buf) > maxText {
		return nil, errTooLong
	}
	start := len(w.sorted)
	for i := range m.Entries {
		e := &m.Entries[i]
		if e.Key.Kind != tree.String {
			return nil, fmt.Errorf("toml: keys must be strings, but there is the %s %s", e.Key.Kind, e.Key)
		}
		if !tree.IsNull(e.Value) {
			w.sorted = append(w.sorted, tomlEntry{e, isTOMLTable(e.Value)})
		}
	}
	entries := w.sorted[start:]
	slices.SortFunc(entries, func(a, b tomlEntry) int {
		if a.isTable != b.isTable {
			if b.isTable {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Key.Text, b.Key.Text)
	})
	return entries, nil
}

// close forgets the entries that open returned last.
func (w *tomlWriter) close(entries []tomlEntry) {
	w.sorted = w.sorted[:len(w.sorted)-len(entries)]
}

func isTOMLTable(n tree.Node) bool {
	switch n := n.(type) {
	case *tree.Map:
		return true
	case *tree.Array:
		for i := range n.Items {
			if _, ok := n.Items[i].Value.(*tree.Map); !ok {
				return false
			}
		}
		return len(n.Items) > 0
	}
	return false
}

// subtable writes an entry that needs headers: one for a map, and one for each item of an array.
func (w *tomlWriter) subtable(e tomlEntry, level int) error {
	outer := len(w.path)
	if level > 0 {
		w.path = append(w.path, '.')
	}
	w.path = appendTOMLKey(w.path, e.Key.Text)
	defer func() { w.path = w.path[:outer] }()

	switch n := e.Value.(type) {
	case *tree.Map:
		return w.headed("[", n, "]", level, level == 0)
	case *tree.Array:
		for i := range n.Items {
			if err := w.headed("[[", n.Items[i].Value.(*tree.Map), "]]", level, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// headed writes a header and the table under it. An apart header has an empty line before it, if anything stands there.
func (w *tomlWriter) headed(before string, m *tree.Map, after string, level int, apart bool) error {
	if apart && len(w.buf) > 0 {
		w.buf = append(w.buf, '\n')
	}
	w.startLine(level)
	w.buf = append(w.buf, before...)
	w.buf = append(w.buf, w.path...)
	w.buf = append(w.buf, after...)
	w.buf = append(w.buf, '\n')
	return w.table(m, level+1)
}

func (w *tomlWriter) startLine(level int) {
	for range level * w.indent {
		w.buf = append(w.buf, ' ')
	}
}

func (w *tomlWriter) keyValue(e tomlEntry) error {
	w.buf = appendTOMLKey(w.buf, e.Key.Text)
	w.buf = append(w.buf, " = "...)
	return w.value(e.Value)
}

// value writes a value in one line.
func (w *tomlWriter) value(n tree.Node) error {
	switch n := n.(type) {
	case *tree.Map:
		return w.inlineTable(n)
	case *tree.Array:
		return w.array(n)
	case *tree.Scalar:
		return w.scalar(n.Value)
	}
	return fmt.Errorf("toml: a %s cannot be written", tree.KindName(n))
}

func (w *tomlWriter) inlineTable(m *tree.Map) error {
	entries, err := w.open(m)
	if err != nil {
		return err
	}
	w.buf = append(w.buf, '{')
	for i, e := range entries {
		if i > 0 {
			w.buf = append(w.buf, ", "...)
		}
		if err := w.keyValue(e); err != nil {
			return err
		}
	}
	w.buf = append(w.buf, '}')
	w.close(entries)
	return nil
}

func (w *tomlWriter) array(a *tree.Array) error {
	w.buf = append(w.buf, '[')
	for i := range a.Items {
		if tree.IsNull(a.Items[i].Value) {
			return errors.New("toml: an array cannot hold null")
		}
		if i > 0 {
			w.buf = append(w.buf, ", "...)
		}
		if err := w.value(a.Items[i].Value); err != nil {
			return err
		}
	}
	w.buf = append(w.buf, ']')
	return nil
}

func (w *tomlWriter) scalar(v tree.Value) error {
	switch v.Kind {
	case tree.Bool:
		w.buf = strconv.AppendBool(w.buf, v.Bool())
	case tree.Int:
		w.buf = strconv.AppendInt(w.buf, v.Int(), 10)
	case tree.Float:
		w.buf = appendTOMLFloat(w.buf, v.Float())
	case tree.String:
		w.buf = appendTOMLString(w.buf, v.Text)
	default:
		return fmt.Errorf("toml: the number %s is out of range", v)
	}
	if len(w.buf) > maxText {
		return errTooLong
	}
	return nil
}

// appendTOMLFloat writes a float so that it is none of the integers: 1.0, 1e+06.
func appendTOMLFloat(buf []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		if math.Signbit(f) {
			buf = append(buf, '-')
		}
		if math.IsNaN(f) {
			return append(buf, "nan"...)
		}
		return append(buf, "inf"...)
	}
	start := len(buf)
	buf = strconv.AppendFloat(buf, f, 'g', -1, 64)
	if !slices.ContainsFunc(buf[start:], func(c byte) bool { return c == '.' || c == 'e' }) {
		buf = append(buf, ".0"...)
	}
	return buf
}

// appendTOMLKey writes one part of a key, in quotes unless it is a bare key.
func appendTOMLKey(buf []byte, key string) []byte {
	for i := range len(key) {
		switch c := key[i]; {
		case 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '_', c == '-':
		default:
			return appendTOMLString(buf, key)
		}
	}
	if key == "" {
		return append(buf, `""`...)
	}
	return append(buf, key...)
}

// appendTOMLString writes a basic string.
func appendTOMLString(buf []byte, s string) []byte {
	buf = append(buf, '"')
	start := 0 // of what is not written yet
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c != 0x7f {
			continue
		}
		buf = append(buf, s[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			buf = append(buf, '\\', c)
		case '\b':
			buf = append(buf, `\b`...)
		case '\t':
			buf = append(buf, `\t`...)
		case '\n':
			buf = append(buf, `\n`...)
		case '\f':
			buf = append(buf, `\f`...)
		case '\r':
			buf = append(buf, `\r`...)
		default:
			buf = fmt.Appendf(buf, `\u%04x`, c)
		}
	}
	buf = append(buf, s[start:]...)
	return append(buf, '"')
}
