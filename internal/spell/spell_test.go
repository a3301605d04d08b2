package spell_test

import (
	"testing"

	"ytt/internal/spell"
)

func TestNearest(t *testing.T) {
	for _, c := range []struct{ name, candidates, want string }{
		{"replica", "replicas", "replicas"},
		{"dbHost", "db_host", "db_host"},
		{"prot", "port", "port"}, // two letters changed places
		{"prot", "proto", "proto"},
		{"ab", "ba", "ba"},
		{"a", "b", ""},
		{"host", "port", ""},
		{"abcd", "badc", ""},
		{"", "a", ""},
		{"Ä", "ä", "ä"},
	} {
		if got := spell.Nearest(c.name, []string{"unrelated", c.candidates}); got != c.want {
			t.Errorf("%s among %s: got %q, want %q", c.name, c.candidates, got, c.want)
		}
	}
}

func TestHint(t *testing.T) {
	for _, c := range []struct{ format, name, want string }{
		{"did you mean %q?", "prt", `did you mean "port" or "prot"?`},
		{"did you mean '%s'?", "prt", `did you mean 'port' or 'prot'?`},
		{"did you mean --%s?", "hst", "did you mean --host?"},
	} {
		if got := spell.Hint(c.format, c.name, []string{"host", "prot", "port"}); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: got %q, want %s", c.name, got, c.want)
		}
	}
	if got := spell.Hint("did you mean %q?", "x", []string{"host"}); got != nil {
		t.Errorf("got %q", got)
	}
}

func TestPlain(t *testing.T) {
	for _, c := range []struct {
		name, plain, said string
		ok                bool
	}{
		{"p\u043ert", "port", "the \"\u043e\" in it is U+043E (Cyrillic), which only looks like \"o\"", true},
		{"na\u200bme", "name", "there is an invisible character in it, U+200B", true},
		{"port", "port", "", false},
		{"\u043f\u043e\u0440\u0442", "", "", false}, // a word
		{"gr\u00f6\u00dfe", "", "", false},
	} {
		plain, first, ok := spell.Plain(c.name)
		if ok != c.ok || ok && (plain != c.plain || first.String() != c.said) {
			t.Errorf("%q: got %q, %s, %v", c.name, plain, first, ok)
		}
	}
}
