package markdown

import "strings"

// This file implements the tree of blocks. The blocks that are open form a path from the document to the last of them. A
// line goes down that path: each block says whether the line belongs to it, and takes the mark that says so, as ">". Where the
// path ends, marks in the line may begin more blocks (starts.go). What is left is text: of the block where the line has
// arrived, or of a new paragraph.
//
//	> - one     quote, list, item, paragraph "one"
//	>   two     quote, list, item, paragraph: the same one
//	three       nothing, but a paragraph is open and this could be its text, so it is ("lazy")
//	> # four    quote; "#" begins a heading, so list, item and paragraph are closed

type kind uint8

const (
	document kind = iota
	quote
	list
	item
	paragraph
	heading
	rule
	indentedCode
	fencedCode
	htmlBlock
)

// block is a node of the tree. Those that hold blocks have children, the others lines.
type block struct {
	kind        kind
	children    []*block
	lines       []string // without what belongs to the blocks around
	first, last int      // numbers of lines: of the first, and of the last that is not blank or is marked as this block's

	level  int      // of a heading
	marker marker   // of an item, and of the first one of a list
	fence  fence    // in front of code
	ends   []string // what ends a block of HTML, in lower case; a blank line if there is nothing
}

// holds reports whether a block may be directly inside of this one.
func (b *block) holds(child *block) bool {
	switch b.kind {
	case document, quote, item:
		return child.kind != item
	case list:
		return child.kind == item && child.marker.sign == b.marker.sign
	}
	return false
}

// text returns the text of a paragraph or a heading.
func (b *block) text() string { return trim(strings.Join(b.lines, "\n")) }

// end returns the number of the last line of a block and what is inside of it.
func (b *block) end() int {
	if n := len(b.children); n > 0 {
		return max(b.last, b.children[n-1].end())
	}
	return b.last
}

// isLoose reports whether blank lines are between the items of a list, or between the blocks of an item.
func (b *block) isLoose() bool {
	for _, it := range b.children {
		if haveGap(it.children) {
			return true
		}
	}
	return haveGap(b.children)
}

func haveGap(blocks []*block) bool {
	for i := 1; i < len(blocks); i++ {
		if blocks[i].first > blocks[i-1].end()+1 {
			return true
		}
	}
	return false
}

// parsed is a text whose blocks are known.
type parsed struct {
	document *block
	targets  targets
}

// blockReader reads a text line by line.
type blockReader struct {
	line
	number  int      // of the line
	open    []*block // the path, from the document on
	targets targets
}

func parse(text string) parsed {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	r := blockReader{open: []*block{{kind: document}}, targets: targets{}}
	for text := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		r.read(text)
	}
	doc := r.open[0]
	r.closeTo(1)
	return parsed{doc, r.targets}
}

func (r *blockReader) tip() *block { return r.open[len(r.open)-1] }

// read gives a line to the blocks that it belongs to.
func (r *blockReader) read(text string) {
	r.number++
	r.line = line{rest: text}
	depth := 1 // how many blocks of the path the line belongs to
	for depth < len(r.open) && r.goesOn(r.open[depth]) {
		depth++
	}
	if depth == len(r.open) && r.tip().isVerbatim() {
		r.addVerbatim()
		return
	}
	// A paragraph that the line does not belong to may take its text, unless the line begins a block.
	inParagraph := r.tip().kind == paragraph
	for r.starts(depth, inParagraph) {
		depth, inParagraph = len(r.open), false
	}
	switch {
	case isBlank(r.rest):
		r.closeTo(depth)
		return
	case !inParagraph:
		r.begin(&block{kind: paragraph}, depth)
	}
	r.add(trimLeft(r.rest))
}

// goesOn reports whether an open block takes the line, and skips the mark that says so.
func (r *blockReader) goesOn(b *block) bool {
	switch b.kind {
	case quote:
		if !r.skipQuoteMark() {
			return false
		}
		b.last = r.number
	case item:
		if isBlank(r.rest) {
			return len(b.children) > 0 // one that begins with two blank lines has nothing inside
		}
		if r.indent() < b.marker.width {
			return false
		}
		r.skip(b.marker.width)
	case heading, rule:
		return false
	case paragraph:
		return !isBlank(r.rest)
	case indentedCode:
		return r.indent() >= tabStop || isBlank(r.rest)
	case htmlBlock:
		return len(b.ends) > 0 || !isBlank(r.rest)
	}
	return true // lists go on as long as their items, fenced code until it is closed
}

// skipQuoteMark skips ">" and a space.
func (r *blockReader) skipQuoteMark() bool {
	indent := r.indent()
	if indent >= tabStop || !strings.HasPrefix(trimLeft(r.rest), ">") {
		return false
	}
	r.skip(indent + 1)
	r.skip(min(r.indent(), 1))
	return true
}

// begin opens a block in the last one of the first blocks of the path, or in the nearest around that may hold it.
func (r *blockReader) begin(b *block, depth int) {
	for r.closeTo(depth); !r.tip().holds(b); r.closeTo(len(r.open) - 1) {
	}
	b.first, b.last = r.number, r.number
	r.tip().children = append(r.tip().children, b)
	r.open = append(r.open, b)
}

// add gives what is left of the line to the last block of the path.
func (r *blockReader) add(text string) {
	r.rest = ""
	b := r.tip()
	b.lines = append(b.lines, text)
	b.last = r.number
}

// isVerbatim reports whether all lines are taken as they are, until the block ends.
func (b *block) isVerbatim() bool {
	return b.kind == indentedCode || b.kind == fencedCode || b.kind == htmlBlock
}

// addVerbatim gives the line to the code or HTML at the end of the path.
func (r *blockReader) addVerbatim() {
	b := r.tip()
	switch b.kind {
	case indentedCode:
		blank := isBlank(r.rest)
		last := b.last
		r.skip(tabStop)
		r.add(r.rest)
		if blank {
			b.last = last
		}
	case fencedCode:
		if b.fence.isClosedBy(&r.line) {
			b.last = r.number
			r.closeTo(len(r.open) - 1)
			return
		}
		r.skip(min(b.fence.indent, r.indent()))
		r.add(r.rest)
	case htmlBlock:
		text := strings.ToLower(r.rest)
		r.add(r.rest)
		if containsAny(text, b.ends) {
			r.closeTo(len(r.open) - 1)
		}
	}
}

func containsAny(text string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// closeTo closes the blocks of the path but for the first ones.
func (r *blockReader) closeTo(depth int) {
	for len(r.open) > depth {
		b := r.tip()
		r.open = r.open[:len(r.open)-1]
		switch b.kind {
		case paragraph:
			r.targets.define(b)
		case indentedCode:
			for isBlank(b.lines[len(b.lines)-1]) { // the first is not
				b.lines = b.lines[:len(b.lines)-1]
			}
		}
	}
}
