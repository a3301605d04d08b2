package diff

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/source"
)

// This file implements comparing functions: two are the same if they have the same text, and so have the functions that
// they call, and the values are equal that they use besides.

// sameFunction reports whether a function of the old version does the same as one of the new version, as far as can be
// told.
func (d *differ) sameFunction(o, n starlark.Callable) bool {
	return d.old.textOf(o) == d.new.textOf(n)
}

// textOf returns a text that is different for functions that may do something else.
func (s *side) textOf(c starlark.Callable) string {
	fn, ok := c.(*starlark.Function)
	if !ok {
		return c.Name()
	}
	if s.texts == nil {
		s.texts = map[string]string{}
	}
	key := fn.Position().String()
	for i := range fn.NumFreeVars() {
		_, v := fn.FreeVar(i)
		key += "\x00" + plain(v)
	}
	if text, known := s.texts[key]; known {
		return text
	}
	s.texts[key] = fn.Name() // functions may call each other
	text := s.definition(fn)
	s.texts[key] = text
	return text
}

func (s *side) definition(fn *starlark.Function) string {
	at := fn.Position()
	var file *source.File
	if s.Source != nil {
		file = s.Source(at.Filename())
	}
	if file == nil {
		return fn.Name()
	}
	text := bodyAt(file, at)
	var b strings.Builder
	b.WriteString(text)
	for i := range fn.NumFreeVars() {
		binding, v := fn.FreeVar(i)
		fmt.Fprintf(&b, "\n%s = %s", binding.Name, s.valueText(v))
	}
	for i := range fn.NumParams() {
		if v := fn.ParamDefault(i); v != nil {
			name, _ := fn.Param(i)
			fmt.Fprintf(&b, "\n%s = %s", name, s.valueText(v))
		}
	}
	globals := fn.Globals()
	for _, name := range globals.Keys() {
		if name != fn.Name() && mentions(text, name) {
			fmt.Fprintf(&b, "\n%s = %s", name, s.valueText(globals[name]))
		}
	}
	return b.String()
}

// valueText returns the text of a value that a function uses.
func (s *side) valueText(v starlark.Value) string {
	if c, ok := v.(starlark.Callable); ok {
		return s.textOf(c)
	}
	return plain(v)
}

// plain returns a value as text. Values of the program itself have none that tells them apart.
func plain(v starlark.Value) string {
	switch v := v.(type) {
	case nil:
		return ""
	case starlark.Callable:
		return v.Name()
	}
	return v.String()
}

// mentions reports whether a name is a word of a text.
func mentions(text, name string) bool {
	for rest := text; ; {
		i := strings.Index(rest, name)
		if i < 0 {
			return false
		}
		end := i + len(name)
		if (i == 0 || !isWord(rest[i-1])) && (end == len(rest) || !isWord(rest[end])) {
			return true
		}
		rest = rest[end:]
	}
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// bodyAt returns the text of the function that is defined at a position, without comments and indentation.
func bodyAt(file *source.File, at syntax.Position) string {
	line := int(at.Line)
	if line < 1 || line > file.Lines() {
		return ""
	}
	first := file.LineText(line)
	rest := first[min(max(int(at.Col)-1, 0), len(first)):]
	if !strings.HasPrefix(strings.TrimSpace(code(first)), "def ") {
		return lambda(file, line, rest)
	}
	var b strings.Builder
	depth := 0
	before := "" // the lines of a parameter list that goes on
	for ; line <= file.Lines(); line++ {
		text := code(file.LineText(line))
		if text == "" {
			continue
		}
		b.WriteString(text)
		b.WriteByte('\n')
		text = before + text
		if before = ""; depth == 0 && strings.Count(text, "(") > strings.Count(text, ")") {
			before = text + " "
			continue
		}
		switch {
		case text == "end":
			if depth--; depth <= 0 {
				return b.String()
			}
		case strings.HasSuffix(text, ":") && opens(text):
			depth++
		case depth == 0:
			return b.String() // it is all on one line
		}
	}
	return b.String()
}

// opens reports whether a line of code begins a block that an "end" ends.
func opens(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return word == "def" || word == "if" || word == "for" || word == "while"
}

// code returns the code of a line: without the marks of templates, indentation and comments on lines of their own.
func code(line string) string {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "#") {
		if !strings.HasPrefix(line, "#@") || strings.HasPrefix(line, "#@!") {
			return ""
		}
		line = strings.TrimSpace(line[2:])
	}
	return line
}

// lambda returns the text from a position to the end of the expression there: the bracket that closes one in front of it, or a
// comma.
func lambda(file *source.File, line int, rest string) string {
	var b strings.Builder
	depth := 0
	for inBody := false; ; {
		for i := range len(rest) {
			switch c := rest[i]; {
			case c == '(' || c == '[' || c == '{':
				depth++
			case c == ')' || c == ']' || c == '}':
				if depth--; depth < 0 {
					return strings.TrimSpace(b.String())
				}
			case c == ':' && depth == 0:
				inBody = true
			case c == ',' && depth == 0 && inBody:
				return strings.TrimSpace(b.String())
			}
			b.WriteByte(rest[i])
		}
		if line++; depth == 0 || line > file.Lines() {
			return strings.TrimSpace(b.String())
		}
		rest = code(file.LineText(line))
	}
}
