// Package libyaml knows the words in which libyaml, and so the programs built on it, refuses a text that is not YAML.
//
// People have learnt these messages, and search for them. They follow from how libyaml works: from what it takes for a
// key before it has seen the ":", from what it has read ahead, and from which of two places it remembers. So the text
// is walked as libyaml walks it: a scanner (scan.go, scalars.go) makes tokens of it, among them the starts and ends of
// collections that only indentation shows, and a pushdown automaton (parse.go) checks their order. Nothing is made of
// the text besides the message. Package yaml, which reads texts to use them, asks for it after it has found a fault.
//
// Tests hold this against a port of libyaml. The port is not used itself, because a program that contains it compiles its
// regular expressions and fills its tables at every start.
package libyaml

import "cmp"

// A Fault is why libyaml does not read a text to its end.
type Fault struct {
	// Message is libyaml's, without the line: "did not find expected key". It is empty when the reason is not one of grammar:
	// an unknown directive or version, an alias without anchor.
	Message string
	// Line is the line that libyaml names, counted from 1; 0 if it names none, which it does when it means the first.
	Line int
	// Read is how many bytes libyaml has read at least when it notices.
	Read int
}

// Find returns the first fault of a text; nil if there is none. The text must consist of characters that YAML allows.
func Find(text string) *Fault {
	p := parser{scanner: newScanner(text)}
	for p.step() {
	}
	return p.fault
}

// chunk is how many bytes libyaml reads at a time.
const chunk = 512

// mark is a place in a text.
type mark struct{ offset, line, column int } // the line and the column, in characters, from 0

// failScanning ends everything: the scanner found something wrong at the current place, inside of what began at a mark. The
// first call counts.
func (s *scanner) failScanning(began mark, message string) { s.fail(began, s.at, message, 1) }

// failParsing ends everything: a token is wrong, in the collection that began at a mark.
func (s *scanner) failParsing(began mark, t token, message string) {
	s.fail(began, t.start, message, 0)
}

// fail notes a fault. It names the line where it is noticed or, if that is the first, the line of what began. The scanner counts
// from one, the parser from zero.
func (s *scanner) fail(began, at mark, message string, first int) {
	if s.fault != nil {
		return
	}
	line := cmp.Or(at.line, began.line)
	if line > 0 {
		line += first
	}
	s.fault = &Fault{Message: message, Line: line, Read: (s.at.offset + lookahead + chunk - 1) / chunk * chunk}
}

// giveUp ends everything without a fault of grammar.
func (s *scanner) giveUp() { s.fail(mark{}, mark{}, "", 0) }
