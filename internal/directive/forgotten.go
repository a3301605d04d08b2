package directive

import (
	"strings"

	"ytt/internal/annotation"
)

// This file implements the recognition of code in comments that lack the "@". Comments are full of sentences that begin like
// code ("# if you need it:", "# for example:", "# data/values.yml is …"), so it takes more than a first word.

// Forgotten reports whether an unknown comment looks as if its author forgot the "@": "# if x == 1:", "#load(…)",
// "#overlay/match", or put a space in front of it: "# @overlay/match".
func Forgotten(text string) bool {
	text = strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(text, "#")), "@")
	word, rest := text, ""
	if end := strings.IndexAny(text, " \t"); end >= 0 {
		word, rest = text[:end], strings.TrimSpace(text[end:])
	}
	body, isBlock := strings.CutSuffix(rest, ":")
	switch word {
	case "end", "else:":
		return rest == ""
	case "if", "elif", "while", "if/end", "elif/end":
		return isBlock && isExpression(body)
	case "for", "for/end":
		names, list, found := strings.Cut(body, " in ")
		return isBlock && found && isNames(names) && isExpression(list)
	case "def":
		return isBlock && isCall(body)
	}
	return strings.HasPrefix(text, "load(") || isAnnotation(word)
}

// isAnnotation reports whether a word is the name of an annotation. Those of schemas need not exist, but have no dots and
// no second slash.
func isAnnotation(word string) bool {
	if name, ok := strings.CutPrefix(word, annotation.SchemaPrefix); ok {
		return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-") == ""
	}
	return strings.Contains(word, "/") && (annotation.Lookup(word) != nil || word == "template/code" || word == "template/value")
}

// isExpression reports whether a text is hardly anything but an expression: it has the signs of one, or is a name of one letter,
// and no two words stand side by side.
func isExpression(text string) bool {
	signs := false
	wasWord := false
	for field := range strings.FieldsSeq(withoutStrings(text)) {
		switch field {
		case "and", "or", "not", "in", "if", "else":
			wasWord = false
			continue
		}
		if wasWord && (isWord(field[0]) || field[0] == '(') {
			return false
		}
		wasWord = isWord(field[len(field)-1]) || field[len(field)-1] == ')'
		signs = signs || strings.ContainsAny(field[:len(field)-1], "._([") && isWord(field[0]) || strings.ContainsAny(field, "=<>+%\"'[")
	}
	return signs || len(text) == 1 && isWord(text[0])
}

// withoutStrings empties the strings in a text, which may hold words.
func withoutStrings(text string) string {
	parts := strings.Split(text, `"`)
	for i := 1; i < len(parts); i += 2 {
		parts[i] = ""
	}
	return strings.Join(parts, `"`)
}

// isNames reports whether a text is names with commas between them.
func isNames(text string) bool {
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name == "" || !isName(name) {
			return false
		}
	}
	return true
}

// isCall reports whether a text begins with a name and an opening bracket, and ends with a closing one.
func isCall(text string) bool {
	name, _, found := strings.Cut(text, "(")
	return found && isName(name) && strings.HasSuffix(text, ")")
}

func isName(text string) bool {
	for i := range len(text) {
		if !isWord(text[i]) {
			return false
		}
	}
	return text != ""
}

// isWord recognises the bytes of names.
func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}
