package command

import (
	"strings"
	"unicode/utf8"
)

// This file implements taking a command line apart.

// scanner goes through arguments. After each call of next, it holds a flag with the text that it is given, or a word, or
// what is wrong.
type scanner struct {
	flags []Flag // of the command
	ofAll []Flag // of all commands

	args    []string // not read yet
	letters string   // of a group of short flags, not read yet
	ended   bool     // the end of flags, "--", has been read

	flag *Flag  // nil for a word
	text string // the word, or what the flag is set to
	err  error
}

// next reads one thing, and reports whether there was one.
func (s *scanner) next() bool {
	s.flag, s.text, s.err = nil, "", nil
	if s.letters != "" {
		s.short()
		return true
	}
	for len(s.args) > 0 {
		arg := s.take()
		switch {
		case s.ended || len(arg) < 2 || arg[0] != '-':
			s.text = arg
		case arg == "--":
			s.ended = true
			continue
		case arg[1] == '-':
			s.long(arg[2:])
		default:
			s.letters = arg[1:]
			s.short()
		}
		return true
	}
	return false
}

func (s *scanner) take() string {
	arg := s.args[0]
	s.args = s.args[1:]
	return arg
}

// long reads "name" or "name=text", which stood behind "--".
func (s *scanner) long(written string) {
	name, text, assigned := strings.Cut(written, "=")
	if name == "" || name[0] == '-' {
		s.err = &BadSyntax{Arg: "--" + written}
		return
	}
	s.flag = s.lookup(name)
	switch {
	case s.flag == nil:
		s.err = &UnknownFlag{Name: name}
	case assigned:
		s.text = text
	case s.flag.Switch != nil:
		s.text = "true"
	case len(s.args) == 0:
		s.err = &MissingArgument{Flag: name}
	default:
		s.text = s.take()
	}
}

// short reads the first flag of a group of letters, which stood behind "-". What follows it is its argument if it takes one.
func (s *scanner) short() {
	letters := s.letters
	_, size := utf8.DecodeRuneInString(letters)
	letter := letters[:size]
	s.letters = letters[size:]
	s.flag = s.lookupShort(letter)
	switch {
	case s.flag == nil:
		s.err = &UnknownFlag{Name: letter, Letters: letters}
		s.letters = ""
	case len(letters) > 2 && letters[1] == '=':
		s.text, s.letters = letters[2:], ""
	case s.flag.Switch != nil:
		s.text = "true"
	case len(letters) > 1:
		s.text, s.letters = letters[1:], ""
	case len(s.args) == 0:
		s.err = &MissingArgument{Flag: letter, Letters: letters}
	default:
		s.text = s.take()
	}
}

func (s *scanner) lookup(name string) *Flag {
	if f := lookup(s.flags, name); f != nil {
		return f
	}
	return lookup(s.ofAll, name)
}

func (s *scanner) lookupShort(letter string) *Flag {
	if f := lookupShort(s.flags, letter); f != nil {
		return f
	}
	return lookupShort(s.ofAll, letter)
}
