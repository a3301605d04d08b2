package schemadoc

import (
	"bytes"
	"fmt"
	"strings"

	"ytt/internal/printer"
	"ytt/internal/schema"
	"ytt/internal/tree"
)

// This file implements the schema as a chapter of a README, in GitHub's Markdown: a table of all values, and then what
// does not fit into a table.
//
//	| Value | Type | Default | |
//	| --- | --- | --- | --- |
//	| [`port`](#value-port) | integer | `80` | Port to listen on. |

// Markdown returns the chapter that describes the values of a schema.
func Markdown(s *schema.Schema) ([]byte, error) {
	root := fieldsOf(s)
	c := newChapter()
	title := root.title
	if title == "" {
		title = "Data values"
	}
	fmt.Fprintf(&c.b, "# %s\n", c.plain.Replace(title))
	c.paragraph(root.doc)
	c.own(root)
	c.body(root)
	if rows := flatten(root); len(rows) > 0 {
		c.table(rows)
		for _, f := range rows {
			c.details(f)
		}
	}
	return c.b.Bytes(), c.err
}

// own writes what there is to say about values that are no map, or have an unusual default.
func (c *chapter) own(root *field) {
	if root.kind == "map" && root.preset == nil {
		return
	}
	line := "Type: " + root.words + "."
	if root.preset != nil {
		line += " Default: " + c.short(root.preset) + "."
	}
	c.paragraph(line)
}

// chapter is Markdown that is being written.
type chapter struct {
	b       bytes.Buffer
	anchors map[*field]string // of fields with details
	taken   map[string]bool
	cells   *strings.Replacer // makes text fit into a cell of a table
	plain   *strings.Replacer // makes Markdown that shows a text as it is
	err     error
}

func newChapter() *chapter {
	return &chapter{
		anchors: map[*field]string{},
		taken:   map[string]bool{},
		cells:   strings.NewReplacer("|", `\|`, "\r", " ", "\n", " "),
		plain: strings.NewReplacer(
			`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `&lt;`, ">", `&gt;`, "&", "&amp;", "#", `\#`,
			"\r", " ", "\n", " ",
		),
	}
}

// flatten returns the fields below a field in the order of the document.
func flatten(f *field) []*field {
	var all []*field
	for _, child := range f.below() {
		all = append(append(all, child), flatten(child)...)
	}
	return all
}

func (c *chapter) table(rows []*field) {
	c.b.WriteString("\n| Value | Type | Default | |\n| --- | --- | --- | --- |\n")
	for _, f := range rows {
		name := inCode(f.path)
		if f.hasDetails() {
			c.anchors[f] = c.anchor(f)
			name = "[" + name + "](#" + c.anchors[f] + ")"
		}
		preset := ""
		switch {
		case f.required:
			preset = "**required**"
		case f.preset != nil:
			preset = c.short(f.preset)
		}
		fmt.Fprintf(&c.b, "| %s | %s | %s | %s |\n", c.cells.Replace(name), f.words, c.cells.Replace(preset), c.cells.Replace(c.summary(f)))
	}
}

// hasDetails reports whether there is more to say than what the table holds.
func (f *field) hasDetails() bool {
	return f.rules != nil || f.examples != nil || f.deprecated != nil || f.removed != nil || f.sensitive || f.keys != "" ||
		strings.Contains(strings.TrimSpace(f.doc), "\n")
}

// summary is the first line of the description, or else the title.
func (c *chapter) summary(f *field) string {
	words := f.title
	if first, _, _ := strings.Cut(strings.TrimSpace(f.doc), "\n"); first != "" {
		words = first
	} else {
		words = c.plain.Replace(words)
	}
	switch {
	case f.removed != nil:
		return "*Removed.* " + words
	case f.deprecated != nil:
		return "*Deprecated.* " + words
	case f.optional && !f.isPattern:
		return "*May be missing.* " + words
	}
	return words
}

// details writes what a table cannot hold.
func (c *chapter) details(f *field) {
	if !f.hasDetails() {
		return
	}
	fmt.Fprintf(&c.b, "\n<a id=\"%s\"></a>\n\n### %s\n", c.anchors[f], inCode(f.path))
	if f.title != "" {
		c.paragraph("**" + c.plain.Replace(f.title) + "**")
	}
	c.paragraph(f.doc)
	c.body(f)
}

// body writes all but the descriptions.
func (c *chapter) body(f *field) {
	c.notice("Deprecated", f.deprecated)
	c.notice("Removed", f.removed)
	var facts []string
	if f.keys != "" {
		facts = append(facts, f.name+": "+f.keys)
	}
	if f.sensitive {
		facts = append(facts, "sensitive: it is not shown to anybody")
	}
	for _, rule := range f.rules {
		facts = append(facts, "must be "+rule)
	}
	for i, fact := range facts {
		if i == 0 {
			c.b.WriteByte('\n')
		}
		fmt.Fprintf(&c.b, "- %s\n", c.plain.Replace(fact))
	}
	for _, e := range f.examples {
		label := "Example"
		if e.desc != "" {
			label += ": " + c.plain.Replace(e.desc)
		}
		c.paragraph(label)
		c.code(e.value)
	}
}

func (c *chapter) notice(word string, notice *string) {
	if notice != nil {
		c.paragraph(strings.TrimSpace("> **" + word + ".** " + strings.ReplaceAll(strings.TrimSpace(*notice), "\n", "\n> ")))
	}
}

func (c *chapter) paragraph(text string) {
	if text = strings.TrimSpace(text); text != "" {
		c.b.WriteString("\n" + text + "\n")
	}
}

// code writes a value between fences that are longer than any in it.
func (c *chapter) code(n tree.Node) {
	text := c.yaml(n)
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	c.b.WriteString("\n" + fence + "yaml\n" + text + "\n" + fence + "\n")
}

func (c *chapter) yaml(n tree.Node) string {
	text, err := asYAML(n)
	if err != nil {
		c.err = err
	}
	return text
}

// short shows a default in a cell: on one line, and if it is long only what it is.
func (c *chapter) short(n tree.Node) string {
	text := c.yaml(n)
	if strings.Contains(text, "\n") || len(text) > inlineSample {
		line, err := printer.AppendNodeJSON(nil, n, printer.JSONOptions{KeepOrder: true})
		if err != nil || len(line) > inlineSample {
			return "*" + tree.KindName(n) + "*"
		}
		text = string(line)
	}
	return inCode(text)
}

// anchor returns a name for a field's details that no other has.
func (c *chapter) anchor(f *field) string {
	words := strings.FieldsFunc(f.path, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '_'
	})
	id := "value-" + strings.Join(words, "-")
	for base, n := id, 2; c.taken[id]; n++ {
		id = fmt.Sprintf("%s-%d", base, n)
	}
	c.taken[id] = true
	return id
}

// inCode returns a text as code. Backquotes in it ask for more around it.
func inCode(text string) string {
	ticks := "`"
	for strings.Contains(text, ticks) {
		ticks += "`"
	}
	if len(ticks) > 1 {
		return ticks + " " + text + " " + ticks
	}
	return ticks + text + ticks
}
