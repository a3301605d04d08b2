package main

import (
	"html"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// This file gives code its colours. Chroma takes "#@" for a comment, so YAML has
// a lexer of its own here; the code in it is Starlark, which is Python enough.

// highlight returns code as HTML, with classes of what its parts are.
func highlight(language, code string) string {
	lexer := lexerOf(language)
	if lexer == nil {
		return html.EscapeString(code)
	}
	tokens, err := chroma.Coalesce(lexer).Tokenise(nil, code)
	if err != nil {
		return html.EscapeString(code)
	}
	var b strings.Builder
	for _, t := range tokens.Tokens() {
		class := classOf(t.Type)
		text := html.EscapeString(t.Value)
		if class == "" {
			b.WriteString(text)
			continue
		}
		// A span does not go over the end of a line.
		for line := range strings.SplitAfterSeq(text, "\n") {
			if body := strings.TrimSuffix(line, "\n"); body != "" {
				b.WriteString(`<span class="` + class + `">` + body + "</span>")
			}
			if strings.HasSuffix(line, "\n") {
				b.WriteByte('\n')
			}
		}
	}
	return b.String()
}

func lexerOf(language string) chroma.Lexer {
	switch language {
	case "yaml", "yml":
		return yaml
	case "":
		return nil
	}
	return lexers.Get(language)
}

// classOf returns the class of a kind of token; the style sheet has a colour for
// each.
func classOf(t chroma.TokenType) string {
	switch {
	case t == chroma.NameDecorator:
		return "an" // an annotation
	case t == chroma.CommentPreproc:
		return "at" // the mark of code
	case t == chroma.NameTag || t == chroma.NameAttribute:
		return "k" // a key
	case t.InCategory(chroma.Comment):
		return "c"
	case t.InCategory(chroma.Keyword):
		return "kw"
	case t.InSubCategory(chroma.LiteralString):
		return "s"
	case t.InSubCategory(chroma.LiteralNumber):
		return "n"
	}
	return ""
}

// yaml is YAML with code in comments.
var yaml = chroma.MustNewLexer(&chroma.Config{Name: "ytt", EnsureNL: false}, func() chroma.Rules {
	return chroma.Rules{
		"root": {
			{Pattern: `(#@)([a-z][\w/-]*)([^\n]*)`,
				Type: chroma.ByGroups(chroma.CommentPreproc, chroma.NameDecorator, starlark)},
			{Pattern: `(#@)(?=\s|$)([^\n]*)`, Type: chroma.ByGroups(chroma.CommentPreproc, starlark)},
			{Pattern: `#[^\n]*`, Type: chroma.Comment},
			{Pattern: `\(@(?:(?!@\)).)*@\)`, Type: chroma.CommentPreproc},
			{Pattern: `---|\.\.\.`, Type: chroma.CommentPreproc},
			{Pattern: `(\s*(?:- +)*)([\w./"'$-][^\n:#"']*?)(:)(?=\s|$)`,
				Type: chroma.ByGroups(chroma.Text, chroma.NameTag, chroma.Punctuation)},
			{Pattern: `"(?:\\.|[^"\\])*"|'(?:''|[^'])*'`, Type: chroma.LiteralString},
			{Pattern: `\b(?:true|false|null)\b`, Type: chroma.Keyword},
			{Pattern: `(?<![\w.-])-?\d+(?:\.\d+)?(?![\w.-])`, Type: chroma.LiteralNumber},
			{Pattern: `[^\s"'#(\d-]+|[\s\S]`, Type: chroma.Text},
		},
	}
})

// starlark emits code as Python.
var starlark = chroma.EmitterFunc(func(groups []string, _ *chroma.LexerState) chroma.Iterator {
	tokens, err := lexers.Get("python").Tokenise(nil, groups[0])
	if err != nil {
		return chroma.Literator(chroma.Token{Type: chroma.Text, Value: groups[0]})
	}
	var all []chroma.Token
	for _, t := range tokens.Tokens() {
		if t.Value == "end" && t.Type.InCategory(chroma.Name) {
			t.Type = chroma.Keyword
		}
		all = append(all, t)
	}
	// The lexer adds the end of the line.
	if n := len(all); n > 0 {
		all[n-1].Value = strings.TrimSuffix(all[n-1].Value, "\n")
	}
	return chroma.Literator(all...)
})
