package yaml

// This file implements the wording of faults that users know: the messages of libyaml. They differ from ours in the
// line they name and in the choice among several true statements, in ways that follow from how libyaml works inside.
// So a text in which a fault was found is walked once more as libyaml walks it, for the message only.
//
// Two habits belong to the known messages: a text that does not start with "---" is read behind such a line, which is
// then taken off the line number, and a message without a line stays without.

import (
	"strconv"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/yaml/libyaml"
)

// maxConventional is the size from which a text is not walked a second time, in bytes.
const maxConventional = 4 << 20

// wordConventionally gives the first fault the message that libyaml has for it. Our own stays when libyaml accepts the
// text, or stumbles over something else: something further up, or something that is not about syntax.
func (p *parser) wordConventionally() {
	d := p.faults[0]
	text := p.s[p.first:] // up to the first byte that is not text
	if d.Code == diag.YAMLEncoding || strings.HasSuffix(d.Message, tooDeep) || len(text) > maxConventional {
		return // libyaml counts levels differently
	}
	linesBefore := p.src.Line(int32(p.first)) - 1
	if !startsDocument(text) {
		text = "---\n" + text
		linesBefore--
	}
	fault := libyaml.Find(text)
	last := len(p.faults) - 1
	if bad := p.faults[last]; bad.Code == diag.YAMLEncoding && (fault == nil || fault.Read > len(text)) {
		// libyaml reads ahead, so it may find a byte that is not text before a fault further up.
		copy(p.faults[1:], p.faults[:last])
		p.faults[0] = bad
		return
	}
	if fault == nil || fault.Message == "" || fault.Line > 0 && fault.Line+linesBefore+1 < d.Span.Line() {
		return
	}
	d.Message = "yaml: " + fault.Message
	if fault.Line > 0 {
		d.Message = "yaml: line " + strconv.Itoa(max(fault.Line+linesBefore, 1)) + ": " + fault.Message
	}
}

// startsDocument reports whether "---" is the first word of a text.
func startsDocument(s string) bool {
	s = strings.TrimLeft(s, " \t\r\n")
	return isMarker(s, 0, '-')
}
