package analysis

import "ytt/internal/workspace"

// This file finds what loads mean.

// Loaded returns the file that a load in a file means; nil if there is none,
// and for modules that come with the tool.
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
