package script

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.starlark.net/syntax"

	"ytt/internal/source"
)

// Expressions that are read without the parser, and such that only look like them.
var plainExpressions = []string{
	"x", " x ", "data.values.app.name", `"a"`, `'a'`, `""`, "0", "42", `"app-" + data.values.env`, "a+b + c", "f()", "f( )",
	"f(x)", `labels(name, "frontend")`, `f(g(h(1)), "x")[0].y(2)`, `"v-{}".format(i)`, "True", "x [ 1 ]", "x . y", "a.b (c)",
	`"a#b"`, "f(x)(y)[z]",
	"", "x y", "x.", "x.1", "1.5", "1.x", "0x10", "007", "0o7", "4294967296", "1_000", `"a\n"`, `"""a"""`, `"a" "b"`, `"a`, `r"a"`, `b"a"`,
	"f(x,)", "f(a=1)", "f(*a)", "x[1:2]", "x[]", "(x)", "-x", "x - y", "x if y else z", "not x", "end", "x.end", "pass", "x + end",
	"lambda: 1", "x # remark", "x #@ y", "é", `"é"`, "x\ty", "\tx", "x,", "x, y", "f(", "f(x", ")", "+", "x +", "x + ", "x.if",
}

func TestPlainIsWhatTheParserReads(t *testing.T) {
	accepted := 0
	for _, text := range plainExpressions {
		if plainAgrees(t, text) {
			accepted++
		}
	}
	if accepted != 22 {
		t.Errorf("%d expressions were read as plain ones; it was 22", accepted)
	}
}

func FuzzPlain(f *testing.F) {
	for _, text := range plainExpressions {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { plainAgrees(t, text) })
}

// plainAgrees compares the two ways of reading an expression, and reports whether it is plain.
func plainAgrees(t *testing.T, text string) bool {
	t.Helper()
	const before = "\nkey: #@ "
	file := source.New("a.yml", before+text)
	span := source.Span{File: file, Start: int32(len(before)), End: int32(len(file.Text))}
	key := file.Key()
	got := new(nodes).plain(span, &key)
	if got == nil {
		return false
	}
	want, diags := new(Parser).parenthesized("", []source.Span{span})
	if len(diags) > 0 {
		t.Fatalf("%q was accepted, but: %v", text, diags)
	}
	if diff := cmp.Diff(want.(*syntax.ParenExpr).X, got, cmp.Comparer(samePosition), cmpopts.IgnoreUnexported(syntax.Ident{},
		syntax.Literal{}, syntax.DotExpr{}, syntax.CallExpr{}, syntax.IndexExpr{}, syntax.BinaryExpr{})); diff != "" {
		t.Fatalf("%q is read differently:\n%s", text, diff)
	}
	return true
}

func samePosition(a, b syntax.Position) bool {
	return a.Filename() == b.Filename() && a.Line == b.Line && a.Col == b.Col
}
