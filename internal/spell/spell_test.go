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
