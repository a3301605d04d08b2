package stdlib

import (
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
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

// TestInterpolate does the same for "%".
func TestInterpolate(t *testing.T) {
	one, big := starlark.MakeInt(1), starlark.MakeInt(1).Lsh(80)
	for _, c := range []struct {
		format string
		arg    starlark.Value
		filled bool
	}{
		{"%s", starlark.String("a%d"), true},
		{"%d", starlark.MakeInt(-12), true},
		{"ä-%s%d.", starlark.Tuple{starlark.String("ö"), one}, true},
		{"%s", one, true},
		{"plain", starlark.Tuple{}, true},
		{"plain", one, false}, // one too many
		{"%d", starlark.Tuple{}, false},
		{"%d %d", starlark.Tuple{one}, false},
		{"%d", starlark.Tuple{one, one}, false},
		{"%d", starlark.String("1"), false},
		{"%d", starlark.Float(1), false},
		{"%d", starlark.True, false},
		{"%s", starlark.None, false},
		{"%d", big, false},
		{"%x", one, false},
		{"%%", starlark.Tuple{}, false},
		{"%", one, false},
		{"%(a)s", starlark.NewDict(0), false},
		{"%r", starlark.String("a"), false},
	} {
		got, filled := interpolate(c.format, c.arg)
		if filled != c.filled {
			t.Errorf("%q %% %v: filled: %v, want %v", c.format, c.arg, filled, c.filled)
		}
		if !filled {
			continue
		}
		want, err := starlark.Binary(syntax.PERCENT, starlark.String(c.format), c.arg)
		if err != nil {
			t.Fatalf("%q: %v", c.format, err)
		}
		if want != starlark.String(got) {
			t.Errorf("%q: %q, want %v", c.format, got, want)
		}
	}
}
