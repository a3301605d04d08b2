package command_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"ytt/internal/command"
	"ytt/internal/golden"
)

// This file tests reading and explaining command lines, with a program that has one of everything.

// demo is what the command line of the program sets.
type demo struct {
	strict, dry bool
	color       string
	files       []string
	forms       []string
	dir, mark   string
}

func (d *demo) flags() []command.Flag {
	return []command.Flag{
		{Name: "file", Short: "f", Arg: "NAME=PATH", Group: "Inputs", Help: "A file. Or two.", Texts: &d.files},
		{Name: "form", Short: "o", Arg: "FORM", Group: "Outputs", Help: "How to print.", List: &d.forms, Default: "yaml",
			Values: func() []string { return []string{"json", "yaml", "yaml-lines"} }},
		{Name: "color", Short: "c", Arg: "WHEN", Group: "Outputs", Help: "When to use colours.", Text: &d.color, Default: "auto",
			Values: func() []string { return []string{"always", "auto", "never"} }},
		{Name: "into", Arg: "DIR", Group: "Outputs", Help: "Where to print.", Text: &d.dir},
		{Name: "mark", Arg: "PATH:MARK", Group: "Outputs", Help: "What to say of a path, with an explanation that is longer than a line can be.",
			Text: &d.mark, Complete: completeMark},
		{Name: "strict", Short: "s", Group: "Rules", Help: "Be strict.", Switch: &d.strict},
		{Name: "dry", Short: "d", Group: "Rules", Help: "Do nothing.", Switch: &d.dry},
	}
}

func completeMark(typed string) command.Completion {
	path, _, marking := strings.Cut(typed, ":")
	if !marking {
		return command.Completion{Directive: command.BeginsFiles}
	}
	return command.Completion{Words: []string{path + ":path=", path + ":text", path + ":data"}, Directive: command.WordsOnly}
}

// program returns the program, which prints what it is told.
func program(out *strings.Builder) *command.Program {
	d := &demo{}
	run := func(name string) func(context.Context, command.Call) error {
		return func(_ context.Context, call command.Call) error {
			_, err := fmt.Fprintf(out, "%s %+v %q\n", name, *d, call.Args)
			return err
		}
	}
	p := &command.Program{
		Main:    command.Command{Name: "demo", About: "Shows what is possible.", Notes: "That is all.", Flags: d.flags, Run: run("demo")},
		Version: "demo 1.0",
		Stdout:  out,
	}
	p.Main.Examples = func() []command.Example {
		return []command.Example{{Line: "demo -f x", Purpose: "one file"}, {Line: "demo -f x -f y", Purpose: "two files"}}
	}
	p.Commands = []command.Command{
		p.Completion(),
		p.Help(),
		{Name: "list", Aliases: []string{"ls"}, Summary: "List things", Args: "[THING…]", Flags: func() []command.Flag { return d.flags()[5:] }, Run: run("list")},
		{Name: "plain", Summary: "Do nothing", Run: run("plain")},
	}
	return p
}

// outcome runs the program and returns what it prints, or what is wrong.
func outcome(args ...string) string {
	var out strings.Builder
	if err := program(&out).Run(context.Background(), args); err != nil {
		return err.Error() + "\n"
	}
	return out.String()
}

func TestRun(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", `demo {strict:false dry:false color:auto files:[] forms:[yaml] dir: mark:} []`},
		{"-f a --file b --file=c -fd -f=e", `demo {strict:false dry:false color:auto files:[a b c d e] forms:[yaml] dir: mark:} []`},
		{"-sd --strict=false", `demo {strict:false dry:true color:auto files:[] forms:[yaml] dir: mark:} []`},
		{"-sfa -dc never -s=0", `demo {strict:false dry:true color:never files:[a] forms:[yaml] dir: mark:} []`},
		{`-o json -o a,b -o "c,""d",e -o f"g`, `demo {strict:false dry:false color:auto files:[] forms:[json a b c,"d e f"g] dir: mark:} []`},
		{"--color= --into -f", `demo {strict:false dry:false color: files:[] forms:[yaml] dir:-f mark:} []`},
		{"-f --strict -f --", `demo {strict:false dry:false color:auto files:[--strict --] forms:[yaml] dir: mark:} []`},

		{"list", `list {strict:false dry:false color: files:[] forms:[] dir: mark:} []`},
		{"ls a -s b - -- -d", `list {strict:true dry:false color: files:[] forms:[] dir: mark:} ["a" "b" "-" "-d"]`},
		{"-s list a", `list {strict:true dry:false color: files:[] forms:[] dir: mark:} ["a"]`},
		{"-f list -c ls", `demo {strict:false dry:false color:ls files:[list] forms:[yaml] dir: mark:} []`},
		{"-sf list plain", `unknown shorthand flag: 's' in -sf`},
		{"--no-such=1 list", `unknown flag: --no-such`},
		{"-- list", `command 'demo' does not accept extra arguments 'list'`},
		{"a b", `command 'demo' does not accept extra arguments 'a b'`},
		{"plain a", `command 'demo plain' does not accept extra arguments 'a'`},

		{"--nope=1", "unknown flag: --nope"},
		{"-sxd", "unknown shorthand flag: 'x' in -xd"},
		{"-é", "unknown shorthand flag: 'é' in -é"},
		{"-s=", "unknown shorthand flag: '=' in -="},
		{"--file", "flag needs an argument: --file"},
		{"-sf", "flag needs an argument: 'f' in -f"},
		{"--strict=perhaps", `invalid argument "perhaps" for "-s, --strict" flag: strconv.ParseBool: parsing "perhaps": invalid syntax`},
		{`-o "a,b`, `invalid argument "\"a,b" for "-o, --form" flag: an element in quotes must end with them`},
		{`-o "a"b`, `invalid argument "\"a\"b" for "-o, --form" flag: an element in quotes must end with them`},
		{"---x", "bad flag syntax: ---x"},
		{"--=x", "bad flag syntax: --=x"},
		{"--nope --help", "unknown flag: --nope"},

		{"--version", "demo 1.0"},
		{"--version=false --dry", `demo {strict:false dry:true color:auto files:[] forms:[yaml] dir: mark:} []`},
		{"plain --version", "unknown flag: --version"},
		{"help nope", "there is no help about 'nope'"},
		{"help plain nope", "there is no help about 'plain nope'"},
		{"completion bash nope", "command 'demo completion' does not accept extra arguments 'nope'"},
	} {
		golden.Diff(t, c.args, c.want+"\n", outcome(strings.Fields(c.args)...))
	}
}

func TestErrors(t *testing.T) {
	var out strings.Builder
	p := program(&out)
	var unknown *command.UnknownFlag
	if err := p.Run(t.Context(), []string{"list", "-x"}); !errors.As(err, &unknown) {
		t.Fatalf("unexpected: %v", err)
	}
	golden.Diff(t, "unknown flag", "demo list strict dry help", unknown.Command+" "+strings.Join(unknown.Known, " "))
	var extra *command.UnexpectedArguments
	if err := p.Run(t.Context(), []string{"x"}); !errors.As(err, &extra) {
		t.Fatalf("unexpected: %v", err)
	}
	golden.Diff(t, "unexpected word", "demo completion help list plain", extra.Command+" "+strings.Join(extra.Known, " "))
}

func TestHelp(t *testing.T) {
	for command, want := range map[string]string{
		"--help": `Shows what is possible.

Usage:
  demo [flags]
  demo COMMAND [flags]

Examples:
  demo -f x       # one file
  demo -f x -f y  # two files

Commands:
  completion   Print a script that lets a shell complete command lines
  list         List things
  plain        Do nothing

Inputs:
  -f, --file NAME=PATH            A file. Or two. Repeatable.

Outputs:
  -o, --form FORM                 How to print. Repeatable.
  -c, --color WHEN                When to use colours.
      --into DIR                  Where to print.
      --mark PATH:MARK            What to say of a path, with an explanation that is longer than a
                                  line can be.

Rules:
  -s, --strict                    Be strict.
  -d, --dry                       Do nothing.

Other:
  -h, --help                      Print this help.
      --version                   Print the version.

That is all.
`,
		"list -h": `List things

Usage:
  demo list [THING…] [flags]

Rules:
  -s, --strict                    Be strict.
  -d, --dry                       Do nothing.

Other:
  -h, --help                      Print this help.
`,
		"help help": `Explain demo or one of its commands

Usage:
  demo help [COMMAND]

Other:
  -h, --help                      Print this help.
`,
	} {
		golden.Diff(t, command, want, outcome(strings.Fields(command)...))
	}
	help := outcome("completion", "--help")
	if !strings.Contains(help, `eval "$(demo completion bash)"`) || strings.Contains(help, "PROGRAM") {
		t.Errorf("completion --help:\n%s", help)
	}
	for _, same := range []string{"completion", "completion tcsh", "completion bash --help", "help completion fish"} {
		golden.Diff(t, same, help, outcome(strings.Fields(same)...))
	}
}

func TestMain(m *testing.M) {
	if os.Getenv("COMMAND_DEMO") != "" { // called by a shell as the program
		fmt.Print(outcome(os.Args[1:]...))
		return
	}
	os.Exit(m.Run())
}
