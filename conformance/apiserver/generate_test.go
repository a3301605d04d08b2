package apiserver

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator makes random schemas of what has a structural form, and values for
// them, some of them wrong.
type generator struct {
	r      *rand.Rand
	keys   int
	unions bool // there is a union with a map
}

// node is a declaration.
type node struct {
	kind        string // int string bool float any either array map named
	annotations []string
	literal     string // of a scalar
	nullable    bool
	optional    bool
	required    bool
	keys        []string
	children    []*node // of a map, by key; or the one item of an array or pattern
	values      []any   // that are interesting
}

func (g *generator) mapping(depth int) *node {
	n := &node{kind: "map"}
	for range 1 + g.r.IntN(4) {
		g.keys++
		child := g.node(depth - 1)
		switch g.r.IntN(8) {
		case 0:
			child.optional = true
			child.annotations = append(child.annotations, "@schema/key missing_ok=True")
		case 1:
			if !child.nullable {
				child.required = true
				child.annotations = append(child.annotations, "@schema/required")
			}
		}
		n.keys, n.children = append(n.keys, fmt.Sprintf("k%d", g.keys)), append(n.children, child)
	}
	return n
}

func (g *generator) node(depth int) *node {
	kinds := []string{"int", "string", "bool", "float", "any", "either"}
	if depth > 0 {
		kinds = append(kinds, "map", "map", "map", "array", "array", "named", "union")
	}
	n := &node{kind: kinds[g.r.IntN(len(kinds))]}
	switch n.kind {
	case "int":
		n.literal = fmt.Sprint(g.r.IntN(5))
		n.values = []any{0, 1, 3, 9, 100, -1, "1", true}
		n.rules(g, "min=1", "max=9", "min=0, max=50", "one_of=[0, 1, 3]", "multiple_of=3")
	case "float":
		n.literal = "0.5"
		n.values = []any{0.5, 1, 7.25, -2, "x"}
		n.rules(g, "min=0.25", "max=5")
	case "string":
		n.literal = []string{`""`, `"a"`, `"abc"`}[g.r.IntN(3)]
		n.values = []any{"", "a", "abc", "ab-c", "äöü", "aaaaaaaaaaaa", 5, false}
		n.rules(g, "min_len=1", "max_len=3", `one_of=["a", "abc"]`, `regexp="[a-z]*"`, `starts_with="a"`,
			`ends_with="c"`)
	case "bool":
		n.literal = []string{"true", "false"}[g.r.IntN(2)]
		n.values = []any{true, false, "true", 1}
	case "any":
		n.annotations = append(n.annotations, "@schema/type any=True")
		n.literal = []string{"1", "null", `[1, {"a": 2}]`}[g.r.IntN(3)]
		n.values = []any{1, "x", nil, map[string]any{"b": []any{1, nil}}, []any{}}
	case "either":
		n.annotations = append(n.annotations, `@schema/type "int", "string"`)
		n.literal = []string{"80", `"80%"`}[g.r.IntN(2)]
		n.values = []any{80, "80%", "", true, []any{}}
	case "array":
		n.children = []*node{g.item(depth)}
		n.values = []any{"x", map[string]any{}}
		n.rules(g, "min_len=1", "max_len=2")
		if g.r.IntN(4) == 0 && n.children[0].kind == "int" && !n.children[0].nullable && len(n.annotations) == 0 {
			n.annotations = append(n.annotations, "@schema/validation unique=True")
		}
	case "named":
		n.children = []*node{g.item(depth)}
		n.values = []any{"x", []any{}}
	case "map", "union":
		m := g.mapping(depth)
		n.keys, n.children = m.keys, m.children
		n.values = []any{"x", []any{1}}
		if n.kind == "union" { // the server has no types for it, and accepts any value that is no map
			g.unions = true
			n.kind, n.values = "map", []any{"x", "", "y"}
			n.annotations = append(n.annotations, `@schema/type "string", or_inferred=True`)
		}
	}
	if n.kind != "any" && g.r.IntN(5) == 0 {
		n.nullable = true
		n.annotations = append(n.annotations, "@schema/nullable")
	}
	return n
}

// item is a node that is not nullable in itself: what null means in a list
// differs.
func (g *generator) item(depth int) *node {
	for {
		if n := g.node(depth - 1); !n.nullable && n.kind != "any" {
			return n
		}
	}
}

func (n *node) rules(g *generator, rules ...string) {
	if g.r.IntN(3) == 0 {
		n.annotations = append(n.annotations, "@schema/validation "+rules[g.r.IntN(len(rules))])
	}
}

// text writes a node as it stands behind its key.
func (n *node) text(indent string) string {
	var b strings.Builder
	child := func(key string, c *node) {
		for _, a := range c.annotations {
			b.WriteString(indent + "#" + a + "\n")
		}
		b.WriteString(indent + key)
		if c.keys == nil && c.children == nil {
			b.WriteString(" " + c.literal + "\n")
			return
		}
		b.WriteString("\n" + c.text(indent+"  "))
	}
	switch n.kind {
	case "map":
		for i, key := range n.keys {
			child(key+":", n.children[i])
		}
	case "array":
		child("-", n.children[0])
	case "named":
		b.WriteString(indent + "#@schema/any-key\n")
		child("_:", n.children[0])
	}
	return b.String()
}

// value makes a value for a node: mostly of the right form.
func (n *node) value(r *rand.Rand, g *generator) any {
	if n.nullable && r.IntN(4) == 0 {
		return nil
	}
	if n.values != nil && (n.children == nil || r.IntN(25) == 0) {
		return n.values[r.IntN(len(n.values))]
	}
	switch n.kind {
	case "array":
		items := []any{}
		for range r.IntN(4) {
			items = append(items, n.children[0].value(r, g))
		}
		return items
	case "named":
		m := map[string]any{}
		for i := range r.IntN(3) {
			m[fmt.Sprintf("x%d", i)] = n.children[0].value(r, g)
		}
		return m
	}
	m := map[string]any{}
	for i, key := range n.keys {
		if c := n.children[i]; c.required && r.IntN(8) > 0 || r.IntN(2) == 0 {
			m[key] = c.value(r, g)
		}
	}
	if r.IntN(30) == 0 {
		m["unknown"] = 1
	}
	return m
}
