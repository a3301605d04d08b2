// Package command reads command lines as GNU programs have them, explains them, and completes them in shells.
//
// A Program is its commands; a Command is what it is called, what it does, and a table of flags, each of which sets a
// variable. Run finds the command, sets the variables and calls it; --help, the commands "help" and "completion", and
// the completion of words in a shell are made from the same tables.
//
//	--name value   --name=value   -n value   -nvalue   -n=value   flags with an argument
//	--switch   --switch=false   -s   -st   -stn value             switches, and groups of short flags
//	--                                                            what follows is no flag
//
// Flags and words may come in any order, and flags of a command even before its name.
//
// A program that is called a thousand times reads a thousand command lines, so nothing is made before it is needed: only
// the table of the command that runs, no index of it (a short table is searched faster than an index is built), no texts
// of help. What is wrong with a command line is an error of one of the types in errors.go.
package command

import (
	"context"
	"io"
	"slices"
	"strings"
)

// Program is a program with commands.
type Program struct {
	Main     Command   // what runs when no command is named; its name is that of the program
	Commands []Command // in the order of the help
	Version  string    // what --version prints
	Stdout   io.Writer
	Width    int // columns of the terminal, 0 if unknown
}

// Command is something that a program can do.
type Command struct {
	Name     string
	Aliases  []string
	Summary  string // half a sentence for the list of commands
	About    string // what the help begins with; the summary if empty
	Examples func() []Example
	Notes    string // what the help ends with
	Unlisted bool   // not in the list of commands

	Flags func() []Flag   // nil for none
	Args  string          // what its arguments are called, "" if it takes none
	Words func() []string // arguments that it knows, nil for none
	Run   func(context.Context, Call) error
}

// Example is a command line and what it is good for.
type Example struct{ Line, Purpose string }

// Call is what a command is called with.
type Call struct {
	Args  []string
	Flags []Flag
}

// Given reports whether a flag is on the command line.
func (c *Call) Given(name string) bool {
	f := lookup(c.Flags, name)
	return f != nil && f.given
}

// placeholder stands for the name of the program in texts of this package.
const placeholder = "PROGRAM"

// Run runs what a command line, without the name of the program, asks for.
func (p *Program) Run(ctx context.Context, args []string) error {
	if len(args) > 0 && (args[0] == completing || args[0] == completingBare) {
		return p.print(p.complete(args[1:], args[0] == completing))
	}
	l := p.find(args)
	words, err := l.parse()
	switch {
	case err != nil:
		return err
	case l.help:
		return p.explain(l.command)
	case l.version:
		return p.print(p.Version + "\n")
	case len(words) > 0 && l.command.Args == "":
		return &UnexpectedArguments{Command: p.path(l.command), Args: words, Known: p.known(l.command)}
	}
	return l.command.Run(ctx, Call{Args: words, Flags: l.flags})
}

func (p *Program) print(text string) error {
	_, err := io.WriteString(p.Stdout, text)
	return err
}

// line is a command line whose command is known.
type line struct {
	program       *Program
	command       *Command
	scanner       // of what is left without the name of the command
	common        [2]Flag
	help, version bool
}

// line begins to read a command line.
func (p *Program) line(c *Command, args []string) *line {
	l := &line{program: p, command: c}
	l.args = args
	if c.Flags != nil {
		l.flags = c.Flags()
	}
	l.common[0] = Flag{Name: "help", Short: "h", Help: "Print this help.", Switch: &l.help}
	l.common[1] = Flag{Name: "version", Help: "Print the version.", Switch: &l.version}
	l.ofAll = l.common[:]
	if c != &p.Main {
		l.ofAll = l.common[:1]
	}
	return l
}

// parse sets what the flags set, and returns the words. It stops at the first mistake.
func (l *line) parse() (words []string, err error) {
	for i := range l.flags {
		l.flags[i].preset()
	}
	for l.next() {
		if l.err != nil {
			return nil, l.located(l.err)
		}
		if l.flag == nil {
			words = append(words, l.text)
		} else if err := l.flag.set(l.text); err != nil {
			return nil, &InvalidValue{Flag: l.flag, Value: l.text, Err: err}
		}
	}
	return words, nil
}

// located adds to a mistake where it was made.
func (l *line) located(err error) error {
	unknown, ok := err.(*UnknownFlag)
	if !ok {
		return err
	}
	unknown.Command = l.program.path(l.command)
	for _, flags := range [][]Flag{l.flags, l.ofAll} {
		for i := range flags {
			unknown.Known = append(unknown.Known, flags[i].Name)
		}
	}
	return unknown
}

// find finds the command: it is the first word that is not the argument of a flag. A flag that the program does not have
// may be one of the command, and is taken to need an argument.
func (p *Program) find(args []string) *line {
	if len(args) > 0 {
		if c := p.named(args[0]); c != nil {
			return p.line(c, args[1:])
		}
	}
	main := p.line(&p.Main, args)
	for s := main.scanner; s.next(); {
		at := len(args) - len(s.args) // behind what was read
		switch {
		case s.err != nil:
			arg := args[at-1]
			if len(s.args) > 0 && !strings.Contains(arg, "=") && (arg[1] == '-' || len(arg) == 2) {
				s.args = s.args[1:]
			}
		case s.flag == nil:
			c := p.named(s.text)
			if c == nil || s.ended {
				return main
			}
			return p.line(c, slices.Concat(args[:at-1], args[at:]))
		}
	}
	return main
}

// named returns the command of a name, nil if there is none.
func (p *Program) named(name string) *Command {
	for i := range p.Commands {
		if c := &p.Commands[i]; c.Name == name || slices.Contains(c.Aliases, name) {
			return c
		}
	}
	return nil
}

// path is what a person types to call a command.
func (p *Program) path(c *Command) string {
	if c == &p.Main {
		return c.Name
	}
	return p.Main.Name + " " + c.Name
}

// known returns the names that may have been meant by a word behind a command.
func (p *Program) known(c *Command) (names []string) {
	if c == &p.Main {
		for i := range p.Commands {
			names = append(names, p.Commands[i].Name)
		}
	}
	return names
}

// Help returns the command that explains the others.
func (p *Program) Help() Command {
	return Command{
		Name:     "help",
		Summary:  "Explain " + placeholder + " or one of its commands",
		Unlisted: true,
		Args:     "[COMMAND]",
		Words:    func() []string { return p.known(&p.Main) },
		Run: func(_ context.Context, call Call) error {
			c := &p.Main
			if len(call.Args) > 0 {
				c = p.named(call.Args[0])
			}
			if c == nil || len(call.Args) > 1 && !c.knows(call.Args[1:]) {
				return &UnknownTopic{Args: call.Args, Known: p.known(&p.Main)}
			}
			return p.explain(c)
		},
	}
}

// knows reports whether words are arguments of a command, so that its help is about them, too.
func (c *Command) knows(words []string) bool {
	return c.Words != nil && len(words) == 1 && slices.Contains(c.Words(), words[0])
}

// Completion returns the command that prints scripts for shells.
func (p *Program) Completion() Command {
	return Command{
		Name:    "completion",
		Summary: "Print a script that lets a shell complete command lines",
		About:   installation,
		Args:    "bash|zsh|fish|powershell",
		Words:   shells,
		Flags: func() []Flag {
			return []Flag{{Name: "no-descriptions", Group: "Flags", Help: "Leave out what flags and commands are for.", Switch: new(bool)}}
		},
		Run: func(_ context.Context, call Call) error {
			if len(call.Args) == 0 || !slices.Contains(shells(), call.Args[0]) {
				return p.explain(p.named("completion"))
			}
			if len(call.Args) > 1 {
				return &UnexpectedArguments{Command: p.Main.Name + " completion", Args: call.Args[1:]}
			}
			return p.print(script(call.Args[0], p.Main.Name, !call.Given("no-descriptions")))
		},
	}
}
