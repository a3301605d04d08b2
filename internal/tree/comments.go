package tree

// This file implements what is kept of a written file besides values when somebody wants to see it again: ordinary
// comments, and tags of the author's own (!Ref).
//
// A comment belongs to the node that a reader sees it with. That is not the rule by which code belongs to nodes, which
// goes by lines alone:
//
//	# licence            → the document, because of the empty line, or because code follows
//
//	# the list           → ports
//	ports: [ # all       → ports
//	  80,   # web        → 80, though the comma that begins the next item is on this line
//	  443]
//	# the end            → the document, below

import (
	"fmt"
	"sort"
	"strings"

	"ytt/internal/syntax"
	"ytt/internal/yaml"
)

// Remarks are the comments and tags of a file, by the Document, Entry or Item.
type Remarks struct {
	Comments map[int32][]Comment
	Tags     map[int32]string
}

// RemarkOptions choose what is kept.
type RemarkOptions struct{ Comments, Tags bool }

// ReadRemarks collects the remarks of a file. Code and remarks for readers of templates ("#@", "#!") are none of them.
func ReadRemarks(f *yaml.File, opts RemarkOptions) Remarks {
	var r Remarks
	if opts.Tags {
		r.Tags = ownTags(f)
	}
	if opts.Comments && len(f.Comments) > 0 {
		r.Comments = ownComments(f)
	}
	return r
}

// Notes returns the remarks as notes.
func (r Remarks) Notes() map[int32]*Notes {
	notes := make(map[int32]*Notes, len(r.Comments)+len(r.Tags))
	for i, comments := range r.Comments {
		notes[i] = &Notes{Comments: comments}
	}
	for i, tag := range r.Tags {
		if notes[i] == nil {
			notes[i] = &Notes{}
		}
		notes[i].Tag = tag
	}
	return notes
}

// OwnTag returns the tag of a value if it is not one of YAML's own, as it is printed; "" otherwise.
func OwnTag(f *yaml.File, v int32) string {
	if f.Nodes[v].Flags&yaml.HasProps == 0 {
		return ""
	}
	tag := f.Props[v].Tag
	switch {
	case len(tag) < 2, strings.HasPrefix(tag, "!!"):
		return ""
	case tag[0] != '!', strings.Contains(tag[1:], "!"): // "!a!b" would be read as b of the handle "!a!"
		return "!<" + escapedTag(tag) + ">"
	}
	return escapedTag(tag)
}

// escapedTag returns a tag with escapes for what cannot stand in one, or not everywhere.
func escapedTag(tag string) string {
	var b strings.Builder
	for i := range len(tag) {
		c := tag[i]
		if '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || strings.IndexByte("!-_./:@&=+$~;'()*?", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// FirstOwnTag returns the first value with a tag that is not one of YAML's own, -1 for none.
func FirstOwnTag(f *yaml.File) int32 {
	first := int32(-1)
	for i := range f.Props {
		if f.Nodes[i].Kind != yaml.Entry && OwnTag(f, i) != "" && (first < 0 || i < first) {
			first = i
		}
	}
	return first
}

func ownTags(f *yaml.File) map[int32]string {
	if FirstOwnTag(f) < 0 {
		return nil
	}
	tags := map[int32]string{}
	l := NewLiterals(f, LiteralOptions{}) // finds what aliases stand for
	for i := range f.Nodes {
		switch f.Nodes[i].Kind {
		case yaml.Document, yaml.Entry, yaml.Item:
		default:
			continue
		}
		v := f.Value(int32(i))
		if f.Nodes[v].Kind == yaml.Alias {
			target, ok := l.Target(v)
			if !ok || f.Nodes[target].Kind == yaml.Entry {
				continue
			}
			v = target
		}
		if tag := OwnTag(f, v); tag != "" {
			tags[int32(i)] = tag
		}
	}
	return tags
}

// holder is a node that can have comments, and where it begins for a reader.
type holder struct{ node, start int32 }

func holders(f *yaml.File) []holder {
	var all []holder
	for i := range f.Nodes {
		n := &f.Nodes[i]
		h := holder{int32(i), n.Start}
		switch {
		case n.Flags&yaml.Trailing != 0:
			continue
		case n.Kind == yaml.Document && n.Flags&yaml.Implicit != 0, n.Kind == yaml.Item && f.Source.Text[n.Start] != '-':
			h.start = f.Nodes[i+1].Start
		case n.Kind != yaml.Document && n.Kind != yaml.Entry && n.Kind != yaml.Item:
			continue
		}
		all = append(all, h)
	}
	return all
}

func ownComments(f *yaml.File) map[int32][]Comment {
	all := holders(f)
	found := make(map[int32][]Comment, len(f.Comments))
	isHeader := false  // of the comment behind: does what is above it belong to the document as well?
	aboveCode := false // is the comment behind a line of code?
	for k := len(f.Comments) - 1; k >= 0; k-- {
		c := &f.Comments[k]
		text := strings.TrimRight(f.Source.Text[c.Start:c.Stop], " \t\r")
		next := sort.Search(len(all), func(i int) bool { return all[i].start >= c.Start })
		meaning := syntax.ReadComment(f, *c)
		isCode := meaning.Kind != syntax.PlainComment
		comment := Comment{Text: text, Gap: gapBehind(f.Source.Text, int(c.Stop))}
		owner := int32(-1)
		switch {
		case !startsLine(f.Source.Text, int(c.Start)) && next > 0:
			owner, isHeader = all[next-1].node, false
			if f.Nodes[owner].Kind != yaml.Document {
				comment.Place = Behind
			}
		case next < len(all):
			owner = all[next].node
			isHeader = isHeader || comment.Gap || isCode
			if doc := documentOf(f, owner); doc >= 0 && (isHeader || f.Nodes[owner].Kind == yaml.Document) {
				owner = headed(f, owner, doc, isHeader)
				comment.Gap = comment.Gap || aboveCode && owner == doc
			} else {
				isHeader = false
			}
		case len(all) > 0:
			comment.Place = Below
			if owner = lastDocument(f); owner < 0 {
				continue
			}
		}
		aboveCode = isCode && startsLine(f.Source.Text, int(c.Start))
		if !isCode && owner >= 0 {
			found[owner] = append(found[owner], comment)
		}
	}
	for _, comments := range found {
		for i, j := 0, len(comments)-1; i < j; i, j = i+1, j-1 {
			comments[i], comments[j] = comments[j], comments[i]
		}
	}
	return found
}

// documentOf returns the document that a node, perhaps itself, is the first one of; -1 if it is not the first.
func documentOf(f *yaml.File, i int32) int32 {
	switch {
	case f.Nodes[i].Kind == yaml.Document:
		return i
	case i >= 2 && f.Nodes[i-2].Kind == yaml.Document:
		return i - 2
	}
	return -1
}

// headed returns the owner of a comment above the first node of a document: a heading is the document's. Above an implicit
// document, what is no heading belongs to its first node.
func headed(f *yaml.File, owner, doc int32, isHeader bool) int32 {
	if isHeader || f.Nodes[doc].Flags&yaml.Implicit == 0 && owner == doc {
		return doc
	}
	if first := doc + 2; owner == doc && first < f.Nodes[doc].End && f.Nodes[doc+1].Style != yaml.Flow {
		return first
	}
	return owner
}

func lastDocument(f *yaml.File) int32 {
	for k := len(f.Docs) - 1; k >= 0; k-- {
		if f.Nodes[f.Docs[k]].Flags&yaml.Trailing == 0 {
			return f.Docs[k]
		}
	}
	return -1
}

// startsLine reports whether there is nothing but space between a place and the start of its line.
func startsLine(text string, at int) bool {
	rest := strings.TrimRight(text[:at], " \t")
	return rest == "" || rest == "\ufeff" || rest[len(rest)-1] == '\n' || rest[len(rest)-1] == '\r'
}

// gapBehind reports whether the line behind the one that ends at a place is empty.
func gapBehind(text string, at int) bool {
	rest := strings.TrimLeft(text[at:], " \t\r")
	if !strings.HasPrefix(rest, "\n") {
		return false
	}
	line, _, more := strings.Cut(rest[1:], "\n")
	return more && strings.TrimSpace(line) == ""
}
