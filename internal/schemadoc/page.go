package schemadoc

import (
	_ "embed"
	"strconv"
)

// This file implements the structure of the page: which elements show what is told of a schema. Each method writes an element
// and what is in it.

//go:embed page.css
var pageStyle markup

//go:embed page.js
var pageScript markup

const (
	pageHead markup = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="color-scheme" content="light dark">
`
	pageTop markup = `<a class="skip" href="#ytt--main">Skip to the values</a>
<header class="top">
<div class="top-line">
<div role="search" class="search">
<label for="ytt--search-box" class="unseen">Search the values</label>
<input id="ytt--search-box" type="search" placeholder="Search" autocomplete="off" spellcheck="false" aria-describedby="ytt--search-count" aria-keyshortcuts="/">
<span id="ytt--search-count" role="status" aria-live="polite"></span>
</div>
<button id="ytt--theme" type="button" aria-label="Auto: colours as the system has them">Auto</button>
</div>
</header>
`
)

// page writes a page.
type page struct{ htmlWriter }

func (w *page) page(title, count string, root *section) {
	w.raw(pageHead)
	w.element("title", title)
	w.raw("\n<style>" + pageStyle + "</style>\n</head>\n<body>\n" + pageTop)
	w.raw("<div class=\"columns\">\n<nav aria-label=\"Values\">\n<details id=\"ytt--contents\" open>\n<summary>Contents</summary>\n")
	w.contents(root.fields)
	w.raw("\n</details>\n</nav>\n<main id=\"ytt--main\" tabindex=\"-1\">\n")
	w.intro(title, count, root)
	w.raw("<div class=\"data-values-fields\">\n")
	for _, s := range root.fields {
		w.field(s)
	}
	w.raw("</div>\n<p id=\"ytt--nothing\" hidden>No value matches.</p>\n</main>\n</div>\n")
	w.raw("<script>" + pageScript + "</script>\n</body>\n</html>\n")
}

// contents writes links to fields, and to all below them.
func (w *page) contents(fields []*section) {
	if len(fields) == 0 {
		return
	}
	w.raw("<ul>\n")
	for _, s := range fields {
		name := s.name
		if name == "" {
			name = "each item"
		}
		w.open("li")
		w.element("a", name, linkTo(s.id))
		w.contents(s.fields)
		w.raw("</li>\n")
	}
	w.raw("</ul>")
}

// intro writes what is to be told of all values together.
func (w *page) intro(title, count string, root *section) {
	w.raw("<div class=\"intro\">\n")
	w.element("h1", title, class("data-values-title"))
	w.raw("\n")
	w.documentation(root.doc)
	if len(root.fields) > 0 {
		w.element("p", count, class("count"))
		w.raw("\n")
	}
	if root.words != "map" {
		w.open("p", class("facts"))
		w.element("span", root.words, class("type"))
		w.shortDefault(root)
		w.raw("</p>\n")
	}
	w.about(root)
	w.raw("</div>\n")
}

// field writes a field, and all below it.
func (w *page) field(s *section) {
	names := "datavalue"
	if s.removed != nil {
		names += " removed"
	}
	if len(s.fields) > 0 {
		names += " group"
	}
	w.open("section", class(names), id(s.id), attribute{"aria-labelledby", s.id + nameSuffix})
	w.raw("\n")
	w.head(s)
	w.facts(s)
	w.note("removed", "Removed.", s.removed)
	w.note("deprecated", "Deprecated.", s.deprecated)
	w.documentation(s.doc)
	w.about(s)
	if len(s.fields) > 0 {
		w.raw("<div class=\"fields\">\n")
		for _, child := range s.fields {
			w.field(child)
		}
		w.raw("</div>\n")
	}
	w.raw("</section>\n")
}

// head writes the path to a field, which is a link to it, and its title.
func (w *page) head(s *section) {
	heading := markup("h" + strconv.Itoa(s.level))
	w.open("div", class("head"))
	w.open(heading, class("fieldname"), id(s.id+nameSuffix))
	w.open("a", linkTo(s.id))
	w.element("span", s.parent, class("parent"))
	w.text(s.step)
	w.close("a")
	w.close(heading)
	if s.title != "" {
		w.element("p", s.title, class("title"))
	}
	w.raw("</div>\n")
}

// facts writes in a line what is short.
func (w *page) facts(s *section) {
	w.open("p", class("facts"))
	w.element("span", s.words, class("type"))
	if s.keys != "" {
		w.raw(" ")
		w.element("span", s.keys)
	}
	for _, fact := range []struct {
		holds bool
		html  markup
	}{
		{s.required, `<strong class="required">required</strong>`},
		{s.optional && !s.isPattern, `<span>may be missing</span>`},
		{s.sensitive, `<span class="sensitive">sensitive</span>`},
		{s.deprecated != nil, `<strong class="deprecated">deprecated</strong>`},
		{s.removed != nil, `<strong class="removed">removed</strong>`},
	} {
		if fact.holds {
			w.raw(" " + fact.html)
		}
	}
	w.shortDefault(s)
	w.raw("</p>\n")
}

func (w *page) shortDefault(s *section) {
	if s.preset != nil && !s.preset.isBlock() {
		w.raw(` <span class="default">default `)
		w.element("code", s.preset.text)
		w.raw("</span>")
	}
}

// note writes what the author says about a field that is going away.
func (w *page) note(kind, lead string, words *string) {
	if words != nil && *words != "" {
		w.open("p", class("note "+kind))
		w.element("strong", lead)
		w.raw(" ")
		w.text(*words)
		w.raw("</p>\n")
	}
}

func (w *page) documentation(doc markup) {
	if doc != "" {
		w.raw(`<div class="documentation">` + doc + "</div>\n")
	}
}

// about writes a field's rules, and values that it may have.
func (w *page) about(s *section) {
	if len(s.rules) > 0 {
		w.raw(`<div class="rules"><p>Must be</p><ul>`)
		for _, rule := range s.rules {
			w.element("li", rule)
		}
		w.raw("</ul></div>\n")
	}
	if s.preset != nil && s.preset.isBlock() {
		w.raw(`<figure class="default"><figcaption>Default</figcaption>`)
		w.element("pre", s.preset.text)
		w.raw("</figure>\n")
	}
	for _, e := range s.examples {
		w.raw(`<figure class="example"><figcaption>Example`)
		if e.desc != "" {
			w.text(": " + e.desc)
		}
		w.raw("</figcaption>")
		w.element("pre", e.text, class("examplevalue"))
		w.raw("</figure>\n")
	}
}
