package script

import (
	"errors"
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
	x, diags := new(Parser).Expr(source.Span{File: file, End: int32(len(text))})
	if len(diags) > 0 || !IsReading(x) {
		return false
	}
	env := readingNames()
	var names Names
	names.Add(x)
	values := make(starlark.Tuple, len(names))
	for i, name := range names {
		if values[i] = env[name.Name]; values[i] == nil {
			return true // that is found out before
		}
	}
	got, failed := names.Read(x, values)
	want, err := starlark.EvalExprOptions(Dialect(), &starlark.Thread{}, copied(x), env)
	switch {
	case (err == nil) != (failed == nil):
		t.Fatalf("%s: %v, the interpreter says %v", text, failed, err)
	case err == nil:
		if equal, err := starlark.Equal(got, want); err != nil || !equal {
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

// A name that stands in many readings is asked for once.
func TestNames(t *testing.T) {
	var names Names
	for _, text := range []string{"a.b", "c + a", "a.c + d.c", "1"} {
		file := source.New("a.yml", text)
		x, diags := new(Parser).Expr(source.Span{File: file, End: int32(len(text))})
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		names.Add(x)
	}
	got := ""
	for _, x := range names.Tuple(syntax.Position{}).List {
		got += x.(*syntax.Ident).Name
	}
	if got != "acd" {
		t.Errorf("names %s, want acd", got)
	}
}
