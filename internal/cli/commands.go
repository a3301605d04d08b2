package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ytt"
	"ytt/internal/command"
	"ytt/internal/spell"
)

// This file implements the commands, and what they say when they are called wrongly.

const versionLine = "ytt version " + ytt.LanguageVersion

// program returns the commands.
func (a *app) program() *command.Program {
	p := &command.Program{Main: a.renderCommand(), Version: versionLine, Stdout: a.world.Stdout, Width: a.world.Width}
	p.Main.Name = "ytt"
	template := a.renderCommand()
	template.Name = "template"
	template.Aliases = []string{"t", "tpl"}
	template.Summary = "Render templates; the same as ytt without a command"
	p.Commands = []command.Command{p.Completion(), a.fmtCommand(), p.Help(), template, a.versionCommand()}
	return p
}

const renderHelp = `ytt renders YAML: templates with code in comments (#@), data values that a schema checks, and
overlays that change what others wrote.`

const statusHelp = "Exit status: 0 fine, 1 problems in the input, 2 wrong command line, 3 a mistake of ytt."

func (a *app) renderCommand() command.Command {
	return command.Command{
		About:    renderHelp,
		Examples: renderExamples,
		Notes:    statusHelp,
		Flags:    func() []command.Flag { return flags(&a.settings) },
		Run: func(ctx context.Context, call command.Call) error {
			if err := a.settings.check(call); err != nil {
				return err
			}
			return a.render(ctx)
		},
	}
}

func renderExamples() []command.Example {
	return []command.Example{
		{Line: "ytt -f config/", Purpose: "render a directory"},
		{Line: "ytt -f config/ -v app.name=shop --data-values-file prod.yml", Purpose: "with data values"},
		{Line: "ytt -f vendor/ -f overlays/ --output-files out", Purpose: "change files of others, write files"},
		{Line: "ytt -f config/ --data-values-inspect", Purpose: "see the data values"},
		{Line: "kubectl get cm x -o yaml | ytt -f - -f overlay.yml", Purpose: "as a filter"},
	}
}

func (a *app) versionCommand() command.Command {
	return command.Command{
		Name:    "version",
		Summary: "Print the version",
		Run: func(context.Context, command.Call) error {
			_, err := fmt.Fprintln(a.world.Stdout, versionLine)
			return err
		},
	}
}

// misread makes usage errors, with hints, of what is wrong with a command line. Other errors stay what they are.
func (a *app) misread(err error) error {
	var unknown *command.UnknownFlag
	var missing *command.MissingArgument
	var invalid *command.InvalidValue
	var syntax *command.BadSyntax
	var extra *command.UnexpectedArguments
	var topic *command.UnknownTopic
	switch {
	case errors.As(err, &unknown):
		return &usageError{error: err, hints: []string{flagHint(unknown)}}
	case errors.As(err, &extra):
		return &usageError{error: err, hints: a.wordHints(extra.Args[0], extra.Known)}
	case errors.As(err, &topic):
		return &usageError{error: err, hints: a.wordHints(topic.Args[0], topic.Known)}
	case errors.As(err, &missing), errors.As(err, &invalid), errors.As(err, &syntax):
		return &usageError{error: err}
	}
	return err
}

// wordHints says what to do about a word that is no command; perhaps it is a file, or misspelled.
func (a *app) wordHints(word string, commands []string) []string {
	if near := spell.Nearest(word, commands); near != "" {
		return []string{"did you mean 'ytt " + near + "'?"}
	}
	if a.world.System != nil && a.world.System.FS != nil {
		if _, missing := a.world.System.FS.Stat(word); missing == nil {
			return []string{"files are given with -f: 'ytt -f " + word + "'"}
		}
	}
	return nil
}

// flagHint says what to do about an unknown flag.
func flagHint(e *command.UnknownFlag) string {
	name := e.Name
	if e.Letters != "" {
		name = e.Letters // "-file" is read as the flags f, i, l and e
	}
	if slices.Contains(e.Known, name) {
		return "did you mean --" + name + "?"
	}
	if near := spell.Nearest(name, e.Known); near != "" {
		return "did you mean --" + near + "?"
	}
	return "'" + e.Command + " --help' lists the flags"
}

// maxIndent is the widest indentation of JSON.
const maxIndent = 16

// check finds flags of rendering that are wrong by themselves or do not go together, and puts the others where they belong.
func (s *settings) check(call command.Call) error {
	if err := checkValues(call.Flags); err != nil {
		return err
	}
	s.opts.Version12 = s.yamlVersion == "1.2"
	if s.outputStyle == "faithful" {
		s.opts.OutputStyle = ytt.FaithfulStyle
	}
	if n, err := strconv.Atoi(s.jsonIndent); err == nil && n >= 0 && n <= maxIndent {
		s.opts.JSONIndent = n
	} else {
		return usage("--json-indent needs a number from 0 to %d, not '%s'", maxIndent, s.jsonIndent)
	}
	if s.emptiedDir == "" && call.Given("dangerous-emptied-output-directory") {
		s.emptiedDir = "." // which is refused
	}
	if s.opts.Library != "" && !s.valuesInspect && !s.schemaInspect {
		return usage("--library needs --data-values-inspect or --data-values-schema-inspect")
	}
	if s.force && s.emptiedDir == "" {
		return usage("--dangerous-force-emptying does nothing without --dangerous-emptied-output-directory")
	}
	return nil
}

// checkValues finds a flag that is given another text than those that it can have.
func checkValues(flags []command.Flag) error {
	for i := range flags {
		if f := &flags[i]; f.Given() && f.Text != nil && *f.Text != "" && f.Values != nil {
			if err := checkValue(f, *f.Text); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkValue(f *command.Flag, text string) error {
	all := f.Values()
	if slices.Contains(all, text) {
		return nil
	}
	err := &usageError{error: fmt.Errorf("unknown value '%s' of --%s, expected one of %s", text, f.Name, strings.Join(all, ", "))}
	if near := spell.Nearest(text, all); near != "" {
		err.hints = []string{"did you mean " + near + "?"}
	}
	return err
}

// guess finds out how to report a command line that cannot be read to its end.
func (s *settings) guess(args []string) {
	for i, arg := range args {
		name, value, assigned := strings.Cut(arg, "=")
		if !assigned && i+1 < len(args) {
			value, assigned = args[i+1], true
		}
		switch {
		case !assigned:
		case name == "--diagnostics":
			s.diagnostics = value
		case name == "--color":
			s.color = value
		}
	}
}
