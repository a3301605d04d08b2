package schemaexport_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"ytt/internal/overlay"
	"ytt/internal/schema"
	"ytt/internal/schemaexport"
	"ytt/internal/testkit/schematest"
	"ytt/internal/tree"
)

// This file compares what we accept with what the exported schemas accept, by generated schemas and values.

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
	return strings.Contains(text, schemaexport.Unexpressed) || strings.Contains(text, "$ref")
}

// TestJSONSchemaAcceptsWhatWeAccept compares decisions. An export accepts all that we accept, and, unless it says that there
// are rules besides, nothing else.
func TestJSONSchemaAcceptsWhatWeAccept(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	accepted, refused, exact := 0, 0, 0
	for range 1500 {
		source := schematest.Text(r, schematest.WithSecrets)
		s, problems := schematest.TryDeclare(t, source)
		if problems.HasErrors() {
			continue // a rule that no value can meet
		}
		for _, draft := range []schemaexport.Draft{schemaexport.Draft2020, schemaexport.Draft07} {
			text := schematest.PrintJSON(t, schemaexport.JSONSchema(s, schemaexport.JSONOptions{Draft: draft}))
			compiled := compile(t, text)
			if !isInexact(text) {
				exact++
			}
			for range 10 {
				values := valueFor(r, s.Root)
				if _, isMap := values.(*tree.Map); !isMap {
					continue
				}
				instance, err := jsonschema.UnmarshalJSON(strings.NewReader(schematest.PrintJSON(t, values)))
				if err != nil {
					t.Fatal(err)
				}
				why, theirs := refusal(s, values), compiled.Validate(instance)
				switch {
				case why == "" && theirs != nil:
					t.Fatalf("we accept values that the export refuses: %v\n%s\n---\n%s\n---\n%s", theirs, source, schematest.PrintJSON(t, values), text)
				case why != "" && theirs == nil && !isInexact(text):
					t.Fatalf("we refuse values that the export accepts: %s\n%s\n---\n%s\n---\n%s", why, source, schematest.PrintJSON(t, values), text)
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
		source := schematest.Text(r, schematest.WithSecrets)
		s, problems := schematest.TryDeclare(t, source)
		if problems.HasErrors() {
			continue
		}
		text := schematest.PrintJSON(t, schemaexport.OpenAPI(s))
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
			if err := json.Unmarshal([]byte(schematest.PrintJSON(t, complete)), &instance); err != nil {
				t.Fatal(err)
			}
			if err := doc.Components.Schemas["dataValues"].Value.VisitJSON(instance); err != nil {
				t.Fatalf("we accept values that the export refuses: %v\n%s\n---\n%s\n---\n%s", err, source, schematest.PrintJSON(t, values), text)
			}
		}
	}
}
