package script

import (
	"strings"
)

// This file reads upstream's errors, which are a position and a text: neither the parser, nor the resolver, nor the
// interpreter has types or codes for its errors. Nothing outside of this file and the table of hints looks at such a text.

// upstreamKind is what a message of upstream means, as far as it is treated in a way of its own.
type upstreamKind byte

const (
	otherMessage   upstreamKind = iota
	badOctal                    // an octal escape that is too big; detail is the escape
	wantsName                   // there is something else where a name must be
	gotPass                     // the "pass" that is put behind a header was unexpected; detail is what was expected
	missingColon                // the line ends where a colon must be
	gotNewline                  // the line ends where something else must be
	behindToken                 // the position is the end of the token at fault, not its start
	unknownName                 // detail is the name
	wantsOperand                // detail is the token that stands where an operand must be
	loadInBlock                 // a load inside of a block
	missingInLoad               // a file does not have a name that is loaded; detail is the name
	memberOfModule              // the same, of a bundled module; detail is the name, module the module's
)

// upstreamMessage is a message that was read.
type upstreamMessage struct {
	kind           upstreamKind
	detail, module string
}

// readUpstream reads a message of the parser, the resolver or the interpreter.
func readUpstream(msg string) upstreamMessage {
	is := func(kind upstreamKind, detail string) upstreamMessage {
		return upstreamMessage{kind: kind, detail: detail}
	}
	switch msg {
	case "not an identifier":
		return is(wantsName, "")
	case "got newline, want ':'":
		return is(missingColon, "")
	case "load statement within a conditional", "load statement within a loop":
		return is(loadInBlock, "")
	}
	if rest, ok := strings.CutPrefix(msg, "non-ASCII octal escape "); ok {
		escape, _, _ := strings.Cut(rest, " ")
		return is(badOctal, escape)
	}
	if name, ok := strings.CutPrefix(msg, "undefined: "); ok {
		return is(unknownName, name)
	}
	if rest, ok := strings.CutPrefix(msg, "load: name "); ok {
		name, module, _ := strings.Cut(rest, " not found in module ")
		if module, ok := strings.CutPrefix(module, "@ytt:"); ok && !strings.Contains(module, " ") {
			return upstreamMessage{memberOfModule, name, module}
		}
		return is(missingInLoad, name)
	}
	if got, ok := strings.CutPrefix(msg, "got "); ok {
		if want, ok := strings.CutPrefix(got, "pass, want"); ok {
			return is(gotPass, strings.TrimPrefix(want, " "))
		}
		if strings.HasPrefix(got, "newline") {
			return is(gotNewline, "")
		}
		if token, ok := strings.CutSuffix(got, ", want primary expression"); ok {
			return is(wantsOperand, token)
		}
		return is(behindToken, "")
	}
	if strings.Contains(msg, "does not associate") || strings.HasPrefix(msg, "keyword argument must") ||
		strings.HasPrefix(msg, "first operand of load") {
		return is(behindToken, "")
	}
	return is(otherMessage, "")
}

// IsArityError reports whether a function was called with arguments that it does not take.
func IsArityError(err error) bool {
	text := err.Error()
	return strings.HasPrefix(text, "function ") && (strings.Contains(text, " positional argument") || strings.Contains(text, " missing "))
}

// compatMessage returns the wording of ytt 0.48 for a message that upstream has come to word differently.
func compatMessage(msg string) string {
	switch msg {
	case "floating-point division by zero":
		return "real division by zero"
	case "floating-point modulo by zero":
		return "float modulo by zero"
	}
	return msg
}
