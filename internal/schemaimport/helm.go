package schemaimport

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"ytt/internal/tree"
)

// This file implements the values of Helm charts: values.schema.json with the defaults of values.yaml, or values.yaml alone,
// and what comments say about values in the style of helm-docs and of Bitnami:
//
//	# -- (int) how many to run
//	## @param image.tag [string] Which version to run

func (s *session) helm() *Result {
	var schema, values *document
	for _, d := range s.docs {
		if d.kind() == "json-schema" {
			schema = d
		} else if values == nil {
			values = d
		}
	}
	if schema == nil {
		return s.observed(true)
	}
	if values == nil {
		values = s.load(path.Join(path.Dir(schema.name), "values.yaml"))
	}
	s.docs = []*document{schema}
	if values != nil && values.problems.HasErrors() {
		s.diags = append(s.diags, values.problems...)
		return nil
	}
	root := s.pointed(schema, schema.root)
	if root.node == nil {
		return nil
	}
	return s.schema(schema, root, s.draft(), values)
}

// addDefaults adds the defaults, the comments, and the further keys of a file of values to a map.
func (n *node) addDefaults(d *document) {
	if m, ok := d.root.node.(*tree.Map); ok && n.fields != nil {
		n.addValues(m)
		d.describe(n)
	}
}

func (n *node) addValues(m *tree.Map) {
	byPattern := &tree.Map{}
	for i := range m.Entries {
		e := &m.Entries[i]
		k := n.fields.find(e.Key.String())
		switch {
		case k != nil:
			k.addValue(e.Value)
		case n.fields.claim(e.Key) != nil:
			byPattern.Append(tree.Entry{Key: e.Key, Value: e.Value})
		default:
			one := &seen{}
			one.add(e.Value, "", true)
			k = &field{name: e.Key, node: one.node(inference{})}
			if k.fields != nil {
				k.keepStructure()
			}
			n.fields.keys = append(n.fields.keys, k)
		}
	}
	if len(byPattern.Entries) > 0 {
		n.preset = byPattern
	}
}

// addValue gives a key its default.
func (k *field) addValue(v tree.Node) {
	m, isMap := v.(*tree.Map)
	switch {
	case k.removed:
		k.notes = append(k.notes, "values.yaml has a value here that the schema does not accept: "+expression(v))
	case isMap && k.fields != nil:
		k.required, k.optional = false, false
		k.preset = &tree.Map{}
		k.node.addValues(m)
	case tree.IsNull(v) && !k.any && k.kinds&null == 0:
		k.kinds |= null
		k.required, k.optional, k.preset = false, false, v
	case k.fits(v):
		k.required, k.optional, k.preset = false, false, v
	default:
		k.notes = append(k.notes, "the value in values.yaml is not of this type: "+expression(v))
	}
}

// The expressions for comments are compiled when they are needed: a start of the program does not pay for them.
var (
	bitnamiParam = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\s*#+\s*@param\s+(\S+)\s*(?:\[([^\]]*)\])?\s*(.*)$`)
	})
	helmDocs = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^#+\s*(?:(\S+)\s+)?--\s*(?:\(([^)]*)\))?\s*(.*)$`)
	})
	helmMarks = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^\s*#+ *(?:-- |@param |@section |\S+ -- )`)
	})
)

// hasHelmComments reports whether comments are in a style of Helm charts.
func (d *document) hasHelmComments() bool { return helmMarks().MatchString(d.src.Text) }

// words is what a comment says about a value.
type wordsOf struct {
	desc     string
	types    []string // "int", "string", "nullable"
	isMarked bool     // in one of the styles
}

// describe adds what comments say to the declarations of values.
func (d *document) describe(n *node) {
	params := d.params()
	plain := !d.hasHelmComments()
	m, ok := d.root.node.(*tree.Map)
	if !ok {
		return
	}
	describeKeys(n, m, "", params, plain)
}

// params returns what Bitnami's comments say, by path.
func (d *document) params() map[string]wordsOf {
	params := map[string]wordsOf{}
	for line := range strings.SplitSeq(d.src.Text, "\n") {
		if m := bitnamiParam().FindStringSubmatch(strings.TrimSuffix(line, "\r")); m != nil {
			w := wordsOf{desc: m[3], isMarked: true}
			for modifier := range strings.SplitSeq(m[2], ",") {
				w.types = append(w.types, strings.TrimSpace(modifier))
			}
			params[m[1]] = w
		}
	}
	return params
}

func describeKeys(n *node, m *tree.Map, at string, params map[string]wordsOf, plain bool) {
	if n.fields == nil {
		return
	}
	for i := range m.Entries {
		e := &m.Entries[i]
		k := n.fields.find(e.Key.String())
		if k == nil {
			continue
		}
		name := at + e.Key.String()
		w, documented := params[name]
		if !documented {
			w = commentOf(e, name, plain)
		}
		if k.desc == "" {
			k.desc = w.desc
		}
		k.node.beOf(w.types)
		if below, isMap := e.Value.(*tree.Map); isMap {
			describeKeys(k.node, below, name+".", params, plain)
		}
	}
}

// commentOf reads the comments of an entry in the style of helm-docs; without such a style in the file, plain comments
// directly above it are its description.
func commentOf(e *tree.Entry, name string, plain bool) wordsOf {
	var w wordsOf
	var lines []string
	if e.Metadata == nil {
		return w
	}
	for _, c := range e.Metadata.Comments {
		content := strings.TrimSpace(strings.TrimLeft(c.Text, "#"))
		mark := helmDocs().FindStringSubmatch(c.Text)
		switch {
		case mark != nil && (mark[1] == "" || mark[1] == name || strings.HasSuffix(name, "."+mark[1])):
			w.isMarked, lines = true, []string{mark[3]}
			if mark[2] != "" {
				w.types = []string{mark[2]}
			}
		case strings.HasPrefix(content, "@"):
		case w.isMarked && c.Position == tree.HeadComment:
			lines = append(lines, content)
		case plain && c.Position == tree.HeadComment && !looksLikeYAML(content):
			lines = append(lines, content)
		}
		if c.Gap && c.Position == tree.HeadComment {
			lines, w = nil, wordsOf{} // it is not about this entry
		}
	}
	w.desc = strings.TrimSpace(strings.Join(lines, "\n"))
	return w
}

// looksLikeYAML reports whether a comment is a line of YAML that is commented out.
func looksLikeYAML(line string) bool {
	key, _, found := strings.Cut(line, ":")
	return found && !strings.Contains(key, " ") || strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "--")
}

// beOf narrows a value of any type to the types that a comment names.
func (n *node) beOf(types []string) {
	if !n.any {
		if slices.Contains(types, "nullable") && n.preset != nil && n.fields == nil && n.item == nil {
			n.kinds |= null
		}
		return
	}
	var k kinds
	for _, t := range types {
		for _, one := range strings.FieldsFunc(t, func(r rune) bool { return r == '/' || r == '|' || r == ' ' }) {
			k |= kindNamed(one)
		}
	}
	isNull := tree.IsNull(orNull(n.preset))
	if isNull {
		k |= null
	}
	if k&^null == 0 || n.preset != nil && !k.accepts(kindOf(n.preset)) || k&object != 0 && k&array != 0 {
		return
	}
	n.any, n.kinds = false, k&scalars
	switch {
	case k&object != 0:
		n.fields = anyKey(anything())
	case k&array != 0:
		n.item = anything()
	}
}

// kindNamed returns the kind that a comment calls by a name, 0 for others.
func kindNamed(name string) kinds {
	switch strings.ToLower(name) {
	case "int", "integer":
		return integer
	case "float", "number":
		return number
	case "bool", "boolean":
		return boolean
	case "string":
		return text
	case "list", "array":
		return array
	case "object", "dict", "map":
		return object
	case "nullable":
		return null
	}
	return 0
}
