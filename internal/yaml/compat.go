package yaml

// This file implements the wording of faults that users know and search for: the messages of libyaml, of which yaml.v2 is a
// port. They differ from ours in the line they name and in the choice among several true statements, in ways that follow from
// how libyaml works inside. So yaml.v2 reads a text in which a fault was found, for the message only.
//
// Two habits belong to the known messages: a text that does not start with "---" is read behind such a line, which is
// then taken off the line number, and a message without a line stays without.

import (
	"errors"
	"io"
	"strconv"
	"strings"

	yamlv2 "go.yaml.in/yaml/v2"

	"ytt/internal/diag"
)

// maxWorded is the size from which a text is not read a second time, in bytes.
const maxWorded = 1 << 20

// wordConventionally gives the first fault the message that libyaml has for it. Our own stays when libyaml accepts the
// text, or stumbles over something else: something further up, or something that is not about syntax.
func (p *parser) compatMessage() {
	d := p.faults[0]
	text := p.s[p.first:]        // up to the first byte that is not text
	var tooDeep *diag.LimitError // libyaml counts levels differently
	if d.Code == diag.YAMLEncoding || errors.As(d.Err, &tooDeep) || len(text) > maxWorded {
		return
	}
	linesBefore := p.src.Line(int32(p.first)) - 1
	if !startsDocument(text) {
		text = "---\n" + text
		linesBefore--
	}
	problem := libyamlError(text)
	last := len(p.faults) - 1
	if bad := p.faults[last]; bad.Code == diag.YAMLEncoding && problem != libyamlError(text+"\x00") {
		// libyaml reads ahead, so it may find a byte that is not text before a fault further up.
		copy(p.faults[1:], p.faults[:last])
		p.faults[0] = bad
		return
	}
	line, message := splitLine(problem)
	if message == "" || strings.HasPrefix(message, "unknown anchor") || line > 0 && line+linesBefore+1 < d.Span.Line() {
		return
	}
	d.Message = "yaml: " + message
	if line > 0 {
		d.Message = "yaml: line " + strconv.Itoa(max(line+linesBefore, 1)) + ": " + message
	}
}

// libyamlError returns the message of yaml.v2 about a text, "" if there is none.
func libyamlError(text string) (message string) {
	defer func() {
		// Whatever happens in there, the problem that we found is to be shown; its message is good enough.
		if recover() != nil {
			message = ""
		}
	}()
	d := yamlv2.NewDecoder(strings.NewReader(text))
	for {
		switch err := d.Decode(&ignored{}); {
		case errors.Is(err, io.EOF):
			return ""
		case err != nil:
			return strings.TrimPrefix(err.Error(), "yaml: ")
		}
	}
}

// ignored takes a document without looking at it.
type ignored struct{}

func (*ignored) UnmarshalYAML(func(any) error) error { return nil }

// splitLine takes a message apart: "line 3: did not find expected key". The line is 0 if there is none, which means the first.
func splitLine(problem string) (line int, message string) {
	if rest, ok := strings.CutPrefix(problem, "line "); ok {
		if digits, message, ok := strings.Cut(rest, ": "); ok {
			if line, err := strconv.Atoi(digits); err == nil {
				return line, message
			}
		}
	}
	return 0, problem
}

// startsDocument reports whether "---" is the first word of a text.
func startsDocument(s string) bool {
	s = strings.TrimLeft(s, " \t\r\n")
	return isMarker(s, 0, '-')
}
