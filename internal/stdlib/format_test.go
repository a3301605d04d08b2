package stdlib

import (
	"testing"

	"go.starlark.net/starlark"
)

// TestFill compares formats that are filled in here with what the interpreter makes of them.
func TestFill(t *testing.T) {
	big := starlark.MakeInt(1).Lsh(80)
	for _, c := range []struct {
		format string
		args   starlark.Tuple
		filled bool
	}{
		{"", nil, true},
		{"plain", nil, true},
		{"{}", starlark.Tuple{starlark.String("a")}, true},
		{"{}-{}", starlark.Tuple{starlark.String("ä{}"), starlark.MakeInt(-12)}, true},
		{"{}", starlark.Tuple{starlark.MakeInt(1), starlark.MakeInt(2)}, true}, // one too many
		{"{} {}", starlark.Tuple{starlark.MakeInt(1)}, false},
		{"{}", starlark.Tuple{big}, false},
		{"{}", starlark.Tuple{starlark.True}, false},
		{"{}", starlark.Tuple{starlark.None}, false},
		{"{0}", starlark.Tuple{starlark.MakeInt(1)}, false},
		{"{a}", nil, false},
		{"{{}}", nil, false},
		{"{}}}", starlark.Tuple{starlark.MakeInt(1)}, false},
		{"}", nil, false},
		{"{", nil, false},
		{"{!r}", starlark.Tuple{starlark.String("a")}, false},
	} {
		got, filled := fill(c.format, c.args)
		if filled != c.filled {
			t.Errorf("%q: filled: %v, want %v", c.format, filled, c.filled)
		}
		if !filled {
			continue
		}
		method, err := starlark.String(c.format).Attr("format")
		if err != nil {
			t.Fatal(err)
		}
		want, err := starlark.Call(&starlark.Thread{}, method, c.args, nil)
		if err != nil {
			t.Fatalf("%q: %v", c.format, err)
		}
		if want != starlark.String(got) {
			t.Errorf("%q: %q, want %v", c.format, got, want)
		}
	}
}
