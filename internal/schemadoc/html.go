package schemadoc

import (
	"strconv"
	"strings"

	"ytt/internal/markdown"
	"ytt/internal/schema"
	"ytt/internal/tree"
)

// This file implements the schema as a page: one file that needs nothing else, neither the network nor, to be read,
// scripts. A Content-Security-Policy holds it to that. Here is gathered what the page shows; page.go is its structure, page.css
// its looks, page.js the search and the choice between light and dark.
//
// What the schema's author writes is text and escaped (htmlwriter.go); descriptions are Markdown, of which package markdown makes
// HTML that is harmless.

// section is a field as the page shows it.
type section struct {
	*field
	id       string
	parent   string // the path up to the name
	level    int    // of the heading
	doc      markup
	preset   *sample
	examples []sample
	fields   []*section
}

// sample is a value on a page.
type sample struct{ desc, text string }

// inlineSample is how long a value may be to stand in a line.
const inlineSample = 60

// isBlock reports whether a value is too much for a line.
func (s sample) isBlock() bool { return len(s.text) > inlineSample || strings.Contains(s.text, "\n") }

// HTML returns the page that describes the values of a schema.
func HTML(s *schema.Schema) ([]byte, error) {
	root := fieldsOf(s)
	b := pageBuilder{ids: map[string]bool{}}
	top := b.section(root, 1)
	if b.err != nil {
		return nil, b.err
	}
	title := root.title
	if title == "" {
		title = "Data values"
	}
	var w page
	w.page(title, b.count(), top)
	return w.b.Bytes(), nil
}

type pageBuilder struct {
	ids              map[string]bool
	fields, required int
	err              error
}

func (b *pageBuilder) count() string {
	words := counted(b.fields, "value")
	if b.required > 0 {
		words += ", " + strconv.Itoa(b.required) + " required"
	}
	return words
}

const (
	deepestHeading = 6
	// proseHeading is the level of the top headings in descriptions, below those of most fields.
	proseHeading = 4
)

// section turns a field, and all below it, into what the page shows. level is that of the headings of what is below.
func (b *pageBuilder) section(f *field, level int) *section {
	s := &section{field: f, id: b.id(f.path), level: min(level, deepestHeading), doc: markup(markdown.HTML(f.doc, proseHeading))}
	s.parent = strings.TrimSuffix(f.path, f.step)
	if f.preset != nil {
		preset := b.sample("", f.preset)
		s.preset = &preset
	}
	for _, e := range f.examples {
		s.examples = append(s.examples, b.sample(e.desc, e.value))
	}
	for _, child := range f.below() {
		b.fields++
		if child.required {
			b.required++
		}
		s.fields = append(s.fields, b.section(child, level+1))
	}
	return s
}

// nameSuffix makes the identifier of a heading from that of its section.
const nameSuffix = "--name"

// id returns an identifier for a path that no other element has. It is the path itself, but for white space. Those of the
// page's own elements begin with "ytt--".
func (b *pageBuilder) id(path string) string {
	base := strings.Join(strings.Fields(path), "-")
	if base == "" || strings.HasPrefix(base, "ytt--") {
		base = "values-" + base
	}
	id := base
	for n := 2; b.ids[id] || b.ids[id+nameSuffix]; n++ {
		id = base + "-" + strconv.Itoa(n)
	}
	b.ids[id], b.ids[id+nameSuffix] = true, true
	return id
}

// sample shows a value as YAML.
func (b *pageBuilder) sample(desc string, n tree.Node) sample {
	text, err := asYAML(n)
	if err != nil {
		b.err = err
	}
	return sample{desc, text}
}

// maxSample is the most of a value that is shown to people, in bytes.
const maxSample = 1 << 20

// asYAML shows a value as people write it.
func asYAML(n tree.Node) (string, error) {
	if n == hidden {
		return hidden.Text, nil
	}
	text, err := tree.AppendNodeYAML(nil, n, tree.PrintOptions{MaxBytes: maxSample})
	return strings.TrimSuffix(string(text), "\n"), err
}
