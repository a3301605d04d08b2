package schemadoc

import (
	"bytes"
	"fmt"
	"strings"

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
	m := newMarkdown()
	title := root.title
	if title == "" {
		title = "Data values"
	}
	fmt.Fprintf(&m.b, "# %s\n", m.plain.Replace(title))
	m.paragraph(root.doc)
	m.own(root)
	m.body(root)
	if rows := flatten(root); len(rows) > 0 {
		m.table(rows)
		for _, f := range rows {
			m.details(f)
		}
	}
	return m.b.Bytes(), m.err
}

// own writes what there is to say about values that are no map, or have an unusual default.
func (m *markdown) own(root *field) {
	if root.kind == "map" && root.preset == nil {
		return
	}
	line := "Type: " + root.words + "."
	if root.preset != nil {
		line += " Default: " + m.short(root.preset) + "."
	}
	m.paragraph(line)
}

type markdown struct {
	b       bytes.Buffer
	anchors map[*field]string // of fields with details
	taken   map[string]bool
	cells   *strings.Replacer // makes text fit into a cell of a table
	plain   *strings.Replacer // makes Markdown that shows a text as it is
	err     error
}

func newMarkdown() *markdown {
	return &markdown{
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

func (m *markdown) table(rows []*field) {
	m.b.WriteString("\n| Value | Type | Default | |\n| --- | --- | --- | --- |\n")
	for _, f := range rows {
		name := inCode(f.path)
		if f.hasDetails() {
			m.anchors[f] = m.anchor(f)
			name = "[" + name + "](#" + m.anchors[f] + ")"
		}
		preset := ""
		switch {
		case f.required:
			preset = "**required**"
		case f.preset != nil:
			preset = m.short(f.preset)
		}
		fmt.Fprintf(&m.b, "| %s | %s | %s | %s |\n", m.cells.Replace(name), f.words, m.cells.Replace(preset), m.cells.Replace(m.summary(f)))
	}
}

// hasDetails reports whether there is more to say than what the table holds.
func (f *field) hasDetails() bool {
	return f.rules != nil || f.examples != nil || f.deprecated != nil || f.removed != nil || f.sensitive || f.keys != "" ||
		strings.Contains(strings.TrimSpace(f.doc), "\n")
}

// summary is the first line of the description, or else the title.
func (m *markdown) summary(f *field) string {
	words := f.title
	if first, _, _ := strings.Cut(strings.TrimSpace(f.doc), "\n"); first != "" {
		words = first
	} else {
		words = m.plain.Replace(words)
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
func (m *markdown) details(f *field) {
	if !f.hasDetails() {
		return
	}
	fmt.Fprintf(&m.b, "\n<a id=\"%s\"></a>\n\n### %s\n", m.anchors[f], inCode(f.path))
	if f.title != "" {
		m.paragraph("**" + m.plain.Replace(f.title) + "**")
	}
	m.paragraph(f.doc)
	m.body(f)
}

// body writes all but the descriptions.
func (m *markdown) body(f *field) {
	m.notice("Deprecated", f.deprecated)
	m.notice("Removed", f.removed)
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
			m.b.WriteByte('\n')
		}
		fmt.Fprintf(&m.b, "- %s\n", m.plain.Replace(fact))
	}
	for _, e := range f.examples {
		label := "Example"
		if e.desc != "" {
			label += ": " + m.plain.Replace(e.desc)
		}
		m.paragraph(label)
		m.code(e.value)
	}
}

func (m *markdown) notice(word string, notice *string) {
	if notice != nil {
		m.paragraph(strings.TrimSpace("> **" + word + ".** " + strings.ReplaceAll(strings.TrimSpace(*notice), "\n", "\n> ")))
	}
}

func (m *markdown) paragraph(text string) {
	if text = strings.TrimSpace(text); text != "" {
		m.b.WriteString("\n" + text + "\n")
	}
}

// code writes a value between fences that are longer than any in it.
func (m *markdown) code(n tree.Node) {
	text := m.yaml(n)
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	m.b.WriteString("\n" + fence + "yaml\n" + text + "\n" + fence + "\n")
}

func (m *markdown) yaml(n tree.Node) string {
	text, err := asYAML(n)
	if err != nil {
		m.err = err
	}
	return text
}

// short shows a default in a cell: on one line, and if it is long only what it is.
func (m *markdown) short(n tree.Node) string {
	text := m.yaml(n)
	if strings.Contains(text, "\n") || len(text) > inlineSample {
		line, err := tree.AppendNodeJSON(nil, n, tree.JSONOptions{KeepOrder: true})
		if err != nil || len(line) > inlineSample {
			return "*" + tree.KindName(n) + "*"
		}
		text = string(line)
	}
	return inCode(text)
}

// anchor returns a name for a field's details that no other has.
func (m *markdown) anchor(f *field) string {
	words := strings.FieldsFunc(f.path, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '_'
	})
	id := "value-" + strings.Join(words, "-")
	for base, n := id, 2; m.taken[id]; n++ {
		id = fmt.Sprintf("%s-%d", base, n)
	}
	m.taken[id] = true
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
