package schematest

import (
	"math/rand/v2"

	"ytt/internal/overlay"
	"ytt/internal/schema"
	"ytt/internal/tree"
)

// This file generates values for schemas, and asks whether a schema accepts them.

// ValueFor returns a value that mostly fits a declaration.
func ValueFor(r *rand.Rand, d *schema.Decl) tree.Node {
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
	add(t.Scalars.Declares(tree.Bool), func() tree.Node { return Scalar(tree.BoolValue(r.IntN(2) == 0)) })
	add(t.Scalars.Declares(tree.Int), func() tree.Node { return Scalar(tree.IntValue(int64(r.IntN(6)))) })
	add(t.Scalars.Declares(tree.Float), func() tree.Node { return Scalar(tree.FloatValue(float64(r.IntN(4)) + 0.5)) })
	add(t.Scalars.Declares(tree.String), func() tree.Node { return Scalar(tree.StringValue(anyText(r))) })
	add(t.Map != nil, func() tree.Node { return mapFor(r, t.Map) })
	add(t.Array != nil, func() tree.Node {
		a := &tree.Array{}
		for range r.IntN(4) {
			a.Items = append(a.Items, tree.Item{Value: ValueFor(r, &t.Array.Item)})
		}
		return a
	})
	return kinds[r.IntN(len(kinds))]()
}

// Scalar returns a scalar with a value.
func Scalar(v tree.Value) tree.Node { return &tree.Scalar{Value: v} }

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
			put(out, k.Name.Text, ValueFor(r, &k.Decl))
			continue
		}
		for range 1 + r.IntN(2) {
			names := []string{"a_x", "b_x", "b_y", "abc", "aXC", "K7", "k8", "zz"}
			put(out, names[r.IntN(len(names))], ValueFor(r, &k.Decl))
		}
	}
	if r.IntN(12) == 0 {
		put(out, "unknown", Scalar(tree.IntValue(1)))
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
		return Scalar(tree.BoolValue(true))
	case 2, 3:
		return Scalar(tree.IntValue(int64(r.IntN(5))))
	case 4:
		return Scalar(tree.FloatValue(1.5))
	case 6:
		return &tree.Array{Items: []tree.Item{{Value: anyValue(r, depth-1)}, {Value: anyValue(r, depth-1)}}}
	case 7:
		m := &tree.Map{}
		put(m, "k0", anyValue(r, depth-1))
		return m
	}
	return Scalar(tree.StringValue(anyText(r)))
}

// Refusal returns why we refuse values, "" if we do not.
func Refusal(s *schema.Schema, values tree.Node) string {
	doc := &tree.Document{Value: s.Complete(tree.NewEdit(), values, nil)}
	checked := s.Check(doc, schema.CheckOptions{Origins: overlay.NewOrigins(0, &tree.Document{Value: values})})
	return (append(checked.Violations, s.Validate(nil, doc, checked)...)).Text()
}
