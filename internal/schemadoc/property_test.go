package schemadoc_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"ytt/internal/overlay"
	"ytt/internal/schema"
	"ytt/internal/schemadoc"
	"ytt/internal/tree"
)

// This file compares what we accept with what the exported schemas accept, by generated schemas and values.

// author writes schemas at random.
type author struct {
	*rand.Rand
	b      strings.Builder
	nature nature
}

// nature says whether a schema has sensitive values.
type nature bool

const (
	open    nature = false
	secrets nature = true
)

func (a *author) pick(words ...string) string { return words[a.IntN(len(words))] }

func (a *author) line(indent int, format string, args ...any) {
	a.b.WriteString(strings.Repeat("  ", indent))
	fmt.Fprintf(&a.b, format, args...)
	a.b.WriteByte('\n')
}

// schemaText returns a schema document.
func schemaText(r *rand.Rand, n nature) string {
	a := &author{Rand: r, nature: n}
	a.line(0, "#@data/values-schema\n---")
	a.keys(0, 3)
	return a.b.String()
}

// generated returns a number of schemas.
func generated(n int, of nature) []string {
	r := rand.New(rand.NewPCG(7, 8))
	all := make([]string, n)
	for i := range all {
		all[i] = schemaText(r, of)
	}
	return all
}

// keys writes the entries of a map.
func (a *author) keys(indent, depth int) {
	for i := range 1 + a.IntN(3) {
		a.presence(indent)
		a.node(indent, fmt.Sprintf("k%d:", i), depth)
	}
	patterns := []string{"[a-z]+_x", `allowed`, "[a-z]+_[xy]", "any"}
	for i, p := range patterns {
		if a.IntN(8) > 0 {
			continue
		}
		expects := a.pick(`"0+"`, `"0+"`, `"1+"`, "1", "[0, 2]")
		if p == "allowed" {
			p = "(?i)k[0-9]|a.c"
		}
		a.line(indent, "#@schema/key allowed=%q, expects=%s", p, expects)
		a.node(indent, fmt.Sprintf("p%d:", i), depth)
	}
}

func (a *author) presence(indent int) {
	switch a.IntN(10) {
	case 0:
		a.line(indent, "#@schema/required")
	case 1:
		a.line(indent, "#@schema/key missing_ok=True")
	case 2:
		if a.nature == secrets {
			a.line(indent, "#@schema/sensitive")
		}
	case 3:
		a.line(indent, `#@schema/removed "use another"`)
	case 4:
		a.line(indent, `#@schema/title "Title %d"`, a.IntN(9))
	case 5:
		a.line(indent, `#@schema/desc "one\ntwo: \"three\""`)
	case 6:
		a.line(indent, "#@schema/deprecated")
	}
}

// node writes a key or item with its value.
func (a *author) node(indent int, key string, depth int) {
	if a.IntN(4) == 0 {
		a.line(indent, "#@schema/nullable")
	}
	kind := a.IntN(8)
	if depth == 0 {
		kind = a.IntN(5)
	}
	switch kind {
	case 0:
		a.rules(indent, "min=1", "max=3", "multiple_of=2", "one_of=[1, 2, 3]", `format="port"`)
		a.line(indent, "%s %s", key, a.pick("1", "2", "5"))
	case 1:
		a.rules(indent, "min=1", "max=1.5", "multiple_of=0.5")
		a.line(indent, "%s %s", key, a.pick("0.5", "1.5"))
	case 2:
		a.rules(indent, `enum=[True]`)
		a.line(indent, "%s true", key)
	case 3:
		if a.IntN(2) == 0 {
			a.line(indent, "#@schema/type %s", a.pick(`"int", "string"`, `"null", "float", "string"`, `"bool", "string"`))
			a.rules(indent, "min_len=1", "min=2", `one_of=["a", 1, None]`, "not_null=True", `format=["port", "ip"]`)
		} else {
			a.rules(indent, "min_len=1", "max_len=2", `one_of=["a", "abc"]`, `regexp="a.?|[[:digit:]]+"`, `starts_with="a"`,
				`ends_with="c"`, `format="ip"`, `format="port"`, "not_null=True", `min_len=2, when_null_skip=False`, `format="percent"`)
		}
		a.line(indent, `%s "%s"`, key, a.pick("", "a", "abc"))
	case 4:
		a.line(indent, "#@schema/type any=True")
		a.rules(indent, "min_len=1", "min=2", "unique=True")
		a.line(indent, "%s %s", key, a.pick("1", "null", "[a, a]", "{a: 1.0, b: [{x: \"y\\nz\"}]}", "2.0"))
	case 5:
		a.rules(indent, "min_len=1", "max_len=1", "unique=True")
		a.line(indent, "%s", key)
		a.node(indent, "-", 0)
	default:
		if a.IntN(4) == 0 {
			a.line(indent, `#@schema/type one_of="string", or_inferred=True`)
		}
		a.rules(indent, "min_len=1", "max_len=2", "one_not_null=True", `one_not_null=["k0", "k1"]`, "not_null=True")
		a.line(indent, "%s", key)
		a.keys(indent+1, depth-1)
	}
}

func (a *author) rules(indent int, rules ...string) {
	if a.IntN(2) == 0 {
		a.line(indent, "#@schema/validation %s", a.pick(rules...))
	}
}

// valueFor returns a value that mostly fits a declaration.
func valueFor(r *rand.Rand, d *schema.Decl) tree.Node {
	t := &d.Type
	if r.IntN(12) == 0 || t.Any {
		return anyValue(r, 2)
	}
	var kinds []func() tree.Node
	add := func(is bool, value func() tree.Node) {
		if is {
			kinds = append(kinds, value)
		}
	}
	add(t.Scalars.Declares(tree.Null), func() tree.Node { return tree.NewNull() })
	add(t.Scalars.Declares(tree.Bool), func() tree.Node { return scalar(tree.BoolValue(r.IntN(2) == 0)) })
	add(t.Scalars.Declares(tree.Int), func() tree.Node { return scalar(tree.IntValue(int64(r.IntN(6)))) })
	add(t.Scalars.Declares(tree.Float), func() tree.Node { return scalar(tree.FloatValue(float64(r.IntN(4)) + 0.5)) })
	add(t.Scalars.Declares(tree.String), func() tree.Node { return scalar(tree.StringValue(anyText(r))) })
	add(t.Map != nil, func() tree.Node { return mapFor(r, t.Map) })
	add(t.Array != nil, func() tree.Node {
		a := &tree.Array{}
		for range r.IntN(4) {
			a.Items = append(a.Items, tree.Item{Value: valueFor(r, &t.Array.Item)})
		}
		return a
	})
	return kinds[r.IntN(len(kinds))]()
}

func scalar(v tree.Value) tree.Node { return &tree.Scalar{Value: v} }

func anyText(r *rand.Rand) string {
	texts := []string{"", "a", "ab", "abc", "x", "12", "70000", "10.0.0.1", "::1", "5%"}
	return texts[r.IntN(len(texts))]
}

func mapFor(r *rand.Rand, m *schema.Map) tree.Node {
	out := &tree.Map{}
	for i := range m.Keys {
		k := &m.Keys[i]
		if r.IntN(4) == 0 {
			continue
		}
		if k.Pattern == nil {
			put(out, k.Name.Text, valueFor(r, &k.Decl))
			continue
		}
		for range 1 + r.IntN(2) {
			names := []string{"a_x", "b_x", "b_y", "abc", "aXC", "K7", "k8", "zz"}
			put(out, names[r.IntN(len(names))], valueFor(r, &k.Decl))
		}
	}
	if r.IntN(12) == 0 {
		put(out, "unknown", scalar(tree.IntValue(1)))
	}
	return out
}

func put(m *tree.Map, key string, v tree.Node) {
	if _, given := m.GetString(key); !given {
		m.Append(tree.Entry{Key: tree.StringValue(key), Value: v})
	}
}

func anyValue(r *rand.Rand, depth int) tree.Node {
	switch n := r.IntN(6 + depth); n {
	case 0:
		return tree.NewNull()
	case 1:
		return scalar(tree.BoolValue(true))
	case 2, 3:
		return scalar(tree.IntValue(int64(r.IntN(5))))
	case 4:
		return scalar(tree.FloatValue(1.5))
	case 6:
		return &tree.Array{Items: []tree.Item{{Value: anyValue(r, depth-1)}, {Value: anyValue(r, depth-1)}}}
	case 7:
		m := &tree.Map{}
		put(m, "k0", anyValue(r, depth-1))
		return m
	}
	return scalar(tree.StringValue(anyText(r)))
}

// refusal returns why we refuse values, "" if we do not.
func refusal(s *schema.Schema, values tree.Node) string {
	doc := &tree.Document{Value: s.Complete(tree.NewEdit(), values, nil)}
	checked := s.Check(doc, schema.CheckOptions{Origins: overlay.NewOrigins(0, &tree.Document{Value: values})})
	return (append(checked.Violations, s.Validate(nil, doc, checked)...)).Text()
}

func compile(t *testing.T, text string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return compiled
}

// isInexact reports whether an export says itself that it is not all.
func isInexact(text string) bool {
	return strings.Contains(text, "x-ytt-rules") || strings.Contains(text, "$ref")
}

// TestJSONSchemaAcceptsWhatWeAccept compares decisions. An export accepts all that we accept, and, unless it says that there
// are rules besides, nothing else.
func TestJSONSchemaAcceptsWhatWeAccept(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	accepted, refused, exact := 0, 0, 0
	for range 1500 {
		source := schemaText(r, secrets)
		s, problems := tryDeclare(t, source)
		if problems.HasErrors() {
			continue // a rule that no value can meet
		}
		for _, draft := range []schemadoc.Draft{schemadoc.Draft2020, schemadoc.Draft07} {
			text := printJSON(t, schemadoc.JSONSchema(s, draft))
			compiled := compile(t, text)
			if !isInexact(text) {
				exact++
			}
			for range 10 {
				values := valueFor(r, s.Root)
				if _, isMap := values.(*tree.Map); !isMap {
					continue
				}
				instance, err := jsonschema.UnmarshalJSON(strings.NewReader(printJSON(t, values)))
				if err != nil {
					t.Fatal(err)
				}
				why, theirs := refusal(s, values), compiled.Validate(instance)
				switch {
				case why == "" && theirs != nil:
					t.Fatalf("we accept values that the export refuses: %v\n%s\n---\n%s\n---\n%s", theirs, source, printJSON(t, values), text)
				case why != "" && theirs == nil && !isInexact(text):
					t.Fatalf("we refuse values that the export accepts: %s\n%s\n---\n%s\n---\n%s", why, source, printJSON(t, values), text)
				case why == "":
					accepted++
				default:
					refused++
				}
			}
		}
	}

	if accepted < 1000 || refused < 1000 || exact < 500 {
		t.Errorf("the sample is poor: %d accepted, %d refused, %d exact exports", accepted, refused, exact)
	}
}

// TestOpenAPIIsValid has exports checked by a library that knows the format. Complete values that we accept are accepted by
// them, too; but where the convention lists values that a nullable may have, it leaves out null.
func TestOpenAPIIsValid(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 800 {
		source := schemaText(r, secrets)
		s, problems := tryDeclare(t, source)
		if problems.HasErrors() {
			continue
		}
		text := printJSON(t, schemadoc.OpenAPI(s))
		doc, err := openapi3.NewLoader().LoadFromData([]byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if err := doc.Validate(context.Background(), openapi3.DisableSchemaDefaultsValidation()); err != nil {
			t.Fatalf("%v\n%s\n---\n%s", err, source, text)
		}
		for range 10 {
			values := valueFor(r, s.Root)
			if refusal(s, values) != "" || strings.Contains(text, `"enum"`) && strings.Contains(text, `"nullable"`) {
				continue
			}
			complete := s.Complete(tree.NewEdit(), values, nil)
			var instance any
			if err := json.Unmarshal([]byte(printJSON(t, complete)), &instance); err != nil {
				t.Fatal(err)
			}
			if err := doc.Components.Schemas["dataValues"].Value.VisitJSON(instance); err != nil {
				t.Fatalf("we accept values that the export refuses: %v\n%s\n---\n%s\n---\n%s", err, source, printJSON(t, values), text)
			}
		}
	}
}
