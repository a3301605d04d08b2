package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ytt"
	"ytt/internal/report"
	"ytt/internal/workspace"
)

// This file implements the flags of rendering as one table. Cobra's flags, --help, shell completion and the reference
// (docs/cli.md) are all made from it; to add a flag is to add an entry and the field that it sets.

// settings are what the flags say.
type settings struct {
	opts ytt.Options

	outputs     []string
	outputDir   string
	emptiedDir  string
	force       bool
	bulkIn      string
	bulkOut     bool
	yamlVersion string
	outputStyle string
	jsonIndent  string

	filesInspect  bool
	valuesInspect bool
	schemaInspect bool
	debug         bool

	diagnostics string
	color       string
}

// flag is one flag.
type flag struct {
	name, short string
	group       string // heading in the help
	arg         string // what its argument is called; "" for switches
	help        string // a sentence or two, in plain text
	example     string // arguments that use it
	target      func(*settings) any
	commas      bool     // the argument is a list, separated by commas
	preset      string   // default of a text
	values      []string // all there are, for completion
	complete    func(typed string) ([]string, cobra.ShellCompDirective)
}

// Groups of flags, in the order of the help.
const (
	inputs     = "Inputs"
	values     = "Data values"
	outputs    = "Outputs"
	rules      = "Rules"
	inspection = "Inspection"
	problems   = "Problems"
)

func groups() []string { return []string{inputs, values, outputs, rules, inspection, problems} }

// flags returns the table, in the order of the help.
func flags() []flag {
	return []flag{
		{name: "file", short: "f", group: inputs, arg: "PATH",
			help: "File, directory, URL or - (standard input) to render. NAME=PATH gives a file another name. " +
				"Files are processed in the order in which they are given; those of a directory sorted by name.",
			example: "-f config/ -f extra.yml -f app/cm.yml=-",
			target:  func(s *settings) any { return &s.opts.Files }},
		{name: "file-mark", group: inputs, arg: "PATH:KEY=VALUE",
			help: "Treat files differently than their names say. PATH may hold * (part of a name) and **/* (any depth); " +
				"KEY=VALUE is path=NEW, exclude=true, type=TYPE, for-output=true or exclusive-for-output=true, and TYPE one of " +
				"yaml-template, yaml-plain, text-template, text-plain, starlark, data.",
			example:  "-f config/ --file-mark 'config/**/*.txt:type=data'",
			target:   func(s *settings) any { return &s.opts.FileMarks },
			complete: completeMark},
		{name: "allow-symlink-destination", group: inputs, arg: "PATH", commas: true,
			help:    "Follow symbolic links that lead to PATH or below it. Links within a given directory are always followed.",
			example: "-f config/ --allow-symlink-destination ../common",
			target:  func(s *settings) any { return &s.opts.AllowSymlinkDestinations }},
		{name: "dangerous-allow-all-symlink-destinations", group: inputs,
			help:   "Follow symbolic links wherever they lead.",
			target: func(s *settings) any { return &s.opts.AllowAllSymlinks }},
		{name: "skip-hidden", group: inputs,
			help:   "Leave out files and directories inside of given directories whose names begin with a dot.",
			target: func(s *settings) any { return &s.opts.SkipHidden }},
		{name: "bulk-in", group: inputs, arg: "JSON",
			help:    `Take the files from JSON, {"files":[{"name":…,"data":…}]}, instead of from --file.`,
			example: `--bulk-in '{"files":[{"name":"a.yml","data":"a: 1"}]}'`,
			target:  func(s *settings) any { return &s.bulkIn }},

		{name: "data-value", short: "v", group: values, arg: "KEY=TEXT",
			help:    "Set one data value to a text. Keys nest with dots; @LIBRARY:KEY=TEXT sets a value of a library.",
			example: "-f config/ -v app.name=shop",
			target:  func(s *settings) any { return &s.opts.DataValues }},
		{name: "data-value-yaml", group: values, arg: "KEY=YAML",
			help:    "Set one data value to a value written as YAML: a number, true, null, a list.",
			example: "-f config/ --data-value-yaml 'app.ports=[80, 443]'",
			target:  func(s *settings) any { return &s.opts.DataValuesYAML }},
		{name: "data-value-file", group: values, arg: "KEY=PATH",
			help:    "Set one data value to the text of a file (or a URL, or - for standard input).",
			example: "-f config/ --data-value-file tls.cert=cert.pem",
			target:  func(s *settings) any { return &s.opts.DataValueFiles }},
		{name: "data-values-file", group: values, arg: "PATH",
			help:    "Set data values from a plain YAML file, a directory of such, a URL or - (standard input). Later files win.",
			example: "-f config/ --data-values-file production.yml",
			target:  func(s *settings) any { return &s.opts.DataValuesFiles }},
		{name: "data-values-schema-file", group: values, arg: "PATH",
			help:    "Add to the schema of data values from a file, like --data-values-file. It may be plain YAML or annotated.",
			example: "-f config/ --data-values-schema-file more.yml",
			target:  func(s *settings) any { return &s.opts.DataValuesSchemaFiles }},
		{name: "data-values-env", group: values, arg: "PREFIX",
			help:    "Set data values to the texts of environment variables: PREFIX_app__name is the value app.name.",
			example: "-f config/ --data-values-env SHOP",
			target:  func(s *settings) any { return &s.opts.DataValuesEnv }},
		{name: "data-values-env-yaml", group: values, arg: "PREFIX",
			help:    "The same with variables that hold YAML.",
			example: "-f config/ --data-values-env-yaml SHOP",
			target:  func(s *settings) any { return &s.opts.DataValuesEnvYAML }},
		{name: "dangerous-data-values-disable-validation", group: values,
			help:   "Do not run the validations of data values. Their types are checked all the same.",
			target: func(s *settings) any { return &s.opts.SkipValidations }},

		{name: "output", short: "o", group: outputs, arg: "FORMAT", commas: true, preset: "yaml",
			help: "What to print: yaml, json, jsonl (a line for every document), or pos (YAML with the place that every node comes from). " +
				"With --data-values-schema-inspect: yaml or json (what is to know of each value), openapi-v3, json-schema, json-schema-draft-07, " +
				"html (a page), markdown, or ytt (one annotated schema). Of those that are data, -o json-schema,yaml chooses the form.",
			example: "-f config/ -o json",
			target:  func(s *settings) any { return &s.outputs },
			values:  outputFormats()},
		{name: "output-style", group: outputs, arg: "STYLE", preset: "usual",
			help: "How to print scalars: usual, or faithful: those that come from a file unchanged stay as they are written there " +
				"(1.0, \"quoted\", literal blocks), and characters such as emoji are not escaped.",
			example: "-f config/ --output-style faithful",
			target:  func(s *settings) any { return &s.outputStyle },
			values:  []string{"usual", "faithful"}},
		{name: "output-doc-start", group: outputs,
			help:    "Begin with a line ---, so that outputs can be joined. With --output-files, every file.",
			example: "-f config/ --output-doc-start",
			target:  func(s *settings) any { return &s.opts.DocStart }},
		{name: "json-indent", group: outputs, arg: "N", preset: "0",
			help:    "Indent JSON by N spaces for each level, and end each document with a line break.",
			example: "-f config/ -o json --json-indent 2",
			target:  func(s *settings) any { return &s.jsonIndent }},
		{name: "emit-comments", group: outputs,
			help:    "Print the comments that stand at nodes in files and templates, except for #@ and #!.",
			example: "-f config/ --emit-comments",
			target:  func(s *settings) any { return &s.opts.EmitComments }},
		{name: "preserve-tags", group: outputs,
			help:    "Print tags that are not YAML's own, such as !Ref and !Sub. Without it they are dropped with a warning.",
			example: "-f stack.yml --preserve-tags",
			target:  func(s *settings) any { return &s.opts.PreserveTags }},
		{name: "output-files", group: outputs, arg: "DIR",
			help:    "Write one file per input into DIR instead of printing. Other files there stay.",
			example: "-f config/ --output-files out",
			target:  func(s *settings) any { return &s.outputDir }, complete: completeDir},
		{name: "dangerous-emptied-output-directory", group: outputs, arg: "DIR",
			help: "The same, but delete everything else in DIR. It is refused for a directory that holds inputs, or files " +
				"that do not look like earlier output.",
			example: "-f config/ --dangerous-emptied-output-directory out",
			target:  func(s *settings) any { return &s.emptiedDir }, complete: completeDir},
		{name: "dangerous-force-emptying", group: outputs,
			help:    "Empty the output directory whatever it holds.",
			example: "-f config/ --dangerous-emptied-output-directory out --dangerous-force-emptying",
			target:  func(s *settings) any { return &s.force }},
		{name: "bulk-out", group: outputs,
			help:    "Print all files as one line of JSON; problems too, with exit status 0.",
			example: "-f config/ --bulk-out",
			target:  func(s *settings) any { return &s.bulkOut }},

		{name: "strict", short: "s", group: rules,
			help:   "Reject YAML that people and parsers read differently: yes, 012, unquoted dates and such.",
			target: func(s *settings) any { return &s.opts.Strict }},
		{name: "yaml-version", group: rules, arg: "VERSION", preset: "1.1",
			help:    "Read scalars by the rules of YAML 1.1 (yes and on are true) or 1.2 (they are texts).",
			example: "-f workflow.yml --yaml-version 1.2",
			target:  func(s *settings) any { return &s.yamlVersion },
			values:  []string{"1.1", "1.2"}},
		{name: "strict-comments", group: rules,
			help:   "Reject comments in templates that are neither code (#@) nor remarks (#!).",
			target: func(s *settings) any { return &s.opts.StrictComments }},
		{name: "ignore-unknown-comments", group: rules,
			help:   "Accept all other comments in templates, even those that look like forgotten code, without a warning.",
			target: func(s *settings) any { return &s.opts.IgnoreUnknownComments }},
		{name: "ignore-unknown-annotations", group: rules,
			help:   "Accept @schema/… annotations that do not exist.",
			target: func(s *settings) any { return &s.opts.IgnoreUnknownAnnotations }},
		{name: "implicit-map-key-overrides", group: rules,
			help:   "Let a repeated key in a template replace the earlier one instead of being an error.",
			target: func(s *settings) any { return &s.opts.ImplicitMapKeyOverrides }},

		{name: "files-inspect", group: inspection,
			help:    "Print the names of the files that take part, and stop.",
			example: "-f config/ --files-inspect",
			target:  func(s *settings) any { return &s.filesInspect }},
		{name: "data-values-inspect", group: inspection,
			help:    "Print the data values that templates would see, checked, and stop.",
			example: "-f config/ -v app.name=shop --data-values-inspect",
			target:  func(s *settings) any { return &s.valuesInspect }},
		{name: "library", group: inspection, arg: "REF",
			help: "With --data-values-inspect or --data-values-schema-inspect, look at a library inside (@path or @path~alias, " +
				"@outer@inner). What flags and @library/ref documents give it counts; templates are not run.",
			example: "-f config/ --data-values-inspect --library @app",
			target:  func(s *settings) any { return &s.opts.Library }},
		{name: "show-sensitive", group: inspection,
			help:    "With --data-values-inspect, print values that the schema calls sensitive.",
			example: "-f config/ --data-values-inspect --show-sensitive",
			target:  func(s *settings) any { return &s.opts.ShowSensitive }},
		{name: "data-values-schema-inspect", group: inspection,
			help:    "Print the schema of the data values, and stop: what there is to know of each value, or what -o asks for.",
			example: "-f config/ --data-values-schema-inspect -o html > values.html",
			target:  func(s *settings) any { return &s.schemaInspect }},
		{name: "schema-inspect", group: inspection,
			help:   "Short for --data-values-schema-inspect.",
			target: func(s *settings) any { return &s.schemaInspect }},
		{name: "trace", group: inspection,
			help:    "Let print in templates say where it is called, and show what is in structs and YAML fragments.",
			example: "-f config/ --trace",
			target:  func(s *settings) any { return &s.opts.TracePrints }},
		{name: "debug", group: inspection,
			help:   "Print to standard error what was done and how long it took.",
			target: func(s *settings) any { return &s.debug }},

		{name: "diagnostics", group: problems, arg: "FORM",
			help: "How to report problems: compat (conventional text), pretty (with colours and source lines), json, sarif, " +
				"or github (annotations of GitHub Actions). Default: pretty on a terminal, otherwise compat.",
			example: "-f config/ --diagnostics sarif 2> problems.sarif",
			target:  func(s *settings) any { return &s.diagnostics },
			values:  report.Formats()},
		{name: "color", group: problems, arg: "WHEN", preset: "auto",
			help:    "Use colours auto (on a terminal, unless NO_COLOR is set), always or never.",
			example: "-f config/ --diagnostics pretty --color always",
			target:  func(s *settings) any { return &s.color },
			values:  []string{"auto", "always", "never"}},
	}
}

// register adds the flags of the table to a command.
func register(cmd *cobra.Command, s *settings) {
	fs := cmd.Flags()
	fs.SortFlags = false
	for _, f := range flags() {
		f.addTo(fs, s)
		// The flag has just been added, and is completed once: registering cannot fail.
		switch {
		case f.complete != nil:
			_ = cmd.RegisterFlagCompletionFunc(f.name, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
				return f.complete(typed)
			})
		case len(f.values) > 0:
			_ = cmd.RegisterFlagCompletionFunc(f.name, cobra.FixedCompletions(f.values, cobra.ShellCompDirectiveNoFileComp))
		}
	}
}

func (f *flag) addTo(fs *pflag.FlagSet, s *settings) {
	switch target := f.target(s).(type) {
	case *bool:
		fs.BoolVarP(target, f.name, f.short, false, f.help)
	case *string:
		fs.StringVarP(target, f.name, f.short, f.preset, f.help)
	case *[]string:
		if !f.commas {
			fs.VarP((*texts)(target), f.name, f.short, f.help)
			break
		}
		var preset []string
		if f.preset != "" {
			preset = []string{f.preset}
		}
		fs.StringSliceVarP(target, f.name, f.short, preset, f.help)
	default:
		panic("cli: unknown type of flag " + f.name)
	}
}

// texts is the value of a flag that can be given several times. It is the same as pflag's, which writes its default as CSV
// at every start of the program.
type texts []string

func (t *texts) String() string        { return strings.Join(*t, ", ") }
func (t *texts) Type() string          { return "stringArray" }
func (t *texts) Set(text string) error { *t = append(*t, text); return nil }

// repeats reports whether the flag can be given several times.
func (f *flag) repeats() bool {
	_, ok := f.target(&settings{}).(*[]string)
	return ok
}

// completeMark completes the argument of --file-mark: a path, and after the colon what can be said of it.
func completeMark(typed string) ([]string, cobra.ShellCompDirective) {
	path, _, marking := strings.Cut(typed, ":")
	if !marking {
		return nil, cobra.ShellCompDirectiveNoSpace
	}
	var all []string
	for _, mark := range workspace.MarkSettings() {
		all = append(all, path+":"+mark)
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}

func completeDir(string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}
