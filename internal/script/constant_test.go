package script_test

import (
	"testing"

	"go.starlark.net/starlark"

	"ytt/internal/script"
)

// collect returns what a call gets from the interpreter.
func collect(code string) (args starlark.Tuple, kwargs []starlark.Tuple, err error) {
	f := starlark.NewBuiltin("f", func(_ *starlark.Thread, _ *starlark.Builtin, a starlark.Tuple,
		k []starlark.Tuple) (starlark.Value, error) {
		args, kwargs = a, k
		return starlark.None, nil
	})
	_, err = starlark.EvalOptions(script.Dialect(), &starlark.Thread{}, "test", "f("+code+"\n)",
		starlark.StringDict{"f": f})
	return args, kwargs, err
}

func checkConstants(t *testing.T, code string) bool {
	t.Helper()
	args, kwargs, ok := script.Constants(code)
	if !ok {
		return false
	}
	wantArgs, wantKwargs, err := collect(code)
	if err != nil {
		t.Fatalf("Constants(%q) accepts what the interpreter rejects: %v", code, err)
	}
	if args.String() != wantArgs.String() || len(kwargs) != len(wantKwargs) {
		t.Fatalf("Constants(%q) = %v %v, the interpreter says %v %v", code, args, kwargs, wantArgs, wantKwargs)
	}
	for i := range kwargs {
		if kwargs[i].String() != wantKwargs[i].String() {
			t.Fatalf("Constants(%q): keyword %v, the interpreter says %v", code, kwargs[i], wantKwargs[i])
		}
	}
	return true
}

var constants = []struct {
	code string
	ok   bool
}{
	{``, true},
	{` "a text, with = and ( in it"`, true},
	{`'single'`, true},
	{`missing_ok=True`, true},
	{`by="name", expects=2`, true},
	{`1, -2, 3.5, True, False, None`, true},
	{`0.1, -123456789.123, 1234567890123`, true},
	{`[1, "a", [2]], (1,), ("x"), (), {"k": [1], "j": {}}`, true},
	{`("what", {"name": ""}), ("more", [1, 2,])`, true},
	{`one_of=["a", "b"], min=0`, true},
	{`"a" "b"`, false},
	{`"a\n"`, false},
	{`"""a"""`, false},
	{`r"a"`, false},
	{`1 + 2`, false},
	{`x`, false},
	{`f(1)`, false},
	{`lambda v: v`, false},
	{`a=1, 2`, false},
	{`a=1, a=2`, false},
	{`01`, false},
	{`0x10`, false},
	{`1e3`, false},
	{`1_000`, false},
	{`"a" # remark`, false},
	{`[1`, false},
	{`{"a": 1, "a": 2}`, false},
	{`{[]: 1}`, false},
	{`*[1]`, false},
	{`a==1`, false},
}

func TestConstants(t *testing.T) {
	for _, c := range constants {
		if got := checkConstants(t, c.code); got != c.ok {
			t.Errorf("Constants(%q) ok = %t, want %t", c.code, got, c.ok)
		}
	}
}

// FuzzConstants checks that whatever is read as constants means the same to the
// interpreter.
func FuzzConstants(f *testing.F) {
	for _, c := range constants {
		f.Add(c.code)
	}
	f.Fuzz(func(t *testing.T, code string) { checkConstants(t, code) })
}
