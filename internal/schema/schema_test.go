package schema_test

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"ytt/internal/golden"
	"ytt/internal/schema"
	"ytt/internal/tree"
)

// TestDeclare declares every file of an archive: out come its mistakes, or else the defaults.
func TestDeclare(t *testing.T) {
	golden.Run(t, "testdata/declare/*.txtar", func(t *testing.T, in *txtar.Archive) []golden.Output {
		var out []golden.Output
		for _, f := range in.Files {
			s, diags := schema.Declare(load(t, f.Name, string(f.Data)), schema.Options{})
			text := diags.Text()
			if !diags.HasErrors() {
				text += print(t, s.Defaults())
			}
			out = append(out, golden.Output{Name: f.Name, Text: text})
		}
		return out
	})
}

// TestValues lays the files of an archive over the defaults of the first, which is the schema. Arrays of files with
// "plain" in their name replace, of others append. Out come, after every file, its violations, and in the end the
// values and the rules that they break.
func TestValues(t *testing.T) {
	golden.Run(t, "testdata/values/*.txtar", func(t *testing.T, in *txtar.Archive) []golden.Output {
		s := declare(t, string(in.Files[0].Data))
		doc := &tree.Document{Value: s.Defaults(), Span: s.Root.Span}
		var violations strings.Builder
		for _, f := range in.Files[1:] {
			before, edit := doc.Value, tree.NewEdit()
			merged := merge(edit, before, load(t, f.Name, string(f.Data)).Value, strings.Contains(f.Name, "plain"))
			doc = &tree.Document{Value: s.Complete(edit, before, merged), Span: doc.Span}
			violations.WriteString(s.Check(before, doc).Text())
		}
		return []golden.Output{
			{Name: "violations", Text: violations.String()},
			{Name: "rules", Text: s.Validate(nil, doc).Text()},
			{Name: "values", Text: print(t, doc.Value)},
		}
	})
}

// TestOpenAPI exports the schemas of an archive.
func TestOpenAPI(t *testing.T) {
	golden.Run(t, "testdata/openapi/*.txtar", func(t *testing.T, in *txtar.Archive) []golden.Output {
		var out []golden.Output
		for _, f := range in.Files {
			out = append(out, golden.Output{Name: f.Name, Text: print(t, schema.OpenAPI(declare(t, string(f.Data))))})
		}
		return out
	})
}

func declare(t testing.TB, text string) *schema.Schema {
	t.Helper()
	s, diags := schema.Declare(load(t, "schema.yml", text), schema.Options{})
	if diags.HasErrors() {
		t.Fatal(diags.Text())
	}
	return s
}

func print(t testing.TB, n tree.Node) string {
	t.Helper()
	text, err := tree.AppendNodeYAML(nil, n, tree.PrintOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// merge is a small stand-in for overlays.
func merge(edit *tree.Edit, left, right tree.Node, replace bool) tree.Node {
	if l, ok := left.(*tree.Map); ok {
		if r, ok := right.(*tree.Map); ok {
			l = edit.OwnMap(l)
			for _, e := range r.Entries {
				if i := l.Find(e.Key); i >= 0 {
					e.Value = merge(edit, l.Entries[i].Value, e.Value, replace)
					e.Notes = l.Entries[i].Notes
					l.Entries[i] = e
				} else {
					l.Append(e)
				}
			}
			return l
		}
	}
	if l, ok := left.(*tree.Array); ok && !replace {
		if r, ok := right.(*tree.Array); ok {
			return &tree.Array{Items: append(append([]tree.Item(nil), l.Items...), r.Items...)}
		}
	}
	return right
}

func TestSchemaWithoutDeclarations(t *testing.T) {
	s := schema.None()
	doc := load(t, "values.yml", "a: [1, {b: x}]\n")
	if got := s.Complete(tree.NewEdit(), nil, doc.Value); got != doc.Value {
		t.Errorf("values are changed:\n%s", print(t, got))
	}
	if diags := s.Check(nil, doc); diags != nil {
		t.Errorf("values are checked: %s", diags.Text())
	}
	want := "nullable: true\ndefault: null\n"
	components, _ := schema.OpenAPI(s).(*tree.Map).GetString("components")
	schemas, _ := components.(*tree.Map).GetString("schemas")
	values, _ := schemas.(*tree.Map).GetString("dataValues")
	golden.Diff(t, "export", want, print(t, values))
}

func TestAt(t *testing.T) {
	s := declare(t, "#@data/values-schema\n---\na:\n  b: 1\nc: [x]\n#@schema/type any=True\nd:\n  e: 1\n")
	for path, want := range map[string]string{
		"a": "map", "a.b": "integer", "c": "array", "d": "any", "d.e": "", "a.x": "", "a.b.c": "",
	} {
		got := ""
		if d := s.At(strings.Split(path, ".")); d != nil {
			got = d.Type.Words()
		}
		if got != want {
			t.Errorf("%s: got type %q, want %q", path, got, want)
		}
	}
}

// TestCompleteLeavesInputsAlone checks that completed values share the defaults, and that neither these nor the values
// that were given are changed.
func TestCompleteLeavesInputsAlone(t *testing.T) {
	s := declare(t, "#@data/values-schema\n---\nm:\n  a: 1\n  deep:\n    b: 2\nl:\n- k: 1\n  w: 2\n")
	defaults := print(t, s.Defaults())
	given := load(t, "values.yml", "l:\n- k: 5\n- {}\n")
	text := print(t, given.Value)

	complete := s.Complete(tree.NewEdit(), nil, given.Value)
	golden.Diff(t, "completed", "l:\n- k: 5\n  w: 2\n- k: 1\n  w: 2\nm:\n  a: 1\n  deep:\n    b: 2\n", print(t, complete))
	golden.Diff(t, "given values afterwards", text, print(t, given.Value))
	golden.Diff(t, "defaults afterwards", defaults, print(t, s.Defaults()))

	added, _ := complete.(*tree.Map).GetString("m")
	if shared, _ := s.Defaults().(*tree.Map).GetString("m"); added != shared {
		t.Error("a missing map is copied, not shared")
	}
	if again := s.Complete(tree.NewEdit(), nil, complete); again != complete {
		t.Error("complete values are copied when they are completed again")
	}
}

// TestCheckReportsLayersOnce checks that what a layer leaves alone is not reported again.
func TestCheckReportsLayersOnce(t *testing.T) {
	s := declare(t, "#@data/values-schema\n---\na: 1\nb:\n  c: 1\n")
	first := load(t, "first.yml", "a: x\nb:\n  zz: 1\n")
	second := &tree.Document{Value: merge(tree.NewEdit(), first.Value, load(t, "second.yml", "b:\n  c: y\n").Value, false)}
	if n := len(s.Check(nil, first)); n != 2 {
		t.Errorf("first layer has %d violations, want 2", n)
	}
	diags := s.Check(first.Value, second)
	if len(diags) != 1 || diags[0].Path != "b.c" {
		t.Errorf("second layer: want one violation at b.c, got %s", diags.Text())
	}
}

func TestUnknownAnnotationsCanBeIgnored(t *testing.T) {
	doc := load(t, "schema.yml", "#@data/values-schema\n---\n#@schema/nulable\n#@schema/title \"one\"\n#@schema/title \"two\"\na: 1\n")
	if _, diags := schema.Declare(doc, schema.Options{}); len(diags) != 2 {
		t.Errorf("want two mistakes, got %s", diags.Text())
	}
	s, diags := schema.Declare(doc, schema.Options{IgnoreUnknownAnnotations: true})
	if diags != nil {
		t.Fatal(diags.Text())
	}
	if got := s.At([]string{"a"}).Docs.Title; got != "two" {
		t.Errorf("title is %q, want the last one", got)
	}
}
