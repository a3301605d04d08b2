package render

import (
	"fmt"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/workspace"
)

// This file warns of comparisons of a data value with a text that it never equals: data.values.debug == "true", of a boolean.

// unequal returns the warnings about the files that are rendered.
func (p *Prepared) unequal() (warnings diag.List) {
	const name = "data.values."
	for _, f := range p.files.templates {
		if f.Type != workspace.YAML && f.Type != workspace.Text || !f.Template {
			continue
		}
		src, problem := f.Source()
		if problem != nil || p.lib.isPlain(f) {
			continue
		}
		for at := 0; ; at += len(name) {
			next := strings.Index(src.Text[at:], name)
			if next < 0 {
				break
			}
			at += next
			if d := p.unequalAt(src, at, at+len(name)); d != nil {
				warnings = append(warnings, d)
			}
		}
	}
	return warnings
}

// unequalAt returns the warning about a data value in code whose path begins at an offset; nil for none.
func (p *Prepared) unequalAt(src *source.File, start, from int) *diag.Diagnostic {
	if path, _ := comparedPath(src.Text[from:]); path == "" { // as a rule, and finding the line takes longer
		return nil
	}
	line := src.LineText(src.Line(int32(start)))
	before := line[:min(len(line), start-int(src.LineStart(src.Line(int32(start)))))]
	if !strings.Contains(before, "#@") && !strings.Contains(before, "(@") {
		return nil
	}
	path, operator := comparedPath(line[min(len(line), len(before)+from-start):])
	if path == "" {
		return nil
	}
	text, ok := quotedText(strings.TrimLeft(operator[2:], " "))
	if !ok {
		return nil
	}
	kind := p.typeAt(strings.Split(path, "."))
	if kind == "" {
		return nil
	}
	value, right := "data.values."+path, ""
	switch plain := strings.ToLower(text); {
	case kind == "boolean" && (plain == "true") == (operator[0] == '=') && (plain == "true" || plain == "false"):
		right = value
	case kind == "boolean" && (plain == "true" || plain == "false"):
		right = "not " + value
	case kind == "boolean":
		right = value + " " + operator[:2] + " True"
	default:
		right = value + " " + operator[:2] + " " + text
		if text == "" || strings.Trim(text, "0123456789") != "" {
			right = "str(" + value + ") " + operator[:2] + fmt.Sprintf(" %q", text)
		}
	}
	return &diag.Diagnostic{
		Code:     diag.NeverEqual,
		Severity: diag.Warning,
		Message:  fmt.Sprintf("%s is of type %s: it never equals the text %q", value, kind, text),
		Span:     source.Span{File: src, Start: int32(start), End: int32(from + len(path))},
		Hints:    []string{"write " + right},
	}
}

// comparedPath returns the path at the start of code, and what begins with "==" or "!=" behind it; "" if there is not both.
func comparedPath(code string) (path, operator string) {
	end := 0
	for end < len(code) && (code[end] == '.' || code[end] == '_' || isAlphanumeric(code[end])) {
		end++
	}
	operator = strings.TrimLeft(code[end:], " ")
	if end == 0 || !strings.HasPrefix(operator, "==") && !strings.HasPrefix(operator, "!=") {
		return "", ""
	}
	return code[:end], operator
}

func isAlphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// quotedText returns the text of a string without escapes at the start of code.
func quotedText(code string) (string, bool) {
	if code == "" || code[0] != '"' && code[0] != '\'' {
		return "", false
	}
	text, _, ok := strings.Cut(code[1:], code[:1])
	return text, ok && !strings.Contains(text, "\\")
}

// typeAt returns the type of the data value at a path if it is a boolean or a number and can be nothing else; "" for others.
func (p *Prepared) typeAt(path []string) string {
	if !p.Schema.IsNone() {
		d := p.Schema.At(path)
		if d == nil || d.Type.Any || d.Type.Scalars.Declares(tree.String) {
			return ""
		}
	}
	s, ok := p.at(path).(*tree.Scalar)
	if !ok {
		return ""
	}
	switch s.Kind {
	case tree.Bool:
		return "boolean"
	case tree.Int:
		return "integer"
	}
	return ""
}
