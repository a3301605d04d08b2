package script

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"

	"ytt/internal/source"
)

// readings are expressions, and whether they have no effect and call nothing.
var readings = map[string]bool{
	"x": true, "1": true, `"a"`: true, "s.name": true, "s.inner.name + \"-\" + x": true, "n + 1": true, "l + l2": true, "1 + n + n": true,
	"s.nothing": true, "s.inner.nam": true, "x.y": true, "None.x": true, "n + x": true, "s.name + s.nothing": true, "x + n + s.nothing": true, "s.upper": true,
	"s.name.upper": true, "l.append": true,
	"x + x": false, "f()": false, "s.name.upper()": false, "l[0]": false, "n - 1": false, "(x)": false, "[x]": false, "not x": false,
	"b\"a\"": false, "1.5": false, "x if n else l": false,
}

func readingNames() starlark.StringDict {
	inner := starlarkstruct.FromStringDict(starlarkstruct.Default, starlark.StringDict{"name": starlark.String("in")})
	return starlark.StringDict{
		"x": starlark.String("text"), "n": starlark.MakeInt(3), "l": starlark.NewList([]starlark.Value{starlark.MakeInt(1)}),
		"l2": starlark.NewList(nil), "f": starlark.None, "None": starlark.None,
		"s": starlarkstruct.FromStringDict(starlarkstruct.Default, starlark.StringDict{"name": starlark.String("out"), "inner": inner}),
	}
}

// TestReadings compares what readings give with what the interpreter makes of them: values, messages, places.
func TestReadings(t *testing.T) {
	for text, want := range readings {
		if got := readingAgrees(t, text); got != want {
			t.Errorf("%s: a reading: %v, want %v", text, got, want)
		}
	}
}

func FuzzReading(f *testing.F) {
	for text := range readings {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { readingAgrees(t, text) })
}

func readingAgrees(t *testing.T, text string) bool {
	t.Helper()
	file := source.New("a.yml", text)
	span := source.Span{File: file, End: int32(len(text))}
	r, ok := new(Parser).Reading(span)
	if !ok {
		return false
	}
	x, diags := new(Parser).Expr(span)
	if len(diags) > 0 {
		t.Fatalf("%q is a reading, but: %v", text, diags)
	}
	env := readingNames()
	var names Names
	names.Add(r)
	values := make(starlark.Tuple, names.Len())
	for i, name := range names.words {
		if values[i] = env[name]; values[i] == nil {
			return true // that is found out before
		}
	}
	got, failed := names.Read(r, values)
	want, err := starlark.EvalExprOptions(Dialect(), &starlark.Thread{}, x, env)
	switch {
	case (err == nil) != (failed == nil):
		t.Fatalf("%s: %v, the interpreter says %v", text, failed, err)
	case err == nil:
		if equal, err := sameValue(got, want); err != nil || !equal {
			t.Fatalf("%s: %v, the interpreter says %v (%v)", text, got, want, err)
		}
	default:
		var eval *starlark.EvalError
		if !errors.As(err, &eval) {
			t.Fatal(err)
		}
		placed := failed.(*PlacedError)
		if at := eval.CallStack.At(0).Pos; placed.Error() != eval.Msg || !samePosition(placed.At, at) {
			t.Fatalf("%s: %s: %v, the interpreter says %s: %s", text, at, placed, placed.At, eval.Msg)
		}
	}
	return true
}

// sameValue compares values. A method of a value is a new object each time it is asked for: two are the same when they
// have a name in common and belong to the same value.
func sameValue(a, b starlark.Value) (bool, error) {
	if m, ok := a.(*starlark.Builtin); ok && m.Receiver() != nil {
		if n, ok := b.(*starlark.Builtin); ok && n.Receiver() != nil && m.Name() == n.Name() {
			return sameValue(m.Receiver(), n.Receiver())
		}
	}
	return starlark.Equal(a, b)
}

// A name that stands in many readings is asked for once, where it stands first.
func TestNames(t *testing.T) {
	var names Names
	file := source.New("a.yml", "a.b\nc + a\na.c +  d.c\n1\n")
	for line := 1; line <= 4; line++ {
		start := file.LineStart(line)
		r, ok := new(Parser).Reading(source.Span{File: file, Start: start, End: start + int32(len(file.LineText(line)))})
		if !ok {
			t.Fatalf("line %d is no reading", line)
		}
		names.Add(r)
	}
	var got []string
	for _, x := range names.Tuple(new(Places), syntax.Position{}).List {
		id := x.(*syntax.Ident)
		got = append(got, fmt.Sprintf("%s at %d:%d", id.Name, id.NamePos.Line, id.NamePos.Col))
	}
	if got := strings.Join(got, ", "); got != "a at 1:1, c at 2:1, d at 3:8" {
		t.Errorf("names %s", got)
	}
}
