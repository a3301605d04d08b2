package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// This file implements tables of flags.

// Flag is a row in a table of flags: how it is written, what is said about it, and, in one of four pointers, what it sets.
type Flag struct {
	Name  string
	Short string // one letter, "" for none
	Arg   string // what its argument is called, …PATH and …DIR for what is completed as such; switches have none

	Group   string // heading in the help; flags of a group stand together
	Help    string // a sentence or two, in plain text; the first one is shown in completions
	Example string // arguments that use it

	Switch *bool
	Text   *string
	Texts  *[]string // each time that the flag is given adds one
	List   *[]string // the same, and commas separate several

	Default  string          // of Text and List
	Values   func() []string // all that it should be set to
	Complete completer       // instead of what follows from Values and Arg
}

// Repeats reports whether the flag can be given several times.
func (f *Flag) Repeats() bool { return f.Texts != nil || f.List != nil }

// Keys of the annotations of pflag's flags that the help is made from.
const (
	groupAnnotation = "ytt_group"
	argAnnotation   = "ytt_arg"
)

// define gives a command the flags of a table, in its order.
func define(c *cobra.Command, table []Flag) {
	fs := c.Flags()
	fs.SortFlags = false
	for _, f := range table {
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
			fs.StringSliceVarP(f.List, f.Name, f.Short, defaults(f.Default), help)
		}
		fs.Lookup(f.Name).Annotations = map[string][]string{groupAnnotation: {f.Group}, argAnnotation: {f.Arg}}
		f.register(c)
	}
}

// defaults returns the default of a list.
func defaults(element string) []string {
	if element == "" {
		return nil
	}
	return []string{element}
}

// annotation returns what a flag says about itself in an annotation.
func annotation(f *pflag.Flag, key, otherwise string) string {
	if texts := f.Annotations[key]; len(texts) > 0 {
		return texts[0]
	}
	return otherwise
}
