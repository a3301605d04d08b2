package yaml

// This file implements the wording of faults that users know: the messages of libyaml. They differ from ours in the
// line they name and in the choice among several true statements, in ways that follow from how libyaml works inside.
// So a port of libyaml, go.yaml.in/yaml/v2, reads a text in which a fault was found, for its message only.
//
// Two habits belong to the known messages: a text that does not start with "---" is read behind such a line, which is
// then taken off the line number, and a message without a line stays without.

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	libyaml "go.yaml.in/yaml/v2"
)

// maxConventional is the size from which a text is not read a second time, in bytes.
const maxConventional = 4 << 20

// wordConventionally gives the first fault the message that libyaml has for it. Our own stays when libyaml accepts the
// text, or stumbles over something else: something further up, or something that is not about syntax.
func (p *parser) wordConventionally() {
	d := p.faults[0]
	if strings.HasSuffix(d.Message, tooDeep) {
		return // libyaml counts differently
	}
	text := p.src.Text[p.first:p.limit]
	if len(text) > maxConventional {
		return
	}
	before := p.src.Line(int32(p.first)) - 1 // lines that are not part of the text
	if !startsDocument(text) {
		text = "---\n" + text
		before--
	}
	problem, line := libyamlFault(text)
	if last := len(p.faults) - 1; p.faults[last].Message == "yaml: "+problem {
		// libyaml reads ahead, so it may find a byte that is not text before a fault further up.
		bad := p.faults[last]
		copy(p.faults[1:], p.faults[:last])
		p.faults[0] = bad
		return
	}
	if problem == "" || !isSyntax(problem) || line > 0 && line+before+1 < d.Span.Line() {
		return
	}
	if line == 0 {
		d.Message = "yaml: " + problem
		return
	}
	d.Message = "yaml: line " + strconv.Itoa(max(line+before, 1)) + ": " + problem
}

// startsDocument reports whether "---" is the first word of a text.
func startsDocument(s string) bool {
	s = strings.TrimLeft(s, " \t\r\n")
	return isMarker(s, 0, '-')
}

// isSyntax reports whether libyaml's message is about the grammar that it shares with us.
func isSyntax(problem string) bool {
	for _, other := range []string{"unknown anchor", "anchor '", "found incompatible YAML document", "found unknown directive name"} {
		if strings.HasPrefix(problem, other) {
			return false
		}
	}
	return true
}

// libyamlFault returns libyaml's message about a text and the line it names, counted as it counts; "" when it finds
// no fault, 0 when it names no line.
func libyamlFault(text string) (problem string, line int) {
	defer func() {
		// A bug of the library in broken input must not become a crash of ours: without its message there is ours.
		if r := recover(); r != nil {
			problem, line = "", 0
		}
	}()
	decoder := libyaml.NewDecoder(strings.NewReader(text))
	var err error
	for err == nil {
		err = decoder.Decode(&ignored{})
	}
	if errors.Is(err, io.EOF) {
		return "", 0
	}
	problem = strings.TrimPrefix(err.Error(), "yaml: ")
	if n, _ := fmt.Sscanf(problem, "line %d:", &line); n == 1 {
		_, problem, _ = strings.Cut(problem, ": ")
	}
	return problem, line
}

// ignored is a value that takes a document without looking at it.
type ignored struct{}

func (*ignored) UnmarshalYAML(func(any) error) error { return nil }
