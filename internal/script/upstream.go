package script

import (
	"strconv"
	"strings"

	"ytt/internal/diag"
)

// This file reads upstream's errors, which are a position and a text: neither the parser, nor the resolver, nor the
// interpreter has types or codes for its errors. Nothing outside of this file and the table of hints looks at such a text.

// upstreamKind is what a message of upstream means, as far as it is treated in a way of its own.
type upstreamKind byte

const (
	otherMessage    upstreamKind = iota
	badOctal                     // an octal escape that is too big; detail is the escape
	wantsName                    // there is something else where a name must be
	gotPass                      // the "pass" that is put behind a header was unexpected; detail is what was expected
	missingColon                 // the line ends where a colon must be
	gotCloser                    // there is a ")" where something else must be, which detail is
	gotNewline                   // the line ends where something else must be
	behindToken                  // the position is the end of the token at fault, not its start
	unknownName                  // detail is the name
	wantsOperand                 // detail is the token that stands where an operand must be
	loadInBlock                  // a load inside of a block
	missingInLoad                // a file does not have a name that is loaded; detail is the name
	memberOfModule               // the same, of a bundled module; detail is the name, module the module's
	binaryOperator               // an operator is not defined for its operands: left, op, right
	missingMember                // a value has no such member; left is its type, detail the name
	noIndex                      // a value has no index; left is its type
	notIterable                  // left is the type
	noLength                     // left is the type
	notCallable                  // left is the type
	missingKey                   // of a map; left is its type
	wrongArguments               // a function does not take the arguments
	requiredBehind               // a parameter without a default stands behind one that has one
	wantsString                  // a function of the library takes a text; left is the type of what it got
	wantsType                    // an argument of a builtin function has another type: left is its type, right the one wanted, detail the parameter's number
	sequenceOfTexts              // the items of what is gone through are texts, and are not taken apart
	fewValues                    // a format has more places than there are values
	manyValues                   // there are more values than places
	unassigned                   // a variable is used in front of its value, or its value is in a block that was not run; detail is the name
)

// operandWanted is what upstream calls an operand.
const operandWanted = "primary expression"

// upstreamMessage is a message that was read.
type upstreamMessage struct {
	kind            upstreamKind
	detail, module  string
	left, op, right string // types of operands, and the operator between them
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
	case "required parameter may not follow optional":
		return is(requiredBehind, "")
	case "not enough arguments for format string":
		return is(fewValues, "")
	case "too many arguments for format string":
		return is(manyValues, "")
	case "got string in sequence assignment":
		return is(sequenceOfTexts, "")
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
			return upstreamMessage{kind: memberOfModule, detail: name, module: module}
		}
		return is(missingInLoad, name)
	}
	if got, ok := strings.CutPrefix(msg, "got "); ok {
		if want, ok := strings.CutPrefix(got, "pass, want"); ok {
			return is(gotPass, strings.TrimPrefix(want, " "))
		}
		if want, ok := strings.CutPrefix(got, "')', want "); ok {
			return is(gotCloser, want)
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
	if read, ok := readRunTime(msg); ok {
		return read
	}
	return is(otherMessage, "")
}

// readRunTime reads a message of the interpreter about a value.
func readRunTime(msg string) (upstreamMessage, bool) {
	if rest, ok := strings.CutPrefix(msg, "unknown binary op: "); ok {
		return readOperator(rest)
	}
	if rest, ok := strings.CutSuffix(msg, " not implemented"); ok {
		return readOperator(rest)
	}
	if of, rest, ok := strings.Cut(msg, " has no ."); ok {
		name, _, _ := strings.Cut(rest, " ")
		return upstreamMessage{kind: missingMember, left: of, detail: name}, true
	}
	if rest, ok := strings.CutPrefix(msg, "unhandled index operation "); ok {
		of, _, _ := strings.Cut(rest, "[")
		return upstreamMessage{kind: noIndex, left: of}, true
	}
	if rest, ok := strings.CutPrefix(msg, "len: value of type "); ok {
		return upstreamMessage{kind: noLength, left: strings.TrimSuffix(rest, " has no len")}, true
	}
	if rest, ok := strings.CutPrefix(msg, "invalid call of non-function ("); ok {
		return upstreamMessage{kind: notCallable, left: strings.TrimSuffix(rest, ")")}, true
	}
	if of, ok := strings.CutSuffix(msg, " value is not iterable"); ok {
		return upstreamMessage{kind: notIterable, left: of}, true
	}
	if rest, ok := strings.CutPrefix(msg, "key "); ok {
		if at := strings.LastIndex(rest, " not in "); at >= 0 {
			return upstreamMessage{kind: missingKey, left: rest[at+len(" not in "):]}, true
		}
	}
	if _, rest, ok := strings.Cut(msg, ": for parameter "); ok {
		number, types, _ := strings.Cut(rest, ": got ")
		if got, want, ok := strings.Cut(types, ", want "); ok {
			return upstreamMessage{kind: wantsType, left: got, right: want, detail: number}, true
		}
	}
	if _, got, ok := strings.Cut(msg, ": expected a string, but was "); ok && !strings.Contains(got, " ") {
		return upstreamMessage{kind: wantsString, left: got}, true
	}
	if name, ok := strings.CutSuffix(msg, " referenced before assignment"); ok {
		return upstreamMessage{kind: unassigned, detail: name[strings.LastIndexByte(name, ' ')+1:]}, true
	}
	if strings.HasPrefix(msg, "function ") && (strings.Contains(msg, " argument")) {
		return upstreamMessage{kind: wrongArguments}, true
	}
	return upstreamMessage{}, false
}

// readOperator reads "string + int".
func readOperator(text string) (upstreamMessage, bool) {
	left, rest, _ := strings.Cut(text, " ")
	op, right, ok := strings.Cut(rest, " ")
	if op == "not" {
		more := ""
		more, right, ok = strings.Cut(right, " ")
		op += " " + more
	}
	return upstreamMessage{kind: binaryOperator, left: left, op: op, right: right}, ok && right != "" && !strings.Contains(right, " ")
}

// readProblem reads the first line of a problem's message.
func readProblem(d *diag.Diagnostic) upstreamMessage {
	first, _, _ := strings.Cut(d.Message, "\n")
	return readUpstream(first)
}

// UnassignedName returns the variable that a problem is about if it was used without a value, "" for other problems.
func UnassignedName(d *diag.Diagnostic) string {
	if read := readProblem(d); read.kind == unassigned {
		return read.detail
	}
	return ""
}

// MissingInLoad returns the name that a problem is about if it was loaded from a file or module that does not have it, "" for other
// problems.
func MissingInLoad(d *diag.Diagnostic) string {
	if read := readProblem(d); read.kind == missingInLoad || read.kind == memberOfModule {
		return read.detail
	}
	return ""
}

// MissingKey returns the key, as it is written in code, that a message is about if a map does not have it.
func MissingKey(message string) (key string, ok bool) {
	if readUpstream(message).kind != missingKey {
		return "", false
	}
	rest := strings.TrimPrefix(message, "key ")
	return rest[:strings.LastIndex(rest, " not in ")], true
}

// IsMissingMember reports whether a problem is that a value has no member of a name.
func IsMissingMember(d *diag.Diagnostic) bool { return readProblem(d).kind == missingMember }

// IsArity reports whether a problem is that a function was called with arguments that it does not take.
func IsArity(d *diag.Diagnostic) bool { return readProblem(d).kind == wrongArguments }

// IsArityError reports whether a function was called with arguments that it does not take.
func IsArityError(err error) bool {
	text := err.Error()
	return strings.HasPrefix(text, "function ") && (strings.Contains(text, " positional argument") || strings.Contains(text, " missing "))
}

// CompatMessage returns the wording of ytt 0.48 for a message that upstream has come to word differently. Code can read it, too.
func CompatMessage(msg string) string {
	switch msg {
	case "floating-point division by zero":
		return "real division by zero"
	case "floating-point modulo by zero":
		return "float modulo by zero"
	}
	if literal, ok := strings.CutPrefix(msg, "invalid float literal: "); ok {
		return "float: strconv.ParseFloat: parsing " + strconv.Quote(literal) + ": invalid syntax"
	}
	return msg
}
