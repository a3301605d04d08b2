package schemadoc

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"ytt/internal/schema"
	"ytt/internal/tree"
)

// This file implements the schema as a page: one file that needs nothing else, neither the network nor, to be read,
// scripts. A Content-Security-Policy holds it to that. page.html is its structure, page.css its looks, page.js the
// search and the choice between light and dark.
//
// What the schema's author writes is text and escaped; descriptions are Markdown, of which prose.go makes HTML that is
// harmless.

//go:embed page.html
var pageTemplate string

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// page is what the template is given.
type page struct {
	Style  template.CSS
	Script template.JS
	Title  string
	Doc    template.HTML
	Count  string // "12 values, 3 of them required"
	Root   *section
	Fields []*section
}

// section is a field as the template needs it.
type section struct {
	*field
	ID       string
	Parent   string // the path up to the name
	Level    int    // of the heading
	Doc      template.HTML
	Preset   *sample
	Examples []sample
	Notice   string // of deprecation
	Remedy   string // of removal
	Fields   []*section
}

// sample is a value on a page.
type sample struct {
	Desc, Text string
	Block      bool // it has several lines, or is long
}

// Accessors of what templates cannot reach in a field.
func (s *section) Name() string       { return s.name }
func (s *section) Step() string       { return s.step }
func (s *section) Title() string      { return s.title }
func (s *section) Type() string       { return s.words }
func (s *section) Rules() []string    { return s.rules }
func (s *section) Keys() string       { return s.keys }
func (s *section) IsRequired() bool   { return s.required }
func (s *section) IsOptional() bool   { return s.optional && !s.isPattern }
func (s *section) IsSensitive() bool  { return s.sensitive }
func (s *section) IsDeprecated() bool { return s.deprecated != nil }
func (s *section) IsRemoved() bool    { return s.removed != nil }

// HTML returns the page that describes the values of a schema.
func HTML(s *schema.Schema) ([]byte, error) {
	root := fieldsOf(s)
	b := pageBuilder{ids: map[string]bool{}, prose: newProse()}
	p := &page{
		Style: template.CSS(pageStyle), Script: template.JS(pageScript),
		Title: root.title, Doc: b.prose.html(root.doc),
		Root: b.section(root, 1),
	}
	if p.Title == "" {
		p.Title = "Data values"
	}
	p.Fields = p.Root.Fields
	p.Count = b.count()
	if b.err != nil {
		return nil, b.err
	}
	parsed, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return nil, fmt.Errorf("page.html: %w", err)
	}
	var out bytes.Buffer
	if err := parsed.Execute(&out, p); err != nil {
		return nil, fmt.Errorf("page.html: %w", err)
	}
	return append(bytes.TrimSpace(out.Bytes()), '\n'), nil
}

type pageBuilder struct {
	ids              map[string]bool
	prose            *prose
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

const deepestHeading = 6

// section turns a field, and all below it, into what the template shows. level is that of the headings of what is below.
func (b *pageBuilder) section(f *field, level int) *section {
	s := &section{field: f, ID: b.id(f.path), Level: min(level, deepestHeading), Doc: b.prose.html(f.doc)}
	s.Parent = strings.TrimSuffix(f.path, f.step)
	if f.preset != nil {
		preset := b.sample("", f.preset)
		s.Preset = &preset
	}
	for _, e := range f.examples {
		s.Examples = append(s.Examples, b.sample(e.desc, e.value))
	}
	if f.deprecated != nil {
		s.Notice = *f.deprecated
	}
	if f.removed != nil {
		s.Remedy = *f.removed
	}
	for _, child := range f.below() {
		b.fields++
		if child.required {
			b.required++
		}
		s.Fields = append(s.Fields, b.section(child, level+1))
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

// inlineSample is how long a value may be to stand in a line.
const inlineSample = 60

// sample shows a value as YAML.
func (b *pageBuilder) sample(desc string, n tree.Node) sample {
	text, err := asYAML(n)
	if err != nil {
		b.err = err
	}
	return sample{Desc: desc, Text: text, Block: len(text) > inlineSample || strings.Contains(text, "\n")}
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
