package yamlfmt

// This file implements where comments go. Code has to stay with the node that it belongs to by the rule of lines (spec
// 01 §5.1). Remarks mean nothing to the tool, and that rule, made for code, would often put them where no reader expects
// them once a flow collection is laid out line by line:
//
//	ports: [
//	  80, # web      the comma is on this line, so by the rule "web" belongs to 443
//	  443, # secure
//	]
//
// A remark therefore stays with what it stands behind, or, on a line of its own, in front of what follows.

import (
	"strings"

	"ytt/internal/syntax"
	"ytt/internal/yaml"
)

// spot is the place of a comment in the result.
type spot struct {
	owner  int32 // a Document, Entry or Item; noOwner for a comment on the header line of a block scalar
	inline bool  // behind the owner's mark or key, not above
}

const noOwner = -1

// place returns the place of every comment of a file. Owners never decrease, but for noOwner.
func place(f *yaml.File) []spot {
	spots := make([]spot, len(f.Comments))
	last := spot{owner: noOwner}      // the place of the comment before
	before, after := noOwner, noOwner // the owners of nodes on both sides of the comment
	next := 0
	starts := starts{f: f, until: -1}
	for i, c := range f.Comments {
		for ; next < len(f.Nodes); next++ {
			if !canOwn(&f.Nodes[next]) {
				continue
			}
			if starts.of(next) > c.Start {
				break
			}
			before = next
		}
		after = next
		spots[i] = spot{c.Owner, c.Inline}
		if c.Owner == noOwner {
			continue
		}
		if after < len(f.Nodes) && after <= int(c.Owner) && hasBlockKey(f, int32(after)) {
			spots[i] = spot{int32(after), false}
		} else if s, ok := readerSpot(f, c, before, after); ok && isPlainComment(f, c) && fits(s, last) {
			spots[i] = s
		}
		last = spots[i]
	}
	return spots
}

// readerSpot returns the place at which a reader sees a comment between two nodes, if that is clear.
func readerSpot(f *yaml.File, c yaml.Comment, before, after int) (spot, bool) {
	text := f.Source.Text
	switch line := strings.Trim(text[lineStart(text, c.Start):c.Start], " \t\ufeff"); {
	case line == "":
		return spot{int32(after), false}, after < len(f.Nodes)
	case before == noOwner, line[0] == '%', line[0] == ':', strings.HasPrefix(line, "..."), strings.HasSuffix(line, "?"):
		return spot{}, false
	}
	return spot{int32(before), true}, hasRoomBehind(f, c, int32(before))
}

// hasRoomBehind reports whether a comment can go on the line of a node that it stands behind.
func hasRoomBehind(f *yaml.File, c yaml.Comment, i int32) bool {
	n := &f.Nodes[i]
	if n.Kind == yaml.Document { // no, if the comment is behind a scalar that is a document
		return c.Inline
	}
	if n.Kind == yaml.Entry && (isBlock(n) || hasBlockKey(f, i) || hasBreak(f.Source.Text[n.Start:n.Stop])) {
		return false
	}
	value := &f.Nodes[f.Value(i)]
	return c.Start < value.Start || !isBlock(value)
}

func isBlock(n *yaml.Node) bool { return n.Style == yaml.Literal || n.Style == yaml.Folded }

// hasBlockKey reports whether the key of an entry is laid out on lines of its own, the first of which belongs to what is
// inside.
func hasBlockKey(f *yaml.File, i int32) bool {
	return f.Nodes[i].Flags&yaml.ComplexKey != 0 && f.Nodes[i+1].End > i+2
}

// fits reports whether a comment can have a place when the one before it has another: there is one place for a comment
// behind a node, and none above it afterwards.
func fits(s, last spot) bool {
	return s.owner > last.owner || s.owner == last.owner && !last.inline
}

// isRemark reports whether a comment is for readers only.
func isPlainComment(f *yaml.File, c yaml.Comment) bool {
	d := syntax.ReadComment(f, c)
	return !d.IsCode()
}

// starts says where nodes that can own comments begin for a reader. An item of a flow sequence starts with its value, not
// with the bracket or comma before it; an entry with a collection as its key starts with what is in that.
type starts struct {
	f     *yaml.File
	until int   // the owners up to this one
	same  int32 // have the same start, because they are keys in keys
}

// of returns the start of node i. It must be called for one owner after the other.
func (s *starts) of(i int) int32 {
	if i <= s.until {
		return s.same
	}
	for hasBlockKey(s.f, int32(i)) {
		i += 2
		s.until = i
	}
	n := &s.f.Nodes[i]
	s.same = n.Start
	if n.Kind == yaml.Item && s.f.Source.Text[n.Start] != '-' {
		s.same = s.f.Nodes[i+1].Start
	}
	return s.same
}

// canOwn reports whether comments can belong to a node. An implicit document has no line.
func canOwn(n *yaml.Node) bool {
	return n.Kind == yaml.Entry || n.Kind == yaml.Item || n.Kind == yaml.Document && n.Flags&yaml.Implicit == 0
}
