package libyaml

// This file implements the automaton that checks the order of tokens. What it expects next is a state; what it expects
// after a collection, or part of one, waits on a stack.

type state func(*parser)

type parser struct {
	*scanner
	next    state
	after   []state
	began   []mark // the collections around
	handles map[string]bool
	anchors map[string]bool
}

// step does what the state says, and reports whether there is more to do.
func (p *parser) step() bool {
	if p.next == nil {
		p.next = (*parser).firstDocument
	}
	next := p.next
	p.next = nil
	next(p)
	return p.next != nil && p.fault == nil
}

// pop goes on with what waits.
func (p *parser) pop() {
	last := len(p.after) - 1
	p.next = p.after[last]
	p.after = p.after[:last]
}

func (p *parser) is(kinds ...kind) bool {
	t := p.peek().kind
	for _, k := range kinds {
		if t == k {
			return true
		}
	}
	return t == none
}

func (p *parser) firstDocument() { p.document(true) }
func (p *parser) laterDocument() { p.document(false) }

// document reads up to the contents of a document. Only the first may do without "---".
func (p *parser) document(first bool) {
	for !first && p.peek().kind == documentEnd {
		p.take()
	}
	p.handles = map[string]bool{"!": true, "!!": true}
	p.anchors = map[string]bool{}
	switch {
	case p.is(streamEnd):
		return
	case first && !p.is(versionDirective, tagDirective, documentStart):
		p.after = append(p.after, (*parser).endDocument)
		p.blockNode()
		return
	}
	p.directives()
	if t := p.peek(); t.kind != documentStart {
		p.failParsing(mark{}, t, "did not find expected <document start>")
		return
	}
	p.take()
	p.after = append(p.after, (*parser).endDocument)
	p.next = (*parser).content
}

func (p *parser) directives() {
	version, given := false, map[string]bool{}
	for p.fault == nil {
		t := p.peek()
		switch t.kind {
		case versionDirective:
			if version {
				p.failParsing(mark{}, t, "found duplicate %YAML directive")
			}
			if version = true; t.text != "1.1" {
				p.giveUp()
			}
		case tagDirective:
			if given[t.text] {
				p.failParsing(mark{}, t, "found duplicate %TAG directive")
			}
			given[t.text], p.handles[t.text] = true, true
		default:
			return
		}
		p.take()
	}
}

func (p *parser) content() {
	if p.is(versionDirective, tagDirective, documentStart, documentEnd, streamEnd) {
		p.pop()
		return
	}
	p.blockNode()
}

func (p *parser) endDocument() {
	if p.peek().kind == documentEnd {
		p.take()
	}
	p.next = (*parser).laterDocument
}

func (p *parser) blockNode()  { p.node(true, false) }
func (p *parser) mappedNode() { p.node(true, true) } // the key or the value of a block mapping
func (p *parser) flowNode()   { p.node(false, false) }

// node reads a node, or the start of a collection. Where an entry of a mapping is expected, a block sequence need not be indented.
func (p *parser) node(block, inMapping bool) {
	start := p.peek().start
	if t := p.peek(); t.kind == alias {
		if !p.anchors[t.text] {
			p.giveUp()
		}
		p.take()
		p.pop()
		return
	}
	hasProperties := p.properties(start)
	t := p.peek()
	switch {
	case t.kind == none:
	case inMapping && t.kind == blockEntry:
		p.next = (*parser).sameIndent
	case t.kind == scalar:
		p.take()
		p.pop()
	case t.kind == flowSequenceStart:
		p.begin((*parser).firstFlowItem)
	case t.kind == flowMappingStart:
		p.begin((*parser).firstFlowKey)
	case block && t.kind == blockSequenceStart:
		p.begin((*parser).blockItem)
	case block && t.kind == blockMappingStart:
		p.begin((*parser).blockKey)
	case hasProperties:
		p.pop()
	default:
		p.failParsing(start, t, "did not find expected node content")
	}
}

// properties reads an anchor and a tag, in any order, of the node that starts at a mark.
func (p *parser) properties(start mark) (some bool) {
	var undefined *token
	hasAnchor, hasTag := false, false
	for t := p.peek(); t.kind == anchor && !hasAnchor || t.kind == tag && !hasTag; t = p.peek() {
		if t.kind == anchor {
			hasAnchor = true
			p.anchors[t.text] = true
		} else if hasTag = true; t.text != "" && !p.handles[t.text] {
			undefined = &t
		}
		p.take()
	}
	if undefined != nil {
		p.failParsing(start, *undefined, "found undefined tag handle")
	}
	return hasAnchor || hasTag
}

// begin enters a collection.
func (p *parser) begin(first state) {
	p.began = append(p.began, p.peek().start)
	p.take()
	p.next = first
}

// end leaves a collection.
func (p *parser) end() {
	p.take()
	p.began = p.began[:len(p.began)-1]
	p.pop()
}

func (p *parser) failInside(message string) {
	p.failParsing(p.began[len(p.began)-1], p.peek(), message)
}

// then reads a node, unless a token is next that shows that it is left out, and goes on with a state.
func (p *parser) then(after, node state, unless ...kind) {
	if p.is(unless...) {
		p.next = after
		return
	}
	p.after = append(p.after, after)
	node(p)
}

func (p *parser) blockItem() {
	switch p.peek().kind {
	case blockEntry:
		p.take()
		p.then((*parser).blockItem, (*parser).blockNode, blockEntry, blockEnd)
	case blockEnd:
		p.end()
	default:
		p.failInside("did not find expected '-' indicator")
	}
}

// sameIndent reads the items of a sequence that is not indented further than the key in front of it.
func (p *parser) sameIndent() {
	if p.peek().kind != blockEntry {
		p.pop()
		return
	}
	p.take()
	p.then((*parser).sameIndent, (*parser).blockNode, blockEntry, key, value, blockEnd)
}

func (p *parser) blockKey() {
	switch p.peek().kind {
	case key:
		p.take()
		p.then((*parser).blockValue, (*parser).mappedNode, key, value, blockEnd)
	case blockEnd:
		p.end()
	default:
		p.failInside("did not find expected key")
	}
}

func (p *parser) blockValue() {
	if p.peek().kind != value {
		p.next = (*parser).blockKey
		return
	}
	p.take()
	p.then((*parser).blockKey, (*parser).mappedNode, key, value, blockEnd)
}

func (p *parser) firstFlowItem() { p.flowItem(true) }
func (p *parser) laterFlowItem() { p.flowItem(false) }

func (p *parser) flowItem(first bool) {
	if !p.is(flowSequenceEnd) && !first {
		if p.peek().kind != flowEntry {
			p.failInside("did not find expected ',' or ']'")
			return
		}
		p.take()
	}
	switch {
	case p.peek().kind == key:
		p.take()
		p.next = (*parser).pairKey
	case p.is(flowSequenceEnd):
		p.end()
	default:
		p.after = append(p.after, (*parser).laterFlowItem)
		p.flowNode()
	}
}

// pairKey reads the key of a mapping of one entry that is an item.
func (p *parser) pairKey() {
	if p.is(value, flowEntry, flowSequenceEnd) {
		p.take() // libyaml loses this token
		p.next = (*parser).pairValue
		return
	}
	p.after = append(p.after, (*parser).pairValue)
	p.flowNode()
}

func (p *parser) pairValue() {
	if p.peek().kind != value {
		p.next = (*parser).laterFlowItem
		return
	}
	p.take()
	p.then((*parser).laterFlowItem, (*parser).flowNode, flowEntry, flowSequenceEnd)
}

func (p *parser) firstFlowKey() { p.flowKey(true) }
func (p *parser) laterFlowKey() { p.flowKey(false) }

func (p *parser) flowKey(first bool) {
	if !p.is(flowMappingEnd) && !first {
		if p.peek().kind != flowEntry {
			p.failInside("did not find expected ',' or '}'")
			return
		}
		p.take()
	}
	switch {
	case p.peek().kind == key:
		p.take()
		p.then((*parser).flowValue, (*parser).flowNode, value, flowEntry, flowMappingEnd)
	case p.is(flowMappingEnd):
		p.end()
	default:
		p.after = append(p.after, (*parser).laterFlowKey)
		p.flowNode()
	}
}

func (p *parser) flowValue() {
	if p.peek().kind != value {
		p.next = (*parser).laterFlowKey
		return
	}
	p.take()
	p.then((*parser).laterFlowKey, (*parser).flowNode, flowEntry, flowMappingEnd)
}
