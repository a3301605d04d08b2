package validate_test

import (
	"fmt"
	"strings"
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/script"
	"ytt/internal/source"
	"ytt/internal/testkit"
	"ytt/internal/tree"
	"ytt/internal/validate"
	"ytt/internal/value"
)

// TestSaw checks what is told of code that refuses a value. A line is the value
// and the rule, a function; "when:" in front of it is for a condition that
// holds. Values below keys that begin with "secret" are sensitive. Below stand
// what was found, and the expression that decided, with its values.
func TestSaw(t *testing.T) {
	testkit.Listing(t, "testdata/saw.txt", func(line string) string {
		given, code, _ := strings.Cut(line, " ;; ")
		node, err := value.ToTree(literal(t, given), at("value", 0))
		if err != nil {
			t.Fatal(err)
		}
		code, isWhen := strings.CutPrefix(strings.ReplaceAll(code, "¶", "\n"), "when: ")
		file := source.New("rule.star", code+"\n")
		parsed, problems := script.Star(file, script.Options{})
		if len(problems) > 0 {
			return problems.Text()
		}
		files := func(string) *source.File { return file }
		known := module()
		again, _ := script.Star(file, script.Options{})
		program, problems := script.Program(again, files, known.Has, nil, script.Options{})
		if len(problems) > 0 {
			return problems.Text()
		}
		globals, err := program.Init(&starlark.Thread{}, known)
		if err != nil {
			t.Fatal(err)
		}
		a := tree.Annotation{Name: annotation.AssertValidate, Span: at("annotation", 0),
			Args: starlark.Tuple{starlark.Tuple{starlark.String("right"), globals["f"]}}}
		if isWhen {
			a.Args = starlark.Tuple{starlark.Tuple{starlark.String("right"), literal(t, "lambda v: False")}}
			a.Kwargs = []starlark.Tuple{{starlark.String("when"), globals["f"]}}
		}
		rules, diags := validate.FromAnnotation(&a, nil)
		if len(diags) > 0 {
			return diags.Text()
		}
		guide := &byKey{rules: rules, here: !strings.Contains(given, `"rule"`)}
		names := starlark.StringDict{}
		for _, all := range []starlark.StringDict{known, globals} {
			for name, v := range all {
				names[name] = v
			}
		}
		found := validate.Run(&tree.Document{Value: node, Span: at("value", 0)}, guide, validate.Options{
			Again: func(fn *starlark.Function, args starlark.Tuple) *script.Sight {
				def := script.FunctionAt(parsed, fn.Position())
				if def == nil {
					return nil
				}
				witness := script.NewWitness(def, files, names.Has, nil)
				if witness == nil {
					return nil
				}
				predeclared := starlark.StringDict{}
				for name, v := range names {
					predeclared[name] = v
				}
				sight := witness.Call(&starlark.Thread{}, predeclared, args)
				sight.Place = func(n syntax.Node) (source.Span, bool) {
					start, _ := n.Span()
					end := script.EndOf(n)
					return source.Span{File: file, Start: file.Offset(int(start.Line), int(start.Col)),
						End: file.Offset(int(end.Line), int(end.Col))}, true
				}
				return sight
			}})
		var out strings.Builder
		for _, d := range found {
			failure, ok := d.Detail.(diag.RuleFailure)
			if !ok {
				out.WriteString(d.Message + "\n")
				continue
			}
			for _, r := range failure.Rules {
				fmt.Fprintf(&out, "%s: found %q\n", d.Path, r.Found)
				out.WriteString(seenText(r.Saw))
			}
			if failure.When != nil {
				out.WriteString("when " + seenText(failure.When))
			}
		}
		if out.Len() == 0 {
			return "valid"
		}
		return out.String()
	})
}

func seenText(s *diag.Seen) string {
	if s == nil {
		return "nothing is told\n"
	}
	var out strings.Builder
	out.WriteString("saw " + s.Code() + "\n")
	s.Values(func(code, text string) bool {
		fmt.Fprintf(&out, "  %s = %s\n", code, text)
		return true
	})
	return out.String()
}

// byKey has rules for the values of keys that begin with "rule", or for the
// document if there are none, and says that values below keys that begin with
// "secret" are sensitive.
type byKey struct {
	rules           *validate.Rules
	here, sensitive bool
}

func (g *byKey) Rules(tree.Node) *validate.Rules {
	if !g.here {
		return nil
	}
	return g.rules
}

func (g *byKey) CrossRules(tree.Node) []validate.CrossRule { return nil }
func (g *byKey) Sensitive() bool                           { return g.sensitive }
func (g *byKey) Item() validate.Guide                      { return &byKey{rules: g.rules} }

func (g *byKey) Entry(_ int, key tree.Value) validate.Guide {
	return &byKey{g.rules, strings.HasPrefix(key.Text, "rule"), strings.HasPrefix(key.Text, "secret")}
}
