package script

import "testing"

// TestRewritten: what was written in the way of another language is shown as it is written here, or not at all.
func TestRewritten(t *testing.T) {
	for _, c := range []struct{ message, code, want string }{
		{"unexpected input character '!'", "if !a and b != c:", "if not a and b != c:"},
		{"got '&', want primary expression", `if a && b == "&&":`, `if a and b == "&&":`},
		{"got if, want ':'", "else if a:", "elif a:"},
		{"got is, want ':'", "if a is not None:", "if a != None:"},
		{"got is, want ':'", "if this is None:", "if this == None:"},
		{"undefined: values", "values.app + data.values.app", "data.values.app + data.values.app"},
		{"undefined: true", "x == true and true_too", "x == True and true_too"},
		{"got identifier, want newline", "foreach x in y:", "for x in y:"},
		{"got identifier, want newline", "define f(x):", "def f(x):"},
		{"unexpected input character '?'", "a.b ? 3 : 1", "3 if a.b else 1"},
		{"unexpected input character '?'", "a ? b : c ? d : e", ""},
		{"unexpected input character '?'", `f(a ? 1 : 2)`, ""},
		{"unexpected input character '!'", `if !a == "x:`, ""},
		{"undefined: other", "other", ""},
		{"unexpected input character '$'", "x + ${b}", ""},
		{"unexpected input character '$'", "$b", "b"},
	} {
		if got := rewritten(c.message, c.code); got != c.want {
			t.Errorf("rewritten(%q, %q) = %q, want %q", c.message, c.code, got, c.want)
		}
	}
}
