package render

import (
	"fmt"
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/syntax"
	"ytt/internal/workspace"
)

// This file warns of placeholders that are not replaced: those of other tools, and text templates without their annotation. There is one
// warning per kind and file.

// unfilled returns the warnings about the files that are rendered.
func (p *Prepared) unfilled() (warnings diag.List) {
	for _, f := range p.files.templates {
		if f.Type != workspace.YAML || !f.Template {
			continue
		}
		src, problem := f.Source()
		if problem != nil || !syntax.MayHavePlaceholders(src.Text) {
			continue
		}
		file := syntax.Parse(src, syntax.Options{})
		var ours, foreign []syntax.Placeholder
		for _, found := range file.Placeholders() {
			switch {
			case found.Ours:
				ours = append(ours, found)
			case found.Variable || p.at(found.Path) != nil:
				foreign = append(foreign, found)
			}
		}
		if len(ours) > 0 {
			d := warnUnfilled(file, ours)
			d.Hints = append([]string{"write " + syntax.TextAnnotation + " on a line of its own above"}, d.Hints...)
			warnings = append(warnings, d)
		}
		if len(foreign) > 0 {
			d := warnUnfilled(file, foreign)
			d.Hints = append(replacements(file, foreign), d.Hints...)
			warnings = append(warnings, d)
		}
	}
	return warnings
}

// warnUnfilled is the warning about the places of one kind in a file.
func warnUnfilled(file *syntax.File, found []syntax.Placeholder) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code:     diag.Unfilled,
		Severity: diag.Warning,
		Message:  fmt.Sprintf("'%s' is not replaced: it is part of a text", found[0].Span.Text()),
		Span:     file.YAML.Span(found[0].Node),
	}
	for i, other := range found[1:] {
		if other.Node != found[i].Node {
			d.More = append(d.More, file.YAML.Span(other.Node))
		}
	}
	if slices.ContainsFunc(found, func(p syntax.Placeholder) bool { return p.LacksData && !p.Variable }) {
		d.Hints = []string{`load data values at the top of the file: #@ load("@ytt:data", "data")`}
	}
	return d
}

// replacements returns what to write instead of scalars with the marks of other tools.
func replacements(file *syntax.File, found []syntax.Placeholder) (hints []string) {
	const most = 5
	done := map[int32]bool{}
	for _, p := range found {
		if done[p.Node] || len(hints) == most {
			continue
		}
		done[p.Node] = true
		span := file.YAML.Span(p.Node)
		code := expressionFor(p)
		if !p.Whole {
			code = formatted(span, found, p.Node)
		}
		if hint := fmt.Sprintf("write #@ %s instead of %s", code, span.Text()); !slices.Contains(hints, hint) {
			hints = append(hints, hint)
		}
	}
	return hints
}

func expressionFor(p syntax.Placeholder) string {
	if p.Variable {
		return p.Path[0]
	}
	return "data.values." + strings.Join(p.Path, ".")
}

// formatted returns the code for a text with values in it: "app-{}".format(name).
func formatted(span source.Span, found []syntax.Placeholder, node int32) string {
	text := span.Text()
	var format strings.Builder
	var args []string
	at := int32(0)
	literal := func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "{", "{{"), "}", "}}") }
	for _, p := range found {
		if p.Node != node {
			continue
		}
		format.WriteString(literal(text[at:p.Span.Start-span.Start]) + "{}")
		args = append(args, expressionFor(p))
		at = p.Span.End - span.Start
	}
	format.WriteString(literal(text[at:]))
	quoted := format.String()
	if !strings.HasPrefix(text, `"`) && !strings.HasPrefix(text, "'") {
		quoted = `"` + strings.ReplaceAll(quoted, `"`, `\"`) + `"`
	}
	return quoted + ".format(" + strings.Join(args, ", ") + ")"
}
