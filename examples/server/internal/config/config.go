// Package config has what can be set: defaults, a file, variables of the
// environment and flags, the later of which win. schema.yml declares all of it,
// and ytt itself checks it.
package config

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"time"

	"ytt"
)

//go:embed schema.yml
var schema string

// Prefix is that of the variables: SERVER_limits__time=5s.
const Prefix = "SERVER"

// Config is the configuration. The names and meanings are those of schema.yml.
type Config struct {
	Listen    string `json:"listen"`
	Admin     string `json:"admin"`
	Workspace struct {
		Paths []string        `json:"paths"`
		Probe json.RawMessage `json:"probe"`
		Watch Duration        `json:"watch"`
	} `json:"workspace"`
	Tenant struct {
		Header   string `json:"header"`
		Required bool   `json:"required"`
	} `json:"tenant"`
	Limits struct {
		Body   int64    `json:"body"`
		Time   Duration `json:"time"`
		Steps  int64    `json:"steps"`
		Memory int64    `json:"memory"`
		Output int64    `json:"output"`
		Files  int64    `json:"files"`
	} `json:"limits"`
	Load struct {
		Renders int      `json:"renders"`
		Workers int      `json:"workers"`
		Queue   int      `json:"queue"`
		Wait    Duration `json:"wait"`
	} `json:"load"`
	Worker struct {
		Memory int64    `json:"memory"`
		CPU    Duration `json:"cpu"`
		Time   Duration `json:"time"`
	} `json:"worker"`
	Timeouts struct {
		Header Duration `json:"header"`
		Read   Duration `json:"read"`
		Write  Duration `json:"write"`
		Idle   Duration `json:"idle"`
	} `json:"timeouts"`
	Stop struct {
		Delay Duration `json:"delay"`
		Drain Duration `json:"drain"`
	} `json:"stop"`
	Log struct {
		Level slog.Level `json:"level"`
	} `json:"log"`
}

// Duration is a time.Duration that is written as text.
type Duration time.Duration

// UnmarshalText reads "5s".
func (d *Duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	*d = Duration(parsed)
	return err
}

// ErrShown says that what was asked for was printed, so that there is nothing
// to serve.
var ErrShown = errors.New("shown")

// Load returns the configuration. The error is an *ytt.Error if it is wrong: its
// problems say where.
func Load(ctx context.Context, args, environ []string, out io.Writer) (*Config, error) {
	flags := flag.NewFlagSet("server", flag.ContinueOnError)
	flags.SetOutput(out)
	file := flags.String("config", "", "the configuration, a YAML `FILE`")
	defaults := flags.Bool("defaults", false, "print a configuration file with all defaults, and end")
	var set list
	flags.Var(&set, "set", "set a `KEY=VALUE` of the configuration, such as limits.time=5s; can be repeated")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return nil, ErrShown
	case err != nil:
		return nil, err
	case flags.NArg() > 0:
		return nil, fmt.Errorf("%q is not a flag", flags.Arg(0))
	}
	o := ytt.Options{
		System: ytt.OS(),
		Files:  ytt.Files{Texts: []ytt.File{{Path: "schema.yml", Data: schema}}},
		Values: ytt.Values{DataValuesEnvYAML: []string{Prefix}, Environ: environ, DataValuesYAML: set},
	}
	if *defaults {
		starter, err := ytt.StarterValues(ctx, o, ytt.StarterOptions{})
		if err != nil {
			return nil, err
		}
		_, _ = io.WriteString(out, starter.Text)
		return nil, ErrShown
	}
	if *file != "" {
		o.Values.DataValuesFiles = []string{*file}
	}
	result, err := ytt.DataValues(ctx, o)
	if err != nil {
		return nil, err
	}
	c := &Config{}
	return c, result.Documents()[0].Root().Decode(c)
}

// list is a flag that can be repeated.
type list []string

func (l *list) String() string { return fmt.Sprint(*l) }

func (l *list) Set(v string) error {
	*l = append(*l, v)
	return nil
}
