package lint

import (
	"fmt"
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/meaning"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/workspace"
)

// This file finds placeholders that are not replaced: those of other tools, and text templates without their
// annotation. There is one warning per kind and file.

// Printed is what a library prints: its results, with overlays merged into them.
type Printed struct {
	Values    *tree.Document
	Templates []*workspace.File
	Results   []Result
	Compiled  func(*workspace.File) *eval.Compiled

	finder
}

func (p *Printed) apply(c *check) {
	if c.printed != nil {
		c.printed(p)
	}
}

// findUnfilled looks at the files that are rendered. Placeholders count that are in what is printed: overlays may have
// replaced others. Those of other tools are meant as they are in files without code.
func findUnfilled(p *Printed) {
	printed := printedTexts{results: p.Results}
	for _, f := range p.Templates {
		if f.Type != workspace.YAML || !f.Template {
			continue
		}
		var ours, foreign []meaning.Placeholder
		compiled := p.Compiled(f)
		for _, found := range compiled.Placeholders {
			switch {
			case found.Ours:
				if printed.hold(found.Span.Text()) {
					ours = append(ours, found)
				}
			case compiled.Program.Literal == nil && (found.Variable || valueAt(p.Values.Value, found.Path) != nil) && printed.hold(found.Span.Text()):
				foreign = append(foreign, found)
			}
		}
		if len(ours) > 0 {
			d := warnUnfilled(ours)
			d.Hints = append([]string{"write " + meaning.TextAnnotation + " on a line of its own above"}, d.Hints...)
			p.add(d)
		}
		if len(foreign) > 0 {
			d := warnUnfilled(foreign)
			d.Hints = append(replacements(foreign), d.Hints...)
			p.add(d)
		}
	}
}

// printedTexts looks for texts in the results of a run.
type printedTexts struct {
	results []Result
	known   map[string]bool
}

// hold reports whether a text is part of a result.
func (t *printedTexts) hold(text string) bool {
	held, known := t.known[text]
	if !known {
		held = slices.ContainsFunc(t.results, func(f Result) bool {
			return strings.Contains(f.Text, text) || f.Docs != nil && holdsText(f.Docs, text)
		})
		if t.known == nil {
			t.known = map[string]bool{}
		}
		t.known[text] = held
	}
	return held
}

// holdsText reports whether a scalar or key in a tree contains a text.
func holdsText(n tree.Node, text string) bool {
	switch n := n.(type) {
	case *tree.Stream:
		return slices.ContainsFunc(n.Docs, func(d *tree.Document) bool { return holdsText(d.Value, text) })
	case *tree.Map:
		for i := range n.Entries {
			if e := &n.Entries[i]; strings.Contains(e.Key.Text, text) || holdsText(e.Value, text) {
				return true
			}
		}
	case *tree.Array:
		for i := range n.Items {
			if holdsText(n.Items[i].Value, text) {
				return true
			}
		}
	case *tree.Scalar:
		return strings.Contains(n.Text, text)
	}
	return false
}

// warnUnfilled is the warning about the places of one kind in a file.
func warnUnfilled(found []meaning.Placeholder) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code:     diag.Unfilled,
		Severity: diag.Warning,
		Message:  fmt.Sprintf("'%s' is not replaced: it is part of a text", found[0].Span.Text()),
		Span:     found[0].Text,
	}
	for i, other := range found[1:] {
		if other.Text != found[i].Text {
			d.More = append(d.More, &diag.Diagnostic{Span: other.Text})
		}
	}
	if slices.ContainsFunc(found, func(p meaning.Placeholder) bool { return p.LacksData && !p.Variable }) {
		d.Hints = []string{`load data values at the top of the file: #@ load("@ytt:data", "data")`}
	}
	return d
}

// replacements returns what to write instead of scalars with the marks of other tools.
func replacements(found []meaning.Placeholder) (hints []string) {
	const most = 5
	done := map[source.Span]bool{}
	for _, p := range found {
		if done[p.Text] || len(hints) == most {
			continue
		}
		done[p.Text] = true
		code, mark := expressionFor(p), "#@ "
		if !p.Whole {
			code = formatted(p.Text, found)
		}
		if p.InCode {
			mark = ""
		}
		if hint := fmt.Sprintf("write %s%s instead of %s", mark, code, p.Text.Text()); !slices.Contains(hints, hint) {
			hints = append(hints, hint)
		}
	}
	return hints
}

func expressionFor(p meaning.Placeholder) string {
	if p.Variable {
		return strings.Join(p.Path, ".")
	}
	return "data.values." + strings.Join(p.Path, ".")
}

// formatted returns the code for a text with values in it: "app-{}".format(name), or "app-%s" % name for a string in
// code.
func formatted(span source.Span, found []meaning.Placeholder) string {
	text := span.Text()
	var format strings.Builder
	var args []string
	at := int32(0)
	place, literal := "{}", func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "{", "{{"), "}", "}}") }
	for _, p := range found {
		if p.Text != span {
			continue
		}
		if p.InCode {
			place, literal = "%s", func(s string) string { return strings.ReplaceAll(s, "%", "%%") }
		}
		format.WriteString(literal(text[at:p.Span.Start-span.Start]) + place)
		args = append(args, expressionFor(p))
		at = p.Span.End - span.Start
	}
	format.WriteString(literal(text[at:]))
	quoted := format.String()
	if !strings.HasPrefix(text, `"`) && !strings.HasPrefix(text, "'") {
		quoted = `"` + strings.ReplaceAll(quoted, `"`, `\"`) + `"`
	}
	switch {
	case place == "{}":
		return quoted + ".format(" + strings.Join(args, ", ") + ")"
	case len(args) == 1:
		return quoted + " % " + args[0]
	}
	return quoted + " % (" + strings.Join(args, ", ") + ")"
}
