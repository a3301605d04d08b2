// Package cli is the command line: flags in, the public package called, results and problems out.
//
// Main is the whole program with its world passed in. The commands are cobra's; the flags of rendering stand in one
// table (flags.go) that maps each to a field of ytt.Options. What is printed where: results to standard output, and
// only when everything went well; problems, warnings and what code prints to standard error.
//
// Exit status: 0 fine, 1 problems in the input, 2 wrong command line, 3 a mistake of this program.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"ytt"
	"ytt/internal/diag"
	"ytt/internal/report"
)

// World is what a command sees of the machine.
type World struct {
	System         *ytt.System
	Stdout, Stderr io.Writer
	Environ        []string // "NAME=value"
	// Terminal is set when Stderr is one; Width is its width in columns.
	Terminal bool
	Width    int
}

// Exit statuses.
const (
	exitOK       = 0
	exitProblems = 1
	exitUsage    = 2
	exitBug      = 3
)

// Main runs the program and returns its exit status.
func Main(ctx context.Context, args []string, w World) (status int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(w.Stderr, "ytt: Internal error: %v\nThis is a mistake in ytt, not in your files. Please report it with what follows and, if you can, the files.\n%s", p, debug.Stack())
			status = exitBug
		}
	}()
	a := &app{world: w}
	root := a.command()
	root.SetArgs(args)
	root.SetOut(w.Stdout)
	root.SetErr(w.Stderr)
	err := root.ExecuteContext(ctx)
	return a.finish(err)
}

// app is one invocation.
type app struct {
	world       World
	diagnostics string // --diagnostics
	quietErrors bool   // problems have been reported otherwise
}

// usageError is a wrong command line.
type usageError struct{ error }

// finish reports an error and returns the exit status.
func (a *app) finish(err error) int {
	if err == nil {
		return exitOK
	}
	var failed *ytt.Error
	if errors.As(err, &failed) {
		a.report(failed.Problems)
		return exitProblems
	}
	a.report(diag.List{{Code: diag.WrongUsage, Message: err.Error()}})
	var usage usageError
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitProblems
}

// report prints problems in the form that was asked for.
func (a *app) report(problems diag.List) {
	if len(problems) == 0 {
		return
	}
	name := a.diagnostics
	if name == "" {
		name = "compat"
		if a.world.Terminal {
			name = "pretty"
		}
	}
	render, err := report.Format(name)
	if err != nil {
		render, _ = report.Format("compat")
	}
	color := a.world.Terminal && a.env("NO_COLOR") == ""
	if err := render(a.world.Stderr, problems, report.Options{Color: color, Width: a.world.Width}); err != nil {
		fmt.Fprintln(a.world.Stderr, "ytt:", err)
	}
}

func (a *app) env(name string) string {
	for _, kv := range a.world.Environ {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			return v
		}
	}
	return ""
}

// command is the tree of commands.
func (a *app) command() *cobra.Command {
	root := a.renderCommand("ytt")
	root.Short = "ytt renders YAML templates, checks data values against schemas and applies overlays"
	root.Version = ytt.LanguageVersion
	root.SetVersionTemplate("ytt version {{.Version}}\n")
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	template := a.renderCommand("template")
	template.Aliases = []string{"t", "tpl"}
	template.Short = "Render templates (the same as ytt alone)"
	root.AddCommand(template, a.versionCommand())
	return root
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			fmt.Fprintf(a.world.Stdout, "ytt version %s\n", ytt.LanguageVersion)
			return nil
		},
	}
}

// noArgs refuses positional arguments: there are none.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usageError{fmt.Errorf("command '%s' does not accept extra arguments '%s'", cmd.CommandPath(), strings.Join(args, " "))}
}
