package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ytt"
	"ytt/internal/report"
)

// This file implements the checks of flags, and the hints for wrong command lines.

// usageError is a wrong command line, with what to do about it.
type usageError struct {
	error
	hints []string
	usage string   // of the command; "" leaves it out
	code  ytt.Code // wrongUsage when empty
}

// problem returns the mistake as it is reported.
func (e *usageError) problem() *ytt.Diagnostic {
	d := &ytt.Diagnostic{Code: cmp.Or(e.code, wrongUsage), Message: e.Error(), Hints: e.hints}
	if e.usage != "" {
		d.Notes = []ytt.Note{{Message: e.usage}}
	}
	return d
}

func usage(format string, args ...any) error { return &usageError{error: fmt.Errorf(format, args...)} }

// flagError adds a hint to what pflag says about a flag.
func flagError(c *cobra.Command, err error) error {
	wrong := &usageError{error: err}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		wrong.hints = []string{unknownFlagHint(c, unknown)}
	}
	return withUsage(c, wrong)
}

func unknownFlagHint(c *cobra.Command, unknown *pflag.NotExistError) string {
	name := unknown.GetSpecifiedName()
	if letters := unknown.GetSpecifiedShortnames(); letters != "" {
		name = letters // "-file" is read as the flags f, i, l and e
	}
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	if slices.Contains(known, name) {
		return "did you mean --" + name + "?"
	}
	if near := report.Nearest(name, known); near != "" {
		return "did you mean --" + near + "?"
	}
	return "'" + c.CommandPath() + " --help' lists the flags"
}

// noArguments refuses words that are neither commands nor belong to flags.
func (a *app) noArguments(c *cobra.Command, words []string) error {
	if len(words) == 0 {
		return nil
	}
	return &usageError{
		error: fmt.Errorf("command '%s' does not accept extra arguments '%s'", c.CommandPath(), strings.Join(words, " ")),
		hints: a.wordHints(c, words[0]),
	}
}

// wordHints says what to do about a word that is no command below another; perhaps it is a file, or misspelled.
func (a *app) wordHints(c *cobra.Command, word string) []string {
	if near := report.Nearest(word, commandNames(c)); near != "" {
		return []string{"did you mean '" + c.CommandPath() + " " + near + "'?"}
	}
	for _, group := range c.Root().Commands() {
		if isGroup(group) && slices.Contains(commandNames(group), word) {
			return []string{"did you mean '" + group.CommandPath() + " " + word + "'?"}
		}
	}
	if a.world.System != nil && a.world.System.FS != nil {
		if _, missing := a.world.System.FS.Stat(word); missing == nil {
			return []string{"files are given with -f: 'ytt -f " + word + "'"}
		}
	}
	return nil
}

// maxIndent is the widest indentation of JSON.
const maxIndent = 16

// check finds flags of rendering that are wrong by themselves or do not go together, and puts the others where they belong.
func (s *settings) check(given *pflag.FlagSet, table []Flag) error {
	if err := s.checkShared(given, table); err != nil {
		return err
	}
	if s.emptiedDir == "" && given.Changed("dangerous-emptied-output-directory") {
		s.emptiedDir = "." // which is refused
	}
	if s.opts.Library != "" && !s.valuesInspect && !s.schemaInspect {
		return usage("--library needs --data-values-inspect or --data-values-schema-inspect")
	}
	if s.opts.Origins && !s.valuesInspect {
		return usage("--origins needs --data-values-inspect")
	}
	if s.force && s.emptiedDir == "" {
		return usage("--dangerous-force-emptying does nothing without --dangerous-emptied-output-directory")
	}
	return nil
}

// checkShared does the same for flags that other commands have, too.
func (s *settings) checkShared(given *pflag.FlagSet, table []Flag) error {
	if err := checkValues(given, table); err != nil {
		return err
	}
	s.opts.Version12 = s.yamlVersion == "1.2"
	if s.outputStyle == "faithful" {
		s.opts.OutputStyle = ytt.FaithfulStyle
	}
	if given.Lookup("json-indent") == nil {
		return nil
	}
	n, err := strconv.Atoi(s.jsonIndent)
	if err != nil || n < 0 || n > maxIndent {
		return usage("--json-indent needs a number from 0 to %d, not '%s'", maxIndent, s.jsonIndent)
	}
	s.opts.JSONIndent = n
	return nil
}

// checkValues finds a flag that is given another text than those that it can have.
func checkValues(given *pflag.FlagSet, table []Flag) error {
	for _, f := range table {
		if f.Text == nil || f.Values == nil || *f.Text == "" || !given.Changed(f.Name) {
			continue
		}
		if err := checkValue(&f, *f.Text); err != nil {
			return err
		}
	}
	return nil
}

func checkValue(f *Flag, text string) error {
	all := f.Values()
	if slices.Contains(all, text) {
		return nil
	}
	err := &usageError{error: fmt.Errorf("unknown value '%s' of --%s, expected one of %s", text, f.Name, strings.Join(all, ", "))}
	if near := report.Nearest(text, all); near != "" {
		err.hints = []string{"did you mean " + near + "?"}
	}
	return err
}

// scan finds out how to report a command line that cannot be read to its end.
func (s *settings) scan(args []string) {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.ParseErrorsAllowlist.UnknownFlags = true
	fs.StringVar(&s.diagnostics, "diagnostics", s.diagnostics, "")
	fs.StringVar(&s.color, "color", s.color, "")
	_ = fs.Parse(args) // what is wrong is known already
}
