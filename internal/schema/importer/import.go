package importer

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/pulse"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements Import: which kind of source the files are, and where in
// them the schema is.

// Options say how sources are read.
type Options struct {
	// From is the kind of the source: one of Sources, "" if it is to be found
	// out.
	From string
	// Pointer is the place of the schema in its file, a JSON pointer; "" for
	// the usual one.
	Pointer string
	// Version is that of a CRD; "" for the one that is stored.
	Version string
	// Result has CRDs, and the OpenAPI document of Kubernetes, give schemas of
	// results, one for each kind of objects, in place of one of data values.
	Result bool
	// Kinds are those of the objects that a Result is about; none for all.
	Kinds []string
	// WithoutDocs leaves out descriptions and examples.
	WithoutDocs bool
	// Open leaves objects open that do not say which other keys they may have.
	Open bool
	// Pulse asks whether the run goes on; Stop is that of yaml.Options. The
	// result is of no use if it does not.
	Pulse *pulse.Pulse
	Stop  func(bytes int) error
	// Load returns the file that a reference names, beside those that are
	// given; nil if there is none.
	Load func(name string) *source.File
}

// Sources lists the kinds of sources.
func Sources() []string { return []string{"json-schema", "openapi", "crd", "helm", "values"} }

// Result is an imported schema.
type Result struct {
	Text []byte
	From string // the kind of the source
	// Lines are the places in the sources that the lines of the text are from.
	Lines  []source.Span
	Losses []Loss
	// Carried of Total keywords were carried over; Total is 0 for sources
	// without keywords.
	Carried, Total int
	// Closed is the number of objects that became closed maps.
	Closed int
	// Guesses are about what values did not tell.
	Guesses Guesses
}

// Import makes a schema of files. Without a schema the result is nil.
func Import(files []*source.File, opts Options) (*Result, diag.List) {
	s := &session{opts: opts}
	from := s.read(files)
	if s.diags.HasErrors() {
		return nil, s.diags
	}
	if opts.Result {
		result := s.results(from)
		return result, s.diags
	}
	var result *Result
	switch from {
	case "json-schema":
		result = s.schemaFile(s.single(), s.draft())
	case "openapi":
		result = s.openAPI()
	case "crd":
		result = s.crd()
	case "helm":
		result = s.helm()
	case "values":
		result = s.values()
	}
	if result == nil && !s.diags.HasErrors() {
		s.fail(&diag.Diagnostic{Code: diag.ImportFailed, Message: "there is no schema in these files"})
	}
	if s.diags.HasErrors() {
		return nil, s.diags
	}
	result.From = from
	return result, s.diags
}

// read reads the files, and returns what they are.
func (s *session) read(files []*source.File) (from string) {
	for _, f := range files {
		d := read(f, &s.opts)
		s.docs = append(s.docs, d)
		if d.root.node == nil && !d.problems.HasErrors() {
			s.fail(d.problem(fmt.Sprintf("'%s' is empty", d.name)))
		}
		s.diags = append(s.diags, d.problems.Within("Importing file '"+d.name+"'")...)
	}
	if s.diags.HasErrors() {
		return ""
	}
	if s.opts.From != "" {
		return s.opts.From
	}
	return s.detect()
}

// session is one import.
type session struct {
	opts  Options
	docs  []*document
	diags diag.List
}

func (s *session) fail(p *diag.Diagnostic) { s.diags = append(s.diags, p) }

// detect finds out what the files are.
func (s *session) detect() string {
	kinds := make([]string, len(s.docs))
	for i, d := range s.docs {
		kinds[i] = d.kind()
		if kinds[i] == "" {
			s.fail(d.problem(fmt.Sprintf("'%s' has no map at its top: it is neither a schema nor a file of values", d.name)))
			return ""
		}
	}
	switch {
	case kinds[0] == "helm" && !slices.ContainsFunc(kinds, func(k string) bool { return k != "helm" && k != "values" }):
		return "helm"
	case len(kinds) == 1 || !slices.ContainsFunc(kinds, func(k string) bool { return k != kinds[0] }):
		return kinds[0]
	case count(kinds, "json-schema") == 1 && count(kinds, "helm")+count(kinds, "values") == len(kinds)-1:
		return "helm" // values.schema.json with values.yaml
	case slices.ContainsFunc(s.docs, func(d *document) bool { return isValuesYAML(d.name) }) &&
		count(kinds, "helm")+count(kinds, "values") == len(kinds):
		return "helm"
	case !slices.ContainsFunc(kinds, func(k string) bool { return k != "helm" && k != "values" }):
		return "values"
	}
	var found []string
	for i, d := range s.docs {
		found = append(found, fmt.Sprintf("'%s' looks like %s", d.name, kinds[i]))
	}
	s.fail(&diag.Diagnostic{
		Code: diag.ImportFailed, Message: "the files are of different kinds: " + strings.Join(found, ", "),
		Fact: DifferentKinds,
	})
	return ""
}

func count(all []string, s string) int {
	n := 0
	for _, one := range all {
		if one == s {
			n++
		}
	}
	return n
}

// kind finds out what one file is, "" if it is nothing that can be imported.
func (d *document) kind() string {
	for _, doc := range d.docs {
		if m, ok := doc.Value.(*tree.Map); ok && hasText(m, "kind", "CustomResourceDefinition") {
			return "crd"
		}
	}
	m, ok := d.root.node.(*tree.Map)
	if !ok {
		return ""
	}
	has := func(key string) bool { _, found := m.GetString(key); return found }
	base := path.Base(d.name)
	switch {
	case has("openapi"), has("swagger"):
		return "openapi"
	case has("$schema"), strings.HasSuffix(base, ".schema.json"), strings.HasSuffix(base, ".schema.yaml"),
		looksLikeSchema(m):
		return "json-schema"
	case isValuesYAML(base), d.hasHelmComments():
		return "helm"
	}
	return "values"
}

func hasText(m *tree.Map, key, want string) bool {
	n, found := m.GetString(key)
	return found && textOf(n) == want
}

// looksLikeSchema reports whether a map without $schema is a schema rather than
// values.
func looksLikeSchema(m *tree.Map) bool {
	if n, found := m.GetString("type"); found {
		for _, t := range namesOfTypes {
			if textOf(n) != t.name {
				continue
			}
			for _, key := range []string{"properties", "items", "additionalProperties", "enum", "allOf", "oneOf",
				"anyOf", "patternProperties"} {
				if _, found := m.GetString(key); found {
					return true
				}
			}
			return len(m.Entries) == 1
		}
	}
	for _, key := range []string{"$ref", "$defs", "definitions", "allOf", "anyOf", "oneOf"} {
		if _, found := m.GetString(key); found {
			return true
		}
	}
	n, _ := m.GetString("properties")
	props, ok := n.(*tree.Map)
	return ok && len(props.Entries) > 0 && !slices.ContainsFunc(props.Entries, func(e tree.Entry) bool {
		inner, isMap := e.Value.(*tree.Map)
		return !isMap || !slices.ContainsFunc(inner.Entries, func(e tree.Entry) bool {
			return lookup(e.Key.String(),
				all) != nil
		})
	})
}

// single returns the one file, or reports that there are several.
func (s *session) single() *document {
	if len(s.docs) == 1 {
		return s.docs[0]
	}
	s.fail(&diag.Diagnostic{
		Code: diag.ImportFailed, Message: fmt.Sprintf("expected one file with a schema, but found %d", len(s.docs)),
		Fact: SeveralFiles,
	})
	return nil
}

// draft returns the draft that the file names; the newest one if it names none.
func (s *session) draft() language {
	m, ok := s.docs[0].root.node.(*tree.Map)
	if !ok {
		return draft2020
	}
	n, _ := m.GetString("$schema")
	switch uri := textOf(n); {
	case strings.Contains(uri, "draft-07"), strings.Contains(uri, "draft-06"), strings.Contains(uri, "draft-04"):
		return draft07
	case strings.Contains(uri, "2019-09"):
		return draft2019
	}
	return draft2020
}

// schemaFile imports the schema in a file.
func (s *session) schemaFile(d *document, in language) *Result {
	if d == nil {
		return nil
	}
	root := s.pointed(d, d.root)
	if root.node == nil {
		return nil
	}
	return s.schema(d, root, in, nil)
}

// pointed returns the place at the pointer of the options, below a place; that
// itself if there is no pointer.
func (s *session) pointed(d *document, root place) place {
	if s.opts.Pointer == "" {
		return root
	}
	pointer := "/" + strings.TrimPrefix(strings.TrimPrefix(s.opts.Pointer, "#"), "/")
	found, missing := d.at(pointer)
	if found.node == nil {
		inner := &document{name: d.name, root: root}
		if found, _ = inner.at(pointer); found.node != nil {
			return found
		}
		problem := d.problem(fmt.Sprintf("there is nothing at the pointer '%s' in '%s'", s.opts.Pointer, d.name))
		if missing != nil {
			problem.Fact = missing
		}
		s.fail(problem)
	}
	return found
}

// schema imports the schema at a place. add, if any, adds what else is known
// about its values.
func (s *session) schema(d *document, root place, in language, add func(*node)) *Result {
	im := newImporter(in, s.opts, s.load, []*document{d})
	m, isMap := root.node.(*tree.Map)
	if isMap {
		im.root = m
		im.defined[m] = &definition{name: dataValues, at: root, begun: true}
	}
	n, f := im.node("", root)
	n.preset, n.required = nil, false
	if n.removed {
		n.removed = false
		im.diags = append(im.diags, d.problem("the schema accepts nothing"))
	}
	if isMap {
		im.defined[m].node = n
	}
	if n.fields == nil && !n.any && (n.ref == nil || n.all() != object) {
		im.loseIn(f, root, "type", "values that are not a map")
		*n = *anything()
	}
	im.settle(n)
	closed, guessed := im.closed, Guesses{}
	if add != nil {
		before := n.closedFields()
		add(n)
		closed -= before - n.closedFields()
		guessed.count(n)
	}
	s.diags = append(s.diags, im.diags...)
	if s.diags.HasErrors() {
		return nil
	}
	r := &Result{Closed: closed, Guesses: guessed}
	r.Losses, r.Carried, r.Total = im.summary()
	r.Text = write(n, nil, s.opts.Pulse, im.definitions...)
	return r
}

func (s *session) load(name string) *document {
	if s.opts.Load == nil {
		return nil
	}
	f := s.opts.Load(name)
	if f == nil {
		return nil
	}
	d := read(f, &s.opts)
	d.name = name
	return d
}

// openAPI imports a schema of an OpenAPI document, or a schema object.
func (s *session) openAPI() *Result {
	d := s.single()
	if d == nil {
		return nil
	}
	m, ok := d.root.node.(*tree.Map)
	if !ok {
		s.fail(d.problem("expected an OpenAPI document or a schema object, but found " + tree.KindName(d.root.node)))
		return nil
	}
	if _, old := m.GetString("swagger"); old {
		s.fail(d.problemOf("OpenAPI 2.0 (Swagger) is not read", Swagger))
		return nil
	}
	version, isDocument := m.GetString("openapi")
	in := openAPI30
	if strings.HasPrefix(textOf(version), "3.1") {
		in = openAPI31
	}
	root := d.root
	if isDocument && s.opts.Pointer == "" {
		schemas, _ := d.at("/components/schemas")
		all, _ := schemas.node.(*tree.Map)
		if all == nil || len(all.Entries) != 1 {
			s.fail(d.problemOf("which schema of the OpenAPI document is meant? --pointer says it", &NoPointer{all}))
			return nil
		}
		root = schemas.below(&all.Entries[0])
	} else if root = s.pointed(d, d.root); root.node == nil {
		return nil
	}
	return s.schema(d, root, in, nil)
}

// crd imports the spec of a version of a custom resource.
func (s *session) crd() *Result {
	d := s.single()
	if d == nil {
		return nil
	}
	var definitions []*tree.Document
	for _, doc := range d.docs {
		if m, ok := doc.Value.(*tree.Map); ok && hasText(m, "kind", "CustomResourceDefinition") {
			definitions = append(definitions, doc)
		}
	}
	if len(definitions) != 1 {
		what := fmt.Sprintf("expected one CustomResourceDefinition, but found %d", len(definitions))
		s.fail(d.problemOf(what, SeveralDefinitions))
		return nil
	}
	d.root = place{node: definitions[0].Value, file: d, span: definitions[0].Span}
	root := s.versionOf(d)
	if root.node == nil {
		return nil
	}
	if s.opts.Pointer != "" {
		root = s.pointed(d, root)
	} else if inner, _ := (&document{root: root}).at("/properties/spec"); inner.node != nil {
		root = inner
	}
	if root.node == nil {
		return nil
	}
	return s.schema(d, root, crd, nil)
}

// versionOf returns the schema of a version of a CRD.
func (s *session) versionOf(d *document) place {
	versions, _ := d.at("/spec/versions")
	list, _ := versions.node.(*tree.Array)
	var names []string
	for i := 0; list != nil && i < len(list.Items); i++ {
		at := versions.at(i, &list.Items[i])
		m, ok := at.node.(*tree.Map)
		if !ok {
			continue
		}
		name, _ := m.GetString("name")
		stored, _ := m.GetString("storage")
		names = append(names, textOf(name))
		if textOf(name) != s.opts.Version && (s.opts.Version != "" || stored == nil || !isTrue(stored)) {
			continue
		}
		if found, _ := (&document{root: at}).at("/schema/openAPIV3Schema"); found.node != nil {
			return found
		}
		if found, _ := d.at("/spec/validation/openAPIV3Schema"); found.node != nil {
			return found
		}
		s.fail(d.problem("version '" + textOf(name) + "' has no schema"))
		return place{}
	}
	if found, _ := d.at("/spec/validation/openAPIV3Schema"); found.node != nil && s.opts.Version == "" {
		return found
	}
	what := "there is no version that is stored"
	if s.opts.Version != "" {
		what = "there is no version '" + s.opts.Version + "'"
	}
	s.fail(d.problemOf(what, &NoVersion{names}))
	return place{}
}
