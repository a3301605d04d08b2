package eval

import (
	"regexp"
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/syntax"
	"ytt/internal/workspace"
)

// This file masks code that failed: it is replaced in the text by code of the same length, which keeps all positions:
//
//	a: #@ "x" + 1                    a: #@ None
//	#@ x = "x" + 1                   #@ x=None
//	#@ load("missing.star", "f")     #@ f=None
//	#@schema/desc one two            #!schema/desc one two
//
// A value of a node only affects the result, not other code. After masking a variable, later errors in code that uses it are
// not reported, and a condition or loop that uses it ends the search. An annotation of a schema affects its node only. Other
// code cannot be masked.

// mask is a text of a file with masked code.
type mask struct {
	patterns
	file   *source.File
	text   string
	texts  map[*source.File]bool // earlier ones, and the current one
	pieces []piece
	left   map[source.Span]bool // masked statements
	// unknown are variables whose assignment is masked, doubtful the lines of nodes with masked code.
	unknown  map[string]bool
	doubtful map[int]bool
}

// piece is code that can be masked.
type piece struct {
	kind syntax.DirectiveKind
	name string      // of an annotation
	span source.Span // of a comment
	code source.Span
	more []source.Span // continuations in further comments
	text bool          // in a text template: the value must be a string
}

func (p *piece) contains(at source.Span) bool {
	in := func(s source.Span) bool { return s.Start <= at.Start && at.Start <= s.End }
	return in(p.span) || slices.ContainsFunc(p.more, in)
}

func newMask(file *workspace.File, src *source.File) *mask {
	m := &mask{
		patterns: newPatterns(), file: src, text: src.Text,
		texts: map[*source.File]bool{}, left: map[source.Span]bool{}, unknown: map[string]bool{}, doubtful: map[int]bool{},
	}
	parsed := syntax.Parse(src, syntax.Options{Kind: KindOf(file.Type), Plain: !file.Template})
	switch {
	case parsed.YAML != nil:
		for node := range parsed.YAML.Nodes {
			for _, d := range parsed.Directives(int32(node)) {
				if d.IsCode() {
					m.pieces = append(m.pieces, piece{kind: d.Kind, name: d.Name, span: d.Span, code: d.Body, more: d.More})
				}
			}
		}
	case parsed.Text != nil:
		for _, p := range parsed.Text.Parts {
			if p.Kind == syntax.Print {
				m.pieces = append(m.pieces, piece{kind: syntax.Value, span: p.Inside, code: p.Code, text: true})
			}
		}
	default:
		m.lines()
	}
	return m
}

// lines adds the lines of a .star file that are not indented. A statement that goes on in further lines cannot be masked: what remains of
// it is a syntax error.
func (m *mask) lines() {
	for n := 1; n <= m.file.Lines(); n++ {
		text := m.file.LineText(n)
		if text == "" || strings.ContainsAny(text[:1], " \t#") {
			continue
		}
		line := source.Span{File: m.file, Start: m.file.LineStart(n)}
		line.End = line.Start + int32(len(text))
		m.pieces = append(m.pieces, piece{kind: syntax.Code, span: line, code: line})
	}
}

// masked returns the masked text.
func (m *mask) masked() *source.File {
	f := source.Named(m.file.Names, m.text)
	m.texts[f] = true
	return f
}

// leaveOut masks the code of problems, and reports whether that is possible for all of them.
func (m *mask) leaveOut(problems diag.List) bool {
	before := m.text
	for _, d := range problems {
		if stopsAll(d) || !m.leaveOutOne(d) {
			return false
		}
	}
	return m.text != before && !m.decides()
}

func (m *mask) leaveOutOne(d *diag.Diagnostic) bool {
	at := d.Span
	if n := len(d.Frames); n > 0 {
		at = d.Frames[n-1].Span
	}
	if at.File != m.file || d.Code == diag.ScriptBlock {
		return false
	}
	for _, p := range m.pieces {
		if !p.contains(at) {
			continue
		}
		if p.kind == syntax.Code && (d.Code == diag.ScriptSyntax || len(p.more) > 0) {
			return false // the end of the statement is unknown
		}
		m.comment(p.more)
		switch {
		case p.kind == syntax.Annotation:
			return m.annotation(p)
		case p.kind == syntax.Value && p.text:
			return m.replace(p.code, `""`)
		case p.kind == syntax.Value:
			m.doubtful[p.span.Line()] = true
			return m.replace(p.code, "None") || m.replace(p.code, "0")
		}
		return m.statement(p.code)
	}
	return false
}

// comment turns comments that continue masked code into "#!" comments.
func (m *mask) comment(bodies []source.Span) {
	for _, body := range bodies {
		if at := strings.LastIndex(m.text[:body.Start], "#@"); at >= 0 && !strings.Contains(m.text[at:body.Start], "\n") {
			m.text = m.text[:at+1] + "!" + m.text[at+2:]
		}
	}
}

// annotation masks an annotation of a schema; false for any other.
func (m *mask) annotation(p piece) bool {
	if !strings.HasPrefix(p.name, "schema/") {
		return false
	}
	line := p.span.Line() + len(p.more)
	for line < m.file.Lines() && strings.HasPrefix(strings.TrimSpace(m.file.LineText(line)), "#") {
		line++
	}
	m.doubtful[line] = true
	m.text = m.text[:p.span.Start+1] + "!" + m.text[p.span.Start+2:]
	return true
}

// patterns match statements that can be masked.
type patterns struct{ assignment, load, loaded, word *regexp.Regexp }

func newPatterns() patterns {
	return patterns{
		assignment: regexp.MustCompile(`^\s*([A-Za-z_]\w*)\s*=[^=]`),
		load:       regexp.MustCompile(`^\s*load\(\s*["'][^"']*["']\s*,(.*)\)\s*$`),
		loaded:     regexp.MustCompile(`(?:([A-Za-z_]\w*)\s*=\s*)?["']([A-Za-z_]\w*)["']`),
		word:       regexp.MustCompile(`[A-Za-z_]\w*`),
	}
}

// statement masks an assignment to a variable or a load; false for any other.
func (m *mask) statement(code source.Span) bool {
	text := m.text[code.Start:code.End]
	m.left[code] = true
	if found := m.assignment.FindStringSubmatch(text); found != nil {
		m.unknown[found[1]] = true
		return m.replace(code, found[1]+"=None")
	}
	found := m.load.FindStringSubmatch(text)
	if found == nil {
		return false
	}
	var names, values []string
	for _, name := range m.loaded.FindAllStringSubmatch(found[1], -1) {
		if name[1] == "" {
			name[1] = name[2]
		}
		m.unknown[name[1]] = true
		names, values = append(names, name[1]), append(values, "None")
	}
	return m.replace(code, strings.Join(names, ",")+"="+strings.Join(values, ","))
}

// replace replaces code, and pads the replacement with spaces.
func (m *mask) replace(code source.Span, with string) bool {
	room := int(code.End-code.Start) - len(with)
	if room < 0 || strings.ContainsAny(m.text[code.Start:code.End], "\r\n") {
		return false
	}
	m.text = m.text[:code.Start] + with + strings.Repeat(" ", room) + m.text[code.End:]
	return true
}

// names reports whether code uses an unknown variable.
func (m *mask) names(code string) bool {
	for _, word := range m.word.FindAllString(code, -1) {
		if m.unknown[word] {
			return true
		}
	}
	return false
}

// decides reports whether an unknown variable may decide what is run: code uses it that is neither a value nor an assignment.
func (m *mask) decides() bool {
	for _, p := range m.pieces {
		text := m.text[p.code.Start:p.code.End]
		if p.kind != syntax.Value && !m.left[p.code] && !(p.kind == syntax.Code && m.assignment.MatchString(text)) && m.names(text) {
			return true
		}
	}
	return false
}

// isConsequence reports whether the code that failed uses an unknown variable.
func (m *mask) isConsequence(d *diag.Diagnostic) bool {
	if m.named(d.Span) {
		return true
	}
	for _, f := range d.Frames {
		if m.named(f.Span) {
			return true
		}
	}
	return false
}

func (m *mask) named(at source.Span) bool {
	return at.File == m.file && m.names(m.file.LineText(at.Line()))
}

// isDoubtful reports whether a position is at a node with masked code.
func (m *mask) isDoubtful(at source.Span) bool { return at.File == m.file && m.doubtful[at.Line()] }

// original converts the positions of a problem to the file.
func (m *mask) original(d *diag.Diagnostic) *diag.Diagnostic {
	return d.Moved(func(s source.Span) source.Span {
		if m.texts[s.File] {
			s.File = m.file
		}
		return s
	})
}
