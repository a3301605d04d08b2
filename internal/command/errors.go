package command

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// This file lists what can be wrong with a command line.

// UnknownFlag is a flag that a command does not have.
type UnknownFlag struct {
	Name    string   // one letter if Letters is set
	Letters string   // of short flags in a group: the letters from the unknown one on
	Command string   // as a person types it
	Known   []string // the names of its flags
}

func (e *UnknownFlag) Error() string {
	if e.Letters == "" {
		return "unknown flag: --" + e.Name
	}
	letter, _ := utf8.DecodeRuneInString(e.Name)
	return fmt.Sprintf("unknown shorthand flag: %q in -%s", letter, e.Letters)
}

// MissingArgument is a flag at the end of the line that needs an argument.
type MissingArgument struct {
	Flag    string // one letter if Letters is set
	Letters string // of short flags in a group: the letters from this one on
}

func (e *MissingArgument) Error() string {
	if e.Letters == "" {
		return "flag needs an argument: --" + e.Flag
	}
	return fmt.Sprintf("flag needs an argument: '%s' in -%s", e.Flag, e.Letters)
}

// InvalidValue is an argument that a flag cannot have.
type InvalidValue struct {
	Flag  *Flag
	Value string
	Err   error
}

func (e *InvalidValue) Error() string {
	name := "--" + e.Flag.Name
	if e.Flag.Short != "" {
		name = "-" + e.Flag.Short + ", " + name
	}
	return fmt.Sprintf("invalid argument %q for %q flag: %v", e.Value, name, e.Err)
}

func (e *InvalidValue) Unwrap() error { return e.Err }

// BadSyntax is what begins as a flag does and cannot be one.
type BadSyntax struct{ Arg string }

func (e *BadSyntax) Error() string { return "bad flag syntax: " + e.Arg }

// UnexpectedArguments are words behind a command that takes none, or too many.
type UnexpectedArguments struct {
	Command string // as a person types it
	Args    []string
	Known   []string // commands of which one may have been meant
}

func (e *UnexpectedArguments) Error() string {
	return fmt.Sprintf("command '%s' does not accept extra arguments '%s'", e.Command, strings.Join(e.Args, " "))
}

// UnknownTopic is something that there is no help about.
type UnknownTopic struct {
	Args  []string
	Known []string // commands
}

func (e *UnknownTopic) Error() string {
	return fmt.Sprintf("there is no help about '%s'", strings.Join(e.Args, " "))
}
