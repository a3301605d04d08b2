package yamlfmt

// This file implements telling templates of other tools, which are YAML only once that tool has run: a layout made for
// YAML would damage them.

import (
	"slices"
	"strings"

	"ytt/internal/source"
	"ytt/internal/yaml"
)

// Foreign returns the place of what makes a file a template of another tool, if it is one:
//
//	{{- if .Values.x }}      what YAML refuses, or reads as maps of maps
//	{% for x in y %}
//	name: "a-{{ .Values.x }}"    what Helm replaces before anybody reads YAML, so that quotes matter
//
// A string with "{{" in it is fine otherwise: rules of alerts, workflows and playbooks are read as YAML first. A file with
// code of our own is never foreign. What could be read of one that is not YAML does not count.
func Foreign(f *yaml.File, isYAML bool) (source.Span, bool) {
	text := f.Source.Text
	if strings.Contains(text, "#@") {
		return source.Span{}, false
	}
	offset := 0
	for line := range strings.Lines(text) {
		if i := marker(line, isYAML); i >= 0 {
			start := int32(offset + i)
			return source.Span{File: f.Source, Start: start, End: start + int32(len("{{"))}, true
		}
		offset += len(line)
	}
	for i := range f.Nodes {
		if n := &f.Nodes[i]; isYAML && n.Kind == yaml.Mapping && strings.HasPrefix(text[n.Start:], "{{") {
			return f.Span(int32(i)), true
		}
	}
	return source.Span{}, false
}

// marker returns where on a line something of another tool begins, -1 for nowhere.
func marker(line string, isYAML bool) int {
	for i := range len(line) - 1 {
		switch {
		case line[i] == '#' && (i == 0 || line[i-1] == ' '):
			return -1
		case line[i] != '{' || line[i+1] != '{' && line[i+1] != '%':
			continue
		case line[i+1] == '{' && isHelm(line[i+2:]):
			return i
		case !isYAML && !strings.ContainsAny(line[:i], `"'`):
			return i
		}
	}
	return -1
}

// isHelm reports whether "{{" is followed by something that only Helm has.
func isHelm(action string) bool {
	action = strings.TrimLeft(strings.TrimPrefix(action, "-"), " (")
	return slices.ContainsFunc([]string{".Values.", ".Release.", ".Chart.", ".Capabilities.", "include \"", "template \"", "tpl "},
		func(word string) bool { return strings.HasPrefix(action, word) })
}
