package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"ytt"
	"ytt/internal/diag"
	"ytt/internal/files"
	"ytt/internal/yaml"
	"ytt/internal/yamlfmt"
)

// This file implements ytt fmt: it lays out YAML files and prints them, shows what would change, or writes them back.
// Nothing is printed or written unless all files are fine.

const fmtHelp = `Lay out YAML files in one style: block style, two spaces, as few quotes as possible. Templates
are YAML files, too. Values, comments, anchors, tags and directives stay what they are, and code
stays with its node: every result is read again and compared before it is printed or written.

Files that are not named *.yml or *.yaml are left out, and so are templates of other tools, such
as Helm and Jinja ({{ ... }}, {% ... %}): a warning names them.`

const fmtExamples = `
  ytt fmt -f config.yml                  # print the file formatted
  ytt fmt -f config/ --write             # format all YAML files in a directory
  ytt fmt -f config/ --check             # in CI: show what is not formatted, exit with 1
  ytt fmt -f . --list --exclude vendor/  # name the files that are not formatted`

// formatting is what ytt fmt was told besides the settings that it shares with rendering.
type formatting struct {
	write, check, list bool
	exclude            []string
}

// fmtCommand returns the command, which shares some flags with rendering.
func (a *app) fmtCommand(rendering []Flag) *cobra.Command {
	f := &formatting{}
	table := f.flags(&a.settings, rendering)
	c := &cobra.Command{
		Use:     "fmt",
		Short:   "Format YAML files, templates too",
		Long:    fmtHelp,
		Example: fmtExamples,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := checkValues(c.Flags(), table); err != nil {
				return err
			}
			return a.format(c.Context(), f)
		},
	}
	define(c, table)
	return c
}

func (f *formatting) flags(s *settings, rendering []Flag) []Flag {
	all := []Flag{
		{Name: "file", Short: "f", Arg: "PATH", Help: "File or directory, URL or - (standard input) to format.", Texts: &s.opts.Files},
		{Name: "write", Short: "w", Help: "Write changed files back and print their names.", Switch: &f.write},
		{Name: "check", Help: "Print what would change, and exit with 1 if anything would.", Switch: &f.check},
		{Name: "list", Help: "Print the names of files that would change, and nothing else. With --check, exit with 1 if there are any.", Switch: &f.list},
		{Name: "exclude", Arg: "PATTERN", Help: "Leave files out: a name, a path or a directory/, as in .yttignore.", Texts: &f.exclude},
	}
	for _, shared := range rendering {
		if slices.Contains([]string{"strict", "diagnostics", "color"}, shared.Name) {
			all = append(all, shared)
		}
	}
	all = append(all, Flag{Name: "debug", Help: "Print the names of files to standard error while they are formatted.", Switch: &s.debug})
	for i := range all {
		all[i].Group = plain
	}
	return all
}

// formatted is a file before and after.
type formatted struct {
	input     files.Input
	old       string
	text      []byte
	continues bool // it begins without a line that parts it from a file in front
}

// name is what a person calls the file.
func (f *formatted) name() string {
	if f.input.Origin != "" && f.input.Origin != "-" {
		return f.input.ShownOrigin()
	}
	return f.input.Path
}

func (f *formatted) changed() bool { return f.old != string(f.text) }

func (a *app) format(ctx context.Context, f *formatting) error {
	if f.write && f.check {
		return usage("--write and --check do not go together")
	}
	inputs, problems := files.Collect(ctx, a.world.System, a.settings.opts.Files, files.Options{})
	inputs = slices.DeleteFunc(inputs, func(in files.Input) bool {
		return !strings.HasSuffix(in.Path, ".yml") && !strings.HasSuffix(in.Path, ".yaml")
	})
	inputs, err := files.Exclude(inputs, f.exclude)
	if err != nil {
		return usage("--exclude: %s", err)
	}
	for _, in := range inputs {
		if f.write && (in.Origin == "-" || strings.Contains(in.Origin, "://")) {
			return usage("--write needs files, and '%s' is none", in.ShownOrigin())
		}
	}
	problems = append(problems, files.ReadAll(inputs)...)
	var all []formatted
	for _, in := range inputs {
		one, more := a.formatOne(in)
		problems = append(problems, more...)
		if one.text != nil {
			all = append(all, one)
		}
	}
	if problems.HasErrors() {
		return &ytt.Error{Problems: problems}
	}
	err = a.finishFormat(f, all)
	switch failed, ok := err.(*ytt.Error); {
	case ok:
		failed.Problems = append(problems, failed.Problems...)
	case len(problems) > 0:
		a.report(problems)
	}
	return err
}

// finishFormat does what is to be done with the files.
func (a *app) finishFormat(f *formatting, all []formatted) error {
	switch {
	case f.write:
		return a.writeChanges(all)
	case f.check || f.list:
		return a.showChanges(all, f)
	}
	_, err := a.world.Stdout.Write(joined(all))
	return err
}

// formatOne formats a file. The text is nil if there are problems, and for templates of other tools. A file that cannot be
// read has been reported already.
func (a *app) formatOne(in files.Input) (formatted, diag.List) {
	src, problem := in.Source()
	if problem != nil {
		return formatted{}, nil
	}
	if a.settings.debug {
		_, _ = fmt.Fprintf(a.world.Stderr, "formatting %s\n", src.Name)
	}
	context := "Formatting file '" + src.Name + "'"
	parsed, problems := yaml.Parse(src, yaml.Options{})
	if span, foreign := yamlfmt.Foreign(parsed, !problems.HasErrors()); foreign {
		asItIs := formatted{}
		if in.Origin == "-" { // an editor puts what comes out in the place of what went in
			asItIs = formatted{input: in, old: src.Text, text: []byte(src.Text)}
		}
		return asItIs, diag.List{{
			Code: diag.ForeignTemplate, Severity: diag.Warning,
			Message: "This file is left out: it is a template of another tool",
			Span:    span,
			Hints:   []string{"--exclude leaves it out without a word"},
		}}.Within(context)
	}
	if problems.HasErrors() {
		return formatted{}, problems.Within(context)
	}
	text, problems := yamlfmt.Format(parsed, yamlfmt.Options{Strict: a.settings.opts.Strict})
	one := formatted{input: in, old: src.Text, text: text}
	one.continues = len(parsed.Docs) > 0 && parsed.Nodes[parsed.Docs[0]].Flags&yaml.Implicit != 0
	return one, problems.Within(context)
}

// joined is the text of all files in a row.
func joined(all []formatted) []byte {
	var buf bytes.Buffer
	for _, f := range all {
		switch {
		case buf.Len() == 0:
		case f.continues:
			buf.WriteString("---\n")
		case bytes.HasPrefix(f.text, []byte("%")):
			buf.WriteString("...\n")
		}
		buf.Write(f.text)
	}
	return buf.Bytes()
}

// showChanges prints the differences, or the names of the files that have some. For a check, that there are some is an
// error without words.
func (a *app) showChanges(all []formatted, f *formatting) error {
	var differences []byte
	for _, one := range all {
		switch {
		case !one.changed():
		case f.list:
			differences = append(differences, one.name()+"\n"...)
		default:
			differences = append(differences, diff.Diff(one.name(), []byte(one.old), one.name(), one.text)...)
		}
	}
	if _, err := a.world.Stdout.Write(differences); err != nil {
		return err
	}
	if f.check && len(differences) > 0 {
		return &ytt.Error{}
	}
	return nil
}

// writeChanges writes the files back that are different now.
func (a *app) writeChanges(all []formatted) error {
	var problems diag.List
	var names strings.Builder
	for _, f := range all {
		if !f.changed() {
			continue
		}
		if problem := files.Replace(f.name(), f.text); problem != nil {
			problems = append(problems, problem)
			continue
		}
		names.WriteString(f.name() + "\n")
	}
	if _, err := a.world.Stdout.Write([]byte(names.String())); err != nil {
		return err
	}
	if len(problems) > 0 {
		return &ytt.Error{Problems: problems}
	}
	return nil
}
