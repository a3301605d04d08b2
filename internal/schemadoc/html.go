package schemadoc

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"strconv"
	"strings"

	"ytt/internal/printer"
	"ytt/internal/schema"
	"ytt/internal/tree"
)

// This file implements the schema as a page: one file that needs nothing else, neither the network nor, to be read,
// scripts. A Content-Security-Policy holds it to that: nothing runs and nothing is styled but by what is hashed there. Here
// is gathered what the page shows; page.html is its structure, page.css its looks, page.js the search and the choice
// between light and dark.
//
// What the schema's author writes is text and escaped (html/template), but for descriptions (prose.go).

var (
	//go:embed page.html
	pageStructure string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
)

// page is what the template is given.
type page struct {
	Title string
	Count string // of the values, in words
	Root  *section

	Style                 template.CSS
	Script                template.JS
	StyleHash, ScriptHash string // as in a Content-Security-Policy
}

// section is a field as the page shows it.
type section struct {
	ID           string
	Parent, Step string // the path, in two parts
	Level        int    // of the heading
	Title        string
	Link         string // the words of the link in the contents
	Type         string
	Keys         string // which keys a pattern means

	Required, Optional, Sensitive, Deprecated, Removed bool
	DeprecatedNote, RemovedNote                        string

	Doc      template.HTML
	Rules    []string
	Default  *sample
	Examples []sample
	Fields   []*section
}

// sample is a value on a page.
type sample struct{ Desc, Text string }

// inlineSample is how long a value may be to stand in a line.
const inlineSample = 60

// IsBlock reports whether a value is too much for a line.
func (s sample) IsBlock() bool { return len(s.Text) > inlineSample || strings.Contains(s.Text, "\n") }

// HTML returns the page that describes the values of a schema.
func HTML(s *schema.Schema) ([]byte, error) {
	root := fieldsOf(s)
	b := pageBuilder{ids: map[string]bool{}, prose: newProse()}
	p := page{
		Title: root.title, Root: b.section(root, 1),
		Style: template.CSS(pageStyle), StyleHash: hashOf(pageStyle),
		Script: template.JS(pageScript), ScriptHash: hashOf(pageScript),
	}
	if b.err != nil {
		return nil, b.err
	}
	p.Count = b.count()
	if p.Title == "" {
		p.Title = "Data values"
	}
	structure, err := template.New("page").Parse(pageStructure)
	if err != nil {
		return nil, err
	}
	var w bytes.Buffer
	err = structure.Execute(&w, p)
	return w.Bytes(), err
}

// hashOf returns the hash by which a Content-Security-Policy knows a text.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

type pageBuilder struct {
	prose            prose
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

const deepestHeading = 6

// section turns a field, and all below it, into what the page shows. level is that of the headings of what is below.
func (b *pageBuilder) section(f *field, level int) *section {
	s := &section{
		ID: b.id(f.path), Parent: strings.TrimSuffix(f.path, f.step), Step: f.step, Level: min(level, deepestHeading),
		Title: f.title, Link: f.name, Type: f.words, Keys: f.keys,
		Required: f.required, Optional: f.optional && !f.isPattern, Sensitive: f.sensitive,
		Deprecated: f.deprecated != nil, DeprecatedNote: note(f.deprecated),
		Removed: f.removed != nil, RemovedNote: note(f.removed),
		Doc: b.doc(f.doc), Rules: f.rules,
	}
	if s.Link == "" {
		s.Link = "each item"
	}
	if f.preset != nil {
		preset := b.sample("", f.preset)
		s.Default = &preset
	}
	for _, e := range f.examples {
		s.Examples = append(s.Examples, b.sample(e.desc, e.value))
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

// note returns what the author says about a field that is going away; "" if nothing.
func note(words *string) string {
	if words == nil {
		return ""
	}
	return *words
}

// nameSuffix makes the identifier of a heading from that of its section. page.html has it, too.
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

func (b *pageBuilder) doc(text string) template.HTML {
	doc, err := b.prose.html(text)
	if err != nil {
		b.err = err
	}
	return doc
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
	text, err := printer.AppendNodeYAML(nil, n, printer.Options{MaxBytes: maxSample})
	return strings.TrimSuffix(string(text), "\n"), err
}
