package script_test

import (
	"testing"

	"go.starlark.net/starlark"

	"ytt/internal/script"
	"ytt/internal/source"
)

// TestFormattingDetour checks which expressions go through the functions of the host: those return what they are called
// with, in a tuple.
func TestFormattingDetour(t *testing.T) {
	env := starlark.StringDict{
		script.FormatString: starlark.NewBuiltin("string", func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			return starlark.String("detour: " + string(args[0].(starlark.String))), nil
		}),
		script.FormatMethod: starlark.NewBuiltin("method", func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			return append(args, starlark.MakeInt(len(kwargs))), nil
		}),
	}
	for _, test := range []struct{ text, want string }{
		{`r = "%s" % 1.0`, `"detour: 1.0"`},
		{`f = "%s"; x = 1; r = f % x`, `"detour: 1"`},
		{`r = "%s" % (1,)`, `"detour: 1"`},
		{`r = "%s" % 1`, `"detour: 1"`},
		{`r = "%s" % "x"`, `"x"`},
		{`x = 2; r = 7 % x`, `1`},
		{`r = "%s"; x = 1; r %= x`, `"detour: 1"`},
		{`def f():
			r = "%s"
			r %= [1]
			return r
		end
		r = f()`, `"detour: [1]"`},
		{`r = ["%s"]; r[0] %= [1]`, `["detour: [1]"]`},
		{`r = {"a": ["%s"]}; i = 0; r["a"][i] %= [1]`, `{"a": ["detour: [1]"]}`},
		{`r = ["%s"]; r[len("")] %= [1]`, `["[1]"]`},
		{`r = "{}".format(1, a=2)`, `("{}", 1, 1)`},
		{`r = [x.format(*[1, 2]) for x in ["a"]]`, `[("a", 1, 2, 0)]`},
		{`r = "{}".format("%s" % 1.0)`, `("{}", "detour: 1.0", 0)`},
		{`r = type("{}".format)`, `"builtin_function_or_method"`},
	} {
		src := source.New("a.star", test.text)
		file, diags := script.Star(src, script.Options{})
		if diags.HasErrors() {
			t.Fatalf("%s: %s", test.text, diags.Text())
		}
		program, diags := script.Program(file, func(string) *source.File { return src }, env.Has)
		if diags.HasErrors() {
			t.Fatalf("%s: %s", test.text, diags.Text())
		}
		globals, err := program.Init(&starlark.Thread{}, env)
		if err != nil {
			t.Fatalf("%s: %v", test.text, err)
		}
		if got := globals["r"].String(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.text, got, test.want)
		}
	}
}
