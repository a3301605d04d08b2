package analysis

import (
	star "go.starlark.net/syntax"

	"ytt/internal/source"
	"ytt/internal/workspace"
)

// This file finds what loads mean.

// Load is a load statement: load("helpers.star", "f", g="h").
type Load struct {
	Module string      // as it is written
	At     source.Span // of that, without quotes
	Names  []LoadedName
}

// LoadedName is a name that a load statement binds.
type LoadedName struct {
	From, To     string
	FromAt, ToAt source.Span // the same if they are one
}

// Loads returns the load statements of a file, in order.
func (f *File) Loads() (all []Load) {
	tree := f.Syntax()
	for _, stmt := range tree.Script().Tree.Stmts {
		star.Walk(stmt, func(n star.Node) bool {
			load, isLoad := n.(*star.LoadStmt)
			if !isLoad {
				return true
			}
			one := Load{Module: load.ModuleName()}
			if span, ok := tree.SpanOf(load.Module); ok && span.End-span.Start >= 2 {
				one.At = source.Span{File: span.File, Start: span.Start + 1, End: span.End - 1}
			}
			for i := range load.To {
				name := LoadedName{From: load.From[i].Name, To: load.To[i].Name}
				name.FromAt, _ = tree.SpanOf(load.From[i])
				name.ToAt, _ = tree.SpanOf(load.To[i])
				one.Names = append(one.Names, name)
			}
			all = append(all, one)
			return false
		})
	}
	return all
}

// Loaded returns the file that a load in a file means; nil if there is none, and for modules that come with the tool.
func (c *Config) Loaded(f *File, module string) *File {
	if f.at == nil {
		return nil
	}
	_, target, problem := workspace.Library{Root: rootOf(f.at.Dir)}.Load(f.at.Dir, module)
	if problem != nil || target == nil {
		return nil
	}
	for _, other := range c.Files {
		if other.at == target {
			return other
		}
	}
	return nil
}

// rootOf returns the root of the library that a directory is in.
func rootOf(d *workspace.Dir) *workspace.Dir {
	for d.Parent != nil && d.Parent.Name != "_ytt_lib" {
		d = d.Parent
	}
	return d
}
