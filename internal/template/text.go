package template

import (
	"fmt"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/script"
	"ytt/internal/source"
	"ytt/internal/yaml"
)

// This file implements text templates: files of text with "(@ code @)" and "(@= expression @)" in them, and strings
// of YAML files below @yaml/text-templated-strings (spec 01 §10).

const (
	openMark   = "(@"
	closeMark  = "@)"
	whiteSpace = " \t\r\n\v\f"
)

// isTextTemplate reports whether a string has code in it, or a mark that belongs to some.
func isTextTemplate(s string) bool {
	return strings.Contains(s, openMark) || strings.Contains(s, closeMark)
}

// Text compiles a text template, or with Options.Plain a text that stands for itself.
func Text(file *source.File, opts Options) (*Program, diag.List) {
	c := &compiler{opts: opts, p: newProgram(file)}
	c.p.nodeless = true
	whole := source.Span{File: file, Start: file.Start(), End: int32(len(file.Text))}
	if opts.Plain {
		whole.Start = 0
		c.literalText(file.Text, whole)
	} else {
		codes := strings.Count(file.Text, openMark)
		c.p.ops = make([]op, 0, 2*codes+1)
		c.p.texts = make([]source.Span, 0, codes)
		c.pieces = make([]script.Piece, 0, codes)
		c.scanText(whole, whole.Text(), nil)
	}
	p, diags := c.finish()
	for _, d := range diags {
		stage := "Parsing text template '" + file.Name + "'"
		if _, ofCode := d.Detail.(diag.Script); ofCode {
			stage = "Evaluating text template"
		}
		d.Context = append([]string{stage}, d.Context...)
	}
	return p, diags
}

// text compiles a string of a YAML file, or a key.
func (c *compiler) text(i int32) {
	n := &c.f.Nodes[i]
	span := c.f.Span(i)
	// The string's bytes stand in the source as they are, unless it has escapes or was folded or indented.
	if at := strings.Index(span.Text(), n.Text); at >= 0 && n.Style != yaml.SingleQuoted {
		span.Start += int32(at)
		span.End = span.Start + int32(len(n.Text))
		c.scanText(span, n.Text, nil)
		return
	}
	c.scanText(c.restate(span, n), n.Text, &spelling{span})
}

// restate makes a text of its own of a string that its source spells differently. Its lines are put where the
// string's lines are, so that problems show the right ones.
func (c *compiler) restate(span source.Span, n *yaml.Node) source.Span {
	first := span.Line()
	if n.Style == yaml.Literal || n.Style == yaml.Folded {
		first++ // the text starts below its header
	}
	padding := strings.Repeat("\n", first-1)
	file := source.New(span.File.Name, padding+n.Text)
	c.p.Sources = append(c.p.Sources, file)
	return source.Span{File: file, Start: int32(len(padding)), End: int32(len(file.Text))}
}

// spelling is the part of a string's source that is not scanned yet, when the text is a restated one.
type spelling struct{ rest source.Span }

// codeAt returns the place of the next code: in the source, if it is spelled there as in the text, and else in a text of its
// own that begins where the code does.
func (c *compiler) codeAt(inText source.Span, s *spelling) source.Span {
	if s == nil {
		return inText
	}
	_, rest, found := strings.Cut(s.rest.Text(), openMark)
	if !found { // the mark is an escape
		return inText
	}
	s.rest.Start = s.rest.End - int32(len(rest))
	code := inText.Text()
	if strings.HasPrefix(rest, code+closeMark) {
		return source.Span{File: s.rest.File, Start: s.rest.Start, End: s.rest.Start + int32(len(code))}
	}
	padding := strings.Repeat("\n", s.rest.Line()-1) + strings.Repeat(" ", s.rest.Column()-1)
	file := source.New(inText.File.Name, padding+code)
	c.p.Sources = append(c.p.Sources, file)
	return source.Span{File: file, Start: int32(len(padding)), End: int32(len(file.Text))}
}

// scanText cuts a text at its marks. text is what span covers.
func (c *compiler) scanText(span source.Span, text string, spelled *spelling) {
	part := func(from, to int) source.Span {
		return source.Span{File: span.File, Start: span.Start + int32(from), End: span.Start + int32(to)}
	}
	trimNext := false
	for at := 0; ; {
		open := strings.Index(text[at:], openMark)
		stray := strings.Index(text[at:], closeMark)
		if stray >= 0 && (open < 0 || stray < open) {
			c.textProblem("Unexpected code closing '@)'", part(at+stray, at+stray+2), "write '(@' before it, or print it with (@= \"@\" + \")\" @)")
			return
		}
		literalEnd := len(text)
		if open >= 0 {
			literalEnd = at + open
		}
		literal := text[at:literalEnd]
		if trimNext {
			literal = strings.TrimLeft(literal, whiteSpace)
		}
		if open < 0 {
			c.literalText(literal, part(at, literalEnd))
			return
		}
		body := literalEnd + len(openMark)
		length := strings.Index(text[body:], closeMark)
		if length < 0 {
			c.textProblem("Missing code closing '@)'", part(len(text), len(text)), "close it with '@)'; for the text '(@' itself, write (@= \"(\" + \"@\" @)", part(literalEnd, body))
			return
		}
		if again := strings.Index(text[body:body+length], openMark); again >= 0 {
			c.textProblem("Unexpected code opening '(@'", part(body+again, body+again+2), "close the code before with '@)'", part(literalEnd, body))
			return
		}
		trimNext = c.textCode(text[body:body+length], c.codeAt(part(body, body+length), spelled), literal, part(at, literalEnd))
		at = body + length + len(closeMark)
	}
}

// literalText appends text between code; also when there is none: a function of text gives a text even if it is empty.
func (c *compiler) literalText(text string, span source.Span) {
	c.add(op{kind: opText, name: text, span: span}, nil)
}

// textCode compiles what stands between marks, and the literal text before it. It reports whether the white space
// behind the code is to be dropped.
func (c *compiler) textCode(text string, span source.Span, literal string, before source.Span) (trimNext bool) {
	code := span
	c.p.texts = append(c.p.texts, span)
	if strings.HasPrefix(text, "-") {
		code.Start++
		literal = strings.TrimRight(literal, whiteSpace)
	}
	if strings.HasSuffix(text, "-") && code.Start < code.End {
		trimNext = true
		code.End--
	}
	if strings.HasPrefix(code.Text(), "=") {
		code.Start++
		c.print(op{kind: opPrint, name: literal, span: span}, code)
		return trimNext
	}
	c.literalText(literal, before)
	c.code(script.Piece{Lines: []source.Span{code}})
	return trimNext
}

// print compiles "(@= expr @)".
func (c *compiler) print(o op, code source.Span) {
	expr, diags := c.parser.Expr(code)
	c.diags = append(c.diags, diags...)
	if expr != nil {
		c.add(o, expr)
	}
}

func (c *compiler) textProblem(what string, at source.Span, hint string, related ...source.Span) {
	d := &diag.Diagnostic{
		Code:    diag.TextTemplateSyntax,
		Message: what + " at " + lineAndColumn(at),
		Span:    at,
		Hints:   []string{hint},
	}
	for _, r := range related {
		d.Notes = append(d.Notes, diag.Note{Message: "the code starts here", Span: r})
	}
	c.diags = append(c.diags, d)
}

// lineAndColumn is the place of a mark: that of its second character, by convention.
func lineAndColumn(at source.Span) string {
	return fmt.Sprintf("line %d col %d", at.Line(), at.Column()+1)
}
