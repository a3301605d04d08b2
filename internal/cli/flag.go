package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// This file implements tables of flags.

// Flag is a row in a table of flags: how it is written, its help, and, in one of four pointers, what it sets.
type Flag struct {
	Name  string
	Short string // one letter, "" for none
	Arg   string // what its argument is called, …PATH and …DIR for what is completed as such; switches have none

	Group   string // heading in the help; flags of a group stand together
	Help    string // a sentence or two, in plain text; the first one is shown in completions
	Example string // arguments that use it
	// InCommands replaces Help for commands other than rendering, which need no other flag to look at values.
	InCommands string

	Switch *bool
	Text   *string
	Texts  *[]string // each time that the flag is given adds one
	List   *[]string // the same, and commas separate several

	Default  string          // of Text and List
	Values   func() []string // all that it should be set to
	Complete completer       // instead of what follows from Values and Arg
	// Read, if set, takes the text once the command line is known to be given. Its error goes on behind the name of the flag.
	Read func(text string) error
}

// Repeats reports whether the flag can be given several times.
func (f *Flag) Repeats() bool { return f.Texts != nil || f.List != nil }

// value is what pflag sets, and where it stands in a table.
type value struct {
	pflag.Value
	row *Flag
}

// define gives a command the flags of a table.
func define(c *cobra.Command, table []Flag) {
	fs := c.Flags()
	fs.SortFlags = false
	for i := range table {
		f := &table[i]
		// cobra describes a completion by the first line.
		help := strings.Replace(f.Help, ". ", ".\n", 1)
		switch {
		case f.Switch != nil:
			fs.BoolVarP(f.Switch, f.Name, f.Short, false, help)
		case f.Text != nil:
			fs.StringVarP(f.Text, f.Name, f.Short, f.Default, help)
		case f.Texts != nil:
			fs.StringArrayVarP(f.Texts, f.Name, f.Short, nil, help)
		case f.List != nil:
			fs.StringSliceVarP(f.List, f.Name, f.Short, strings.Fields(f.Default), help)
		}
		defined := fs.Lookup(f.Name)
		defined.Value = value{defined.Value, f}
	}
}

// rowOf returns the row that a flag was defined by; those of cobra have but a name.
func rowOf(f *pflag.Flag) *Flag {
	if v, ours := f.Value.(value); ours {
		return v.row
	}
	return &Flag{Name: f.Name, Group: plain}
}
