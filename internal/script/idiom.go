package script

import (
	"strings"

	"ytt/internal/diag"
)

// rewrites are words and marks of other languages, with what stands for them here. They apply to code whose message matches.
var rewrites = [...]struct{ message, old, new string }{
	{"undefined: true", "true", "True"},
	{"undefined: false", "false", "False"},
	{"undefined: null", "null", "None"},
	{"undefined: nil", "nil", "None"},
	{"undefined: none", "none", "None"},
	{"undefined: values", "values.", "data.values."},
	{"got '&', want primary expression", "&&", "and"},
	{"got '|', want primary expression", "||", "or"},
	{"got if, want ':'", "else if ", "elif "},
	{"got *, want newline", "else if ", "elif "},
	{"got *, want newline", "elseif ", "elif "},
	{"got *, want newline", "elsif ", "elif "},
	{"got *, want newline", "foreach ", "for "},
	{"got *, want newline", "unless ", "if not "},
	{"got *, want newline", "define ", "def "},
	{"got *, want newline", "func ", "def "},
	{"got *, want newline", "function ", "def "},
	{"got is, *", " is not ", " != "},
	{"got is, *", " is ", " == "},
	{"unexpected input character '!'", "!", "not "},
	{"unexpected input character '$'", "$", ""},
}

// writtenHere returns a note with the code as it is to be written, for code in the way of another language. It is no hint, because
// the hints of ytt 0.48 stand in one line with the message.
func writtenHere(message, code string) []diag.Note {
	if _, behind, ok := strings.Cut(code, "#@ "); ok {
		code = behind
	}
	if better := rewritten(message, strings.TrimSpace(code)); better != "" {
		return []diag.Note{{Message: "here it is written: " + better}}
	}
	return nil
}

// rewritten returns a line of code as it is written here, where a word or a mark of another language was used; "" if none was.
func rewritten(message, code string) string {
	if strings.ContainsAny(code, "\n\\") || strings.Contains(code, "${") || !evenQuotes(code) {
		return ""
	}
	switch {
	case message == "unexpected input character '?'":
		return conditional(code)
	case readUpstream(message).kind == missingColon:
		return code + ":"
	case message == "got ':', want '('" && strings.HasPrefix(code, "def ") && strings.HasSuffix(code, ":") && isPlainName(code[len("def "):len(code)-1]):
		return code[:len(code)-1] + "():"
	case message == "got string literal, want '('" && strings.HasPrefix(code, "load "):
		return "load(" + strings.TrimSpace(strings.TrimPrefix(code, "load ")) + ")"
	case message == "got identifier, want newline":
		if assignment := declared(code); assignment != "" {
			return assignment
		}
	}
	result := code
	for _, r := range rewrites {
		if match(r.message, message) {
			result = replaceCode(result, r.old, r.new)
		}
	}
	if result == code {
		return ""
	}
	return result
}

// declared returns the assignment behind a word that declares variables in other languages; "" for other code.
func declared(code string) string {
	word, assignment, _ := strings.Cut(code, " ")
	switch word {
	case "let", "var", "const", "set", "local", "my":
		if name, _, ok := strings.Cut(assignment, "="); ok && isPlainName(strings.TrimSpace(name)) {
			return assignment
		}
	}
	return ""
}

// conditional rewrites "condition ? x : y"; it returns "" for any other code, also for one condition inside of another.
func conditional(code string) string {
	condition, values, _ := strings.Cut(code, "?")
	yes, no, ok := strings.Cut(values, ":")
	if !ok || strings.ContainsAny(code, "\"'=()[]{}") || strings.ContainsAny(no, "?:") || strings.Contains(yes, "?") {
		return ""
	}
	return strings.TrimSpace(yes) + " if " + strings.TrimSpace(condition) + " else " + strings.TrimSpace(no)
}

// replaceCode replaces text outside of strings, where it is no part of a longer word and not the start of "!=".
func replaceCode(code, old, new string) string {
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(code); {
		c := code[i]
		if quote == 0 && strings.HasPrefix(code[i:], old) && !continuesWord(code, i, old) {
			b.WriteString(new)
			i += len(old)
			continue
		}
		switch {
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		}
		b.WriteByte(c)
		i++
	}
	return b.String()
}

// continuesWord reports whether the text at i is a part of something longer.
func continuesWord(code string, i int, text string) bool {
	end := i + len(text)
	if text == "!" {
		return end < len(code) && code[end] == '='
	}
	if isWordByte(text[0]) && i > 0 && (isWordByte(code[i-1]) || code[i-1] == '.') {
		return true
	}
	return isWordByte(text[len(text)-1]) && end < len(code) && isWordByte(code[end])
}

// evenQuotes reports whether the strings in code are closed.
func evenQuotes(code string) bool {
	return strings.Count(code, `"`)%2 == 0 && strings.Count(code, "'")%2 == 0
}
