package tree

import (
	"strconv"
	"strings"
)

// This file implements paths: the position of a node in its document, as messages show it: "databases[2].port".

// Step leads from a map or array to one of its values.
type Step struct {
	Key   Value // of a map entry
	Index int   // of an array item, from 0; of a map entry unused
	Item  bool  // the step is one to an array item
	// Written is a key that is no string as its file has it: "off", which is false.
	Written string
}

// StepTo is the step to an entry.
func StepTo(e *Entry) Step { return Step{Key: e.Key, Written: writtenOther(e)} }

// Written is the key of an entry as its file has it, if that is known.
func Written(e *Entry) string {
	if text := writtenOther(e); text != "" {
		return text
	}
	return e.Key.String()
}

func writtenOther(e *Entry) string {
	if e.Key.Kind == String || !e.Span.Known() {
		return ""
	}
	return e.Span.Text()
}

// Path is the steps from a document's value to a node.
type Path []Step

// String is the path with dots between keys and array items in brackets; "" for the document's value itself.
func (p Path) String() string {
	var b strings.Builder
	for _, s := range p {
		if s.Item {
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(s.Index))
			b.WriteByte(']')
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		if s.Written != "" {
			b.WriteString(s.Written)
			continue
		}
		b.WriteString(s.Key.String())
	}
	return b.String()
}
