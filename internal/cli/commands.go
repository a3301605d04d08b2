package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ytt"
	"ytt/internal/spell"
)

// This file implements the commands, and what they say when they are called wrongly.

// command returns the tree of commands.
func (a *app) command() *cobra.Command {
	root := a.renderCommand("ytt")
	register(root, &a.settings)
	root.Short = "Render YAML templates, check data values, apply overlays"
	root.Version = ytt.LanguageVersion
	root.SetVersionTemplate("ytt version {{.Version}}\n")
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(explainFlag)
	root.CompletionOptions.HiddenDefaultCmd = false
	template := a.renderCommand("template")
	template.Flags().SortFlags = false
	template.Flags().AddFlagSet(root.Flags())
	template.Aliases = []string{"t", "tpl"}
	template.Short = "Render templates; the same as ytt without a command"
	root.AddCommand(template, a.fmtCommand(), a.versionCommand())
	root.SetHelpCommand(a.helpCommand(root))
	return root
}

func (a *app) renderCommand(use string) *cobra.Command {
	cmd := &cobra.Command{
		Use:  use,
		Args: a.noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.settings.check(cmd.Flags()); err != nil {
				return err
			}
			return a.render(cmd.Context())
		},
	}
	cmd.SetHelpFunc(a.help)
	return cmd
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  a.noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(a.world.Stdout, "ytt version %s\n", ytt.LanguageVersion)
			return err
		},
	}
}

func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Explain ytt or one of its commands",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return a.unknownCommand("there is no help about '%s'", root, args)
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}

// noArgs refuses positional arguments: there are none.
func (a *app) noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return a.unknownCommand("command '"+cmd.CommandPath()+"' does not accept extra arguments '%s'", cmd, args)
}

// unknownCommand complains about words that are no command; perhaps they are files, or misspelled.
func (a *app) unknownCommand(format string, cmd *cobra.Command, args []string) error {
	err := &usageError{error: fmt.Errorf(format, strings.Join(args, " "))}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	if near := spell.Nearest(args[0], names); near != "" {
		err.hints = append(err.hints, "did you mean 'ytt "+near+"'?")
	} else if a.world.System != nil && a.world.System.FS != nil {
		if _, missing := a.world.System.FS.Stat(args[0]); missing == nil {
			err.hints = append(err.hints, "files are given with -f: 'ytt -f "+args[0]+"'")
		}
	}
	return err
}

// explainFlag makes a usage error of what is wrong with a flag.
func explainFlag(cmd *cobra.Command, err error) error {
	explained := &usageError{error: err}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return explained
	}
	name := unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" {
		// "-file" is read as the flags f, i, l and e.
		if name = unknown.GetSpecifiedShortnames(); cmd.Flags().Lookup(name) != nil {
			explained.hints = []string{"did you mean --" + name + "?"}
			return explained
		}
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := spell.Nearest(name, names); near != "" {
		explained.hints = []string{"did you mean --" + near + "?"}
	} else {
		explained.hints = []string{"'" + cmd.CommandPath() + " --help' lists the flags"}
	}
	return explained
}

// maxIndent is the widest indentation of JSON.
const maxIndent = 16

// check finds flags that are wrong by themselves or do not go together, and puts the others where they belong.
func (s *settings) check(given *pflag.FlagSet) error {
	for _, f := range flags() {
		if text, ok := f.target(s).(*string); ok && len(f.values) > 0 && *text != "" && !slices.Contains(f.values, *text) {
			return f.unknownValue(*text)
		}
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
	if s.emptiedDir == "" && given.Changed("dangerous-emptied-output-directory") {
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

// guess finds out how to report a command line that cannot be read to its end.
func (s *settings) guess(args []string) {
	for i, arg := range args {
		for name, target := range map[string]*string{"--diagnostics": &s.diagnostics, "--color": &s.color} {
			if value, ok := strings.CutPrefix(arg, name+"="); ok {
				*target = value
			} else if arg == name && i+1 < len(args) {
				*target = args[i+1]
			}
		}
	}
}

func (f *flag) unknownValue(text string) error {
	err := &usageError{error: fmt.Errorf("unknown value '%s' of --%s, expected one of %s", text, f.name, strings.Join(f.values, ", "))}
	if near := spell.Nearest(text, f.values); near != "" {
		err.hints = []string{"did you mean " + near + "?"}
	}
	return err
}
