package schema

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file keeps sensitive values out of what is shown: diag.Redacted takes their place.

// Redact returns the values with the sensitive parts replaced.
func (s *Schema) Redact(n tree.Node) tree.Node {
	if !s.sensitive {
		return n
	}
	return redact(s.Root, n)
}

// HidesAt reports whether a value at a path is sensitive, or may hold something that is.
func (s *Schema) HidesAt(path tree.Path) bool {
	if !s.sensitive {
		return false
	}
	for i := range path {
		if d := s.Lookup(path[:i]); d != nil && d.Sensitive {
			return true
		}
	}
	d := s.Lookup(path)
	return d == nil || d.hides()
}

// RedactAt is Redact for the value at a path.
func (s *Schema) RedactAt(path tree.Path, n tree.Node) tree.Node {
	if !s.sensitive {
		return n
	}
	for i := range path {
		if d := s.Lookup(path[:i]); d != nil && d.Sensitive {
			return redact(d, n)
		}
	}
	if d := s.Lookup(path); d != nil {
		return redact(d, n)
	}
	return n
}

func redact(d *Decl, n tree.Node) tree.Node {
	if d.Sensitive || d.misplaces(n) {
		return &tree.Scalar{Value: tree.StringValue(diag.Redacted)}
	}
	switch n := n.(type) {
	case *tree.Map:
		if d.Type.Map == nil {
			return n
		}
		out := &tree.Map{Entries: make([]tree.Entry, 0, len(n.Entries))}
		for i, e := range n.Entries {
			if child := d.entry(i, e.Key); child != nil {
				e.Value = redact(child, e.Value)
			} else if d.hides() { // its key may be a mistyped one
				e.Value = &tree.Scalar{Value: tree.StringValue(diag.Redacted)}
			}
			out.Entries = append(out.Entries, e)
		}
		return out
	case *tree.Array:
		if d.Type.Array == nil {
			return n
		}
		out := &tree.Array{Items: make([]tree.Item, 0, len(n.Items))}
		for _, item := range n.Items {
			item.Value = redact(&d.Type.Array.Item, item.Value)
			out.Items = append(out.Items, item)
		}
		return out
	}
	return n
}

// misplaces reports whether a value is of another kind than declared, where something sensitive is declared, such as a text in
// place of a map with a password: the text may be the password.
func (d *Decl) misplaces(n tree.Node) bool {
	switch n := n.(type) {
	case *tree.Map:
		return d.Type.Map == nil && d.hides()
	case *tree.Array:
		return d.Type.Array == nil && d.hides()
	case *tree.Scalar:
		return n.Kind != tree.Null && !d.Type.Accepts(n) && d.hides()
	}
	return false
}

// Redact returns a value of the declaration, such as its default, with the sensitive parts replaced; the value itself if it has
// none.
func (d *Decl) Redact(n tree.Node) tree.Node {
	if !hasSecrets(d, n) {
		return n
	}
	return redact(d, n)
}

func hasSecrets(d *Decl, n tree.Node) bool {
	if d.Sensitive || d.misplaces(n) {
		return true
	}
	switch n := n.(type) {
	case *tree.Map:
		for i := range n.Entries {
			child := d.entry(i, n.Entries[i].Key)
			if child != nil && hasSecrets(child, n.Entries[i].Value) || child == nil && d.Type.Map != nil && d.hides() {
				return true
			}
		}
	case *tree.Array:
		for i := range n.Items {
			if child := d.item(); child != nil && hasSecrets(child, n.Items[i].Value) {
				return true
			}
		}
	}
	return false
}

// secrets are the sensitive values of a document: the lines on which they stand, and their texts.
type secrets struct {
	lines map[line]bool
	texts []string
}

type line struct {
	file *source.File
	n    int
}

// shortestSecret is the length in bytes from which a text is looked for in messages. Shorter ones occur in them by chance.
const shortestSecret = 4

// secretsOf collects the sensitive values of a document.
func (s *Schema) secretsOf(doc *tree.Document) *secrets {
	found := &secrets{lines: map[line]bool{}}
	found.collect(s.Root, doc.Value, doc.Span, s.Root.Sensitive)
	slices.SortFunc(found.texts, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	found.texts = slices.Compact(found.texts)
	return found
}

func (s *secrets) collect(d *Decl, n tree.Node, span source.Span, secret bool) {
	secret = secret || d != nil && d.Sensitive
	switch n := n.(type) {
	case *tree.Map:
		for i := range n.Entries {
			e := &n.Entries[i]
			if child := d.entry(i, e.Key); child != nil || secret {
				s.collect(child, e.Value, e.Span, secret)
			}
		}
	case *tree.Array:
		for i := range n.Items {
			if child := d.item(); child != nil || secret {
				s.collect(child, n.Items[i].Value, n.Items[i].Span, secret)
			}
		}
	case *tree.Scalar:
		if !secret {
			return
		}
		for _, at := range []source.Span{span, n.Span} {
			if at.Known() {
				s.lines[line{at.File, at.Line()}] = true
			}
		}
		if n.Kind == tree.Null || n.Kind == tree.Bool {
			return
		}
		for _, text := range []string{n.String(), n.Span.Text()} {
			if len(text) >= shortestSecret {
				s.texts = append(s.texts, text)
			}
		}
	}
}

// entry and item return the declarations of what is below, nil when there is none.
func (d *Decl) entry(i int, key tree.Value) *Decl {
	if d == nil || d.Type.Map == nil {
		return nil
	}
	if k := d.Type.Map.find(i, key); k >= 0 {
		return &d.Type.Map.Keys[k].Decl
	}
	return nil
}

func (d *Decl) item() *Decl {
	if d == nil || d.Type.Array == nil {
		return nil
	}
	return &d.Type.Array.Item
}

// on reports whether a span is on the line of a sensitive value.
func (s *secrets) on(at source.Span) bool {
	return at.Known() && s.lines[line{at.File, at.Line()}]
}

// hide replaces sensitive texts, those that hold others first.
func (s *secrets) hide(text string) string {
	for _, secret := range s.texts {
		text = strings.ReplaceAll(text, secret, diag.Redacted)
	}
	return text
}

// Hide returns the problems of code that was given a document without the document's sensitive values.
func (s *Schema) Hide(doc *tree.Document, problems diag.List) diag.List {
	if !s.sensitive || len(problems) == 0 {
		return problems
	}
	problems = copies(problems) // others may have them, too
	s.secretsOf(doc).hideIn(problems)
	return problems
}

// copies returns problems whose texts can be changed.
func copies(problems diag.List) diag.List {
	out := make(diag.List, len(problems))
	for i, p := range problems {
		c := *p
		c.Context, c.Hints, c.Notes, c.Cause = slices.Clone(p.Context), slices.Clone(p.Hints), slices.Clone(p.Notes), copies(p.Cause)
		if f, ok := p.Detail.(diag.RuleFailure); ok {
			f.Rules = slices.Clone(f.Rules)
			c.Detail = f
		}
		out[i] = &c
	}
	return out
}

// HideAll is Hide for problems whose places may be those of sensitive values, whose lines are then not shown.
func (s *Schema) HideAll(doc *tree.Document, problems diag.List) { s.hideSecrets(doc, problems) }

func (s *secrets) hideIn(problems diag.List) {
	for _, p := range problems {
		p.Message, p.Headline, p.Path = s.hide(p.Message), s.hide(p.Headline), s.hide(p.Path)
		switch detail := p.Detail.(type) {
		case diag.Violation:
			detail.Found, detail.Description, detail.Computed = s.hide(detail.Found), s.hide(detail.Description), s.hide(detail.Computed)
			p.Detail = detail
		case diag.RuleFailure:
			for i := range detail.Rules {
				r := &detail.Rules[i]
				r.Found, r.Exact = s.hide(r.Found), s.hide(r.Exact)
			}
		}
		for i := range p.Context {
			p.Context[i] = s.hide(p.Context[i])
		}
		for i := range p.Hints {
			p.Hints[i] = s.hide(p.Hints[i])
		}
		for i := range p.Notes {
			p.Notes[i].Message = s.hide(p.Notes[i].Message)
		}
		s.hideIn(p.Cause)
	}
}

// hideSecrets keeps sensitive values out of problems: problems on the line of one show no source text, and in messages and hints
// the values are replaced.
func (s *Schema) hideSecrets(doc *tree.Document, problems diag.List) {
	if !s.sensitive || len(problems) == 0 {
		return
	}
	found := s.secretsOf(doc)
	for _, p := range problems {
		p.Sensitive = p.Sensitive || found.on(p.Span)
		for _, n := range p.Notes {
			p.Sensitive = p.Sensitive || found.on(n.Span)
		}
	}
	found.hideIn(problems)
}

// HideBroken keeps sensitive values out of the problems of files that cannot be parsed, so that all there is of a value is its text. A
// line is hidden if it is that of a sensitive key, by name, or of something indented below it.
func (s *Schema) HideBroken(problems diag.List) {
	if !s.sensitive {
		return
	}
	names := map[string]bool{}
	s.Root.sensitiveKeys(names)
	for _, p := range problems {
		if !p.Span.Known() || !underKey(p.Span, names) {
			continue
		}
		p.Sensitive = true
		_, value, _ := strings.Cut(p.Span.File.LineText(p.Span.Line()), ":")
		found := &secrets{}
		for _, text := range append([]string{strings.TrimSpace(value)}, strings.Fields(value)...) {
			if len(text) >= shortestSecret {
				found.texts = append(found.texts, text)
			}
		}
		found.hideIn(diag.List{p})
	}
}

// sensitiveKeys collects the names of sensitive keys.
func (d *Decl) sensitiveKeys(names map[string]bool) {
	if d.IsRecursive() {
		return
	}
	if m := d.Type.Map; m != nil {
		for i := range m.Keys {
			k := &m.Keys[i]
			if k.Sensitive {
				names[k.Name.String()] = true
			}
			k.sensitiveKeys(names)
		}
	}
	if d.Type.Array != nil {
		d.Type.Array.Item.sensitiveKeys(names)
	}
}

// underKey reports whether a line, or one with less indentation above, has one of the keys.
func underKey(at source.Span, names map[string]bool) bool {
	indentation := math.MaxInt
	for n := at.Line(); n > 0 && indentation > 0; n-- {
		text := at.File.LineText(n)
		own := strings.TrimLeft(text, " \t-")
		if own = strings.TrimRight(own, "\r\n "); own == "" || own[0] == '#' || len(text)-len(strings.TrimLeft(text, " \t")) >= indentation {
			continue
		}
		indentation = len(text) - len(strings.TrimLeft(text, " \t"))
		key, _, isKey := strings.Cut(own, ":")
		if isKey && names[strings.Trim(key, "\"' ")] {
			return true
		}
	}
	return false
}
