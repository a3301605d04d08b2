package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ytt"
	"ytt/internal/files"
	"ytt/internal/tree"
)

// This file implements the main command.

// renderFlags are the flags of the main command that are not options of a run.
type renderFlags struct {
	opts          ytt.Options
	outputs       []string
	outputDir     string
	emptiedDir    string
	bulkIn        string
	bulkOut       bool
	filesInspect  bool
	valuesInspect bool
	schemaInspect bool
	debug         bool
}

func (a *app) renderCommand(use string) *cobra.Command {
	f := &renderFlags{}
	cmd := &cobra.Command{
		Use:  use,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.render(cmd.Context(), f) },
	}
	fs := cmd.Flags()
	fs.SortFlags = true
	o := &f.opts
	fs.StringArrayVarP(&o.Files, "file", "f", nil, "File (ie local path, HTTP URL, -) (can be specified multiple times)")
	fs.StringArrayVar(&o.FileMarks, "file-mark", nil, "File mark (ie change file path, mark as non-template) (format: file:key=value) (can be specified multiple times)")
	fs.BoolVar(&f.filesInspect, "files-inspect", false, "Inspect files")
	fs.StringArrayVarP(&o.DataValues, "data-value", "v", nil, "Set specific data value to given value, as string (format: all.key1.subkey=123) (can be specified multiple times)")
	fs.StringArrayVar(&o.DataValuesYAML, "data-value-yaml", nil, "Set specific data value to given value, parsed as YAML (format: all.key1.subkey=true) (can be specified multiple times)")
	fs.StringArrayVar(&o.DataValueFiles, "data-value-file", nil, "Set specific data value to contents of a file (format: [@lib1:]all.key1.subkey={file path, HTTP URL, or '-' (i.e. stdin)}) (can be specified multiple times)")
	fs.StringArrayVar(&o.DataValuesEnv, "data-values-env", nil, "Extract data values (as strings) from prefixed env vars (format: PREFIX for PREFIX_all__key1=str) (can be specified multiple times)")
	fs.StringArrayVar(&o.DataValuesEnvYAML, "data-values-env-yaml", nil, "Extract data values (parsed as YAML) from prefixed env vars (format: PREFIX for PREFIX_all__key1=true) (can be specified multiple times)")
	fs.StringArrayVar(&o.DataValuesFiles, "data-values-file", nil, "Set multiple data values via plain YAML files (format: [@lib1:]{file path, HTTP URL, or '-' (i.e. stdin)}) (can be specified multiple times)")
	fs.BoolVar(&f.valuesInspect, "data-values-inspect", false, "Calculate the final data values (applying any overlays) and display that result")
	fs.BoolVar(&f.schemaInspect, "data-values-schema-inspect", false, "Calculate the data values schema and display it")
	fs.BoolVar(&f.schemaInspect, "schema-inspect", false, "Short for --data-values-schema-inspect")
	fs.BoolVar(&o.SkipValidations, "dangerous-data-values-disable-validation", false, "Skip validating data values (types are checked all the same)")
	fs.StringSliceVarP(&f.outputs, "output", "o", []string{"yaml"}, "Output format: yaml, json, pos; with --data-values-schema-inspect also openapi-v3")
	fs.StringVar(&f.outputDir, "output-files", "", "Add output files to a directory")
	fs.StringVar(&f.emptiedDir, "dangerous-emptied-output-directory", "", "Delete given directory, and then create it with output files")
	fs.BoolVar(&o.IgnoreUnknownComments, "ignore-unknown-comments", false, "Drop comments that are neither code nor remarks without a warning")
	fs.BoolVar(&o.StrictComments, "strict-comments", false, "Reject comments that are neither code nor remarks")
	fs.BoolVar(&o.ImplicitMapKeyOverrides, "implicit-map-key-overrides", false, "Let a repeated key in a template replace the earlier one")
	fs.BoolVar(&o.IgnoreUnknownAnnotations, "ignore-unknown-annotations", false, "Let @schema/… annotations pass that do not exist")
	fs.BoolVarP(&o.Strict, "strict", "s", false, "Reject YAML scalars that are commonly misread")
	fs.StringSliceVar(&o.AllowSymlinkDestinations, "allow-symlink-destination", nil, "File paths to which symlinks are allowed (can be specified multiple times)")
	fs.BoolVar(&o.AllowAllSymlinks, "dangerous-allow-all-symlink-destinations", false, "Symlinks to all destinations are allowed")
	fs.BoolVar(&o.SkipHidden, "skip-hidden", false, "Leave out files and directories that begin with a dot")
	fs.StringVar(&f.bulkIn, "bulk-in", "", "Accept files in bulk format")
	fs.BoolVar(&f.bulkOut, "bulk-out", false, "Output files in bulk format")
	fs.BoolVar(&f.debug, "debug", false, "Print what happens to standard error")
	fs.StringVar(&a.diagnostics, "diagnostics", "", "Form of problems: compat, pretty, json, sarif, github (default: pretty on a terminal, else compat)")
	return cmd
}

// formats sorts out the values of -o: the first file format, and whether there is a schema format.
func (f *renderFlags) formats() (format string, openAPI bool, err error) {
	for _, name := range f.outputs {
		switch name {
		case "yaml", "json", "pos":
			if format == "" {
				format = name
			}
		case "openapi-v3":
			openAPI = true
		default:
			return "", false, fmt.Errorf("Unknown output type '%s'", name)
		}
	}
	if format == "" {
		format = "yaml"
	}
	return format, openAPI, nil
}

func (a *app) render(ctx context.Context, f *renderFlags) error {
	f.opts.System = a.world.System
	f.opts.Environ = a.world.Environ
	if f.bulkIn != "" {
		inputs, problems := files.DecodeBulk(f.bulkIn)
		if problems.HasErrors() {
			return &ytt.Error{Problems: problems}
		}
		f.opts.Files = nil
		for _, in := range inputs {
			text, _ := in.Text()
			f.opts.Inputs = append(f.opts.Inputs, ytt.File{Path: in.Path, Data: text})
		}
	}
	format, openAPI, err := f.formats()
	if err != nil {
		return err
	}
	err = a.run(ctx, f, format, openAPI)
	var failed *ytt.Error
	if f.bulkOut && errors.As(err, &failed) {
		_, err := a.world.Stdout.Write(files.EncodeBulkErrors(failed.Problems.Text()))
		return err
	}
	return err
}

func (a *app) run(ctx context.Context, f *renderFlags, format string, openAPI bool) error {
	var result *ytt.Result
	var err error
	inspect := true
	switch {
	case f.filesInspect:
		return a.listFiles(ctx, f, format)
	case f.schemaInspect && !openAPI:
		return fmt.Errorf("Data values schema export only supported in OpenAPI v3 format; specify format with --output=openapi-v3 flag")
	case f.schemaInspect:
		result, err = ytt.OpenAPI(ctx, f.opts)
	case openAPI:
		return fmt.Errorf("Output type currently only supported for data values schema (i.e. include --data-values-schema-inspect)")
	case f.valuesInspect:
		result, err = ytt.Values(ctx, f.opts)
	default:
		inspect = false
		result, err = ytt.Render(ctx, f.opts)
	}
	for _, line := range result.Printed {
		fmt.Fprintln(a.world.Stderr, line)
	}
	if err != nil {
		return err
	}
	a.report(result.Warnings)
	return a.output(f, result, format, inspect)
}

func (a *app) listFiles(ctx context.Context, f *renderFlags, format string) error {
	paths, err := ytt.Accessible(ctx, f.opts)
	if err != nil {
		return err
	}
	list := &tree.Array{}
	for _, p := range paths {
		list.Items = append(list.Items, tree.Item{Value: &tree.Scalar{Value: tree.StringValue(p)}})
	}
	return a.print(ytt.ResultOf(list), format)
}

// output puts a result where it belongs.
func (a *app) output(f *renderFlags, result *ytt.Result, format string, inspect bool) error {
	if f.bulkOut || f.outputDir != "" || f.emptiedDir != "" {
		outputs, err := outputsOf(result, inspect)
		if err != nil {
			return err
		}
		if f.bulkOut {
			_, err := a.world.Stdout.Write(files.EncodeBulk(outputs))
			return err
		}
		return a.write(f, outputs)
	}
	if err := a.print(result, format); err != nil {
		return err
	}
	if result.HasText() {
		_, err := io.WriteString(a.world.Stderr, textWarning)
		return err
	}
	return nil
}

const textWarning = `
Warning: Found Non-YAML templates in input. Non-YAML templates are not rendered to standard output.
If you want to include those results, use the --output-files or --dangerous-emptied-output-directory flag.
`

// outputsOf makes files of a result: texts first.
func outputsOf(result *ytt.Result, inspect bool) ([]files.Output, error) {
	if inspect {
		return nil, nil
	}
	var outputs []files.Output
	for _, text := range []bool{true, false} {
		for i := range result.Files {
			file := &result.Files[i]
			if file.IsText != text {
				continue
			}
			data, err := file.Bytes()
			if err != nil {
				return nil, err
			}
			outputs = append(outputs, files.Output{Path: file.Path, Data: data})
		}
	}
	return outputs, nil
}

func (a *app) write(f *renderFlags, outputs []files.Output) error {
	dir, opts := f.outputDir, files.WriteOptions{}
	if f.emptiedDir != "" {
		dir, opts.Empty = f.emptiedDir, true
	}
	lines, problems := files.Write(a.world.System, dir, outputs, opts)
	if problems.HasErrors() {
		return &ytt.Error{Problems: problems}
	}
	for _, line := range lines {
		fmt.Fprintln(a.world.Stdout, line)
	}
	return nil
}

func (a *app) print(result *ytt.Result, format string) error {
	var text []byte
	var err error
	switch format {
	case "json":
		text, err = result.JSON()
	case "pos":
		text, err = result.Positions()
	default:
		text, err = result.YAML()
	}
	if err != nil {
		return err
	}
	_, err = a.world.Stdout.Write(text)
	return err
}
