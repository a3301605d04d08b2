package tree

import (
	"fmt"
	"strconv"
	"strings"
)

// This file implements paths of keys as annotations write them: "db.host", `labels["app.kubernetes.io/name"]`.

// KeyPath is a path of keys below a map.
type KeyPath []Value

// String writes the path so that ParseKeyPath reads it: keys that are no plain words stand in brackets.
func (p KeyPath) String() string {
	var b strings.Builder
	for i, key := range p {
		name := key.String()
		switch {
		case !isPlainKey(name):
			b.WriteString("[" + strconv.Quote(name) + "]")
			continue
		case i > 0:
			b.WriteByte('.')
		}
		b.WriteString(name)
	}
	return b.String()
}

func isPlainKey(name string) bool { return name != "" && !strings.ContainsAny(name, ".[]\"' \t\n") }

// ParseKeyPath reads a path of keys. The error says what is wrong with it.
func ParseKeyPath(text string) (KeyPath, error) {
	var path KeyPath
	for rest := text; rest != ""; {
		var key string
		if rest[0] == '[' {
			quoted, err := strconv.QuotedPrefix(rest[1:])
			if err != nil || !strings.HasPrefix(rest[1+len(quoted):], "]") {
				return nil, fmt.Errorf("brackets hold a key in quotes; a path leads through keys, not through items of arrays")
			}
			key, err = strconv.Unquote(quoted)
			if err != nil {
				return nil, err
			}
			rest = rest[len(quoted)+2:]
		} else {
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			if key = rest[:end]; key == "" {
				return nil, fmt.Errorf("there is an empty key in it")
			}
			rest = rest[end:]
		}
		path = append(path, StringValue(key))
		if strings.HasPrefix(rest, ".") {
			if rest = rest[1:]; rest == "" {
				return nil, fmt.Errorf("there is an empty key in it")
			}
		}
	}
	if path == nil {
		return nil, fmt.Errorf("it is empty")
	}
	return path, nil
}

// Lookup returns the entry at the path below a node, nil for none.
func (p KeyPath) Lookup(n Node) *Entry {
	var e *Entry
	for _, key := range p {
		m, ok := n.(*Map)
		if !ok {
			return nil
		}
		i := m.Find(key)
		if i < 0 {
			return nil
		}
		e = &m.Entries[i]
		n = e.Value
	}
	return e
}
