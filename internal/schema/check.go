package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/overlay"
	"ytt/internal/script"
	"ytt/internal/source"
	"ytt/internal/spell"
	"ytt/internal/tree"
	"ytt/internal/yaml/print"
)

// This file implements the check of values against their declarations.
//
// Values are checked when all layers are merged, and spans tell which layer a value comes from; what later layers override is checked
// beside that (layers.go). One walk finds all violations. Nothing is reported below a violation, and the maps and arrays
// around one are recorded, so that rules do not run on them.

// CheckOptions say how violations are reported.
type CheckOptions struct {
	// Order is the position of a text among the sources of values; texts without one come last. Violations are sorted by
	// it, and then by their positions.
	Order func(*source.File) (int, bool)
	// Explain returns hints about a value that does not fit its declaration; nil stands for Misfit.Repairs.
	Explain func(m *Misfit) []string
	// Variable returns the name of the variable that a text is of, "" for none; nil if there are no variables.
	Variable func(*source.File) string
	// Origins tells which values were given, and which are defaults. Without, a required node is given unless it is null.
	Origins *overlay.Origins
	// Thread runs functions of the schema; nil stands for a fresh one.
	Thread *starlark.Thread
	// Summary heads the report about values that are no data values; "" for these.
	Summary string
	// WholePaths shows values that have no source text with their paths.
	WholePaths bool
	// Open accepts keys that are not declared.
	Open bool
	// Incomplete says that keys with defaults may be absent.
	Incomplete bool
	// Layers are what was merged, in order, of which later ones may override values of earlier ones.
	Layers []GivenLayer
	// Settled is what was found out when the values were settled; nil if they were not.
	Settled *Settled
	// MaxProblems is how many violations are made, the first in their order; the others are counted. 0 makes all.
	MaxProblems int64
	// Part says that the values are a part of all: what is missing is no violation, but noted.
	Part bool
}

// Checked is what a check found.
type Checked struct {
	Violations diag.List
	// Warnings are about deprecated values, and about words that are read as booleans.
	Warnings diag.List
	// broken holds the maps and arrays that have a violation somewhere below, and the nodes in place of missing required
	// values.
	broken map[tree.Node]struct{}
	// Partial is to be set when the document lacks values, so that rules of maps and arrays cannot be checked.
	Partial bool
	// Missing are the required values that were not given.
	Missing []Missing
	// Resource says that a resource of Kubernetes was given, so that the values in it are not known.
	Resource bool
	// Lacking says that something is missing of which there is no violation, as the values are a part.
	Lacking bool
}

// Missing is a required value that was not given.
type Missing struct {
	Path tree.Path
	Decl *Decl
}

// Check returns what is wrong with a document that is complete and final.
func (s *Schema) Check(doc *tree.Document, opts CheckOptions) *Checked {
	c := checker{
		summary: cmp.Or(opts.Summary, invalidValues), spelling: spellingBudget,
		CheckOptions: opts, final: true, broken: map[tree.Node]struct{}{}, root: s.Root,
	}
	if len(opts.Layers) > 1 {
		c.told = map[toldPlace]struct{}{}
	}
	c.node(s.Root, doc.Value, doc.Span)
	c.withoutConsequences()
	c.layers(s, opts.Layers)
	if c.patternProblems(s.Root); c.mistakes != nil {
		c.found, c.few = c.mistakes, few{} // which keys are right is unknown
	}
	warnings := s.deprecations(doc, opts.Origins)
	if r := opts.Settled; r != nil {
		c.found = append(c.found, r.violations...)
		warnings = append(warnings, r.Warnings...)
	}
	c.sort()
	if r := opts.Settled; r != nil {
		if len(c.found) == 0 { // functions may fail because of wrong values
			c.found = r.failures
		}
		c.found = append(c.found, r.mistakes...)
	}
	c.found = s.Hide(doc, append(c.found, c.counted()...))
	return &Checked{
		Violations: c.found, Warnings: append(warnings, c.doubts...), broken: c.broken, Missing: c.missed, Resource: c.resource,
		Lacking: c.lacking,
	}
}

type checker struct {
	CheckOptions
	summary string
	// final is set for complete values; arguments of annotations are completed after they are checked.
	final bool
	// where is set while checking the argument of an annotation: its violations all show these spans, and are
	// "found at" (or by) the first.
	where   []source.Span
	foundBy bool
	// ofResult is set for the result of an annotation's function. Its path is that of the value.
	ofResult bool

	root     *Decl               // of the schema; nil while checking the argument of an annotation
	places   map[string][]string // by key, the paths of the declarations; nil until needed
	path     tree.Path
	around   []tree.Node // the maps and arrays that lead to the current value
	hides    bool        // of an argument: something sensitive is declared in it, and the place is the whole argument's
	secret   int         // how many declarations on the way are sensitive
	spelling int         // how many more names may be compared for suggestions
	helped   bool        // a violation has the hint of howToGive already
	lacking  bool        // something is missing of a part of all values
	mistakes diag.List   // in the schema, found only with values
	ended    bool        // the thread was stopped, which is the only mistake
	holder   source.Span // of the node that holds the current map
	found    diag.List
	doubts   diag.List
	broken   map[tree.Node]struct{}
	missed   []Missing
	resource bool                   // what is given is a resource of Kubernetes
	layer    *layerCheck            // nil while checking a result
	expected map[*Map]string        // results of expectedKeys
	told     map[toldPlace]struct{} // what was found; nil unless layers are checked, too
	supposed map[string]struct{}    // paths of values that misspelt keys are probably meant to give
	few
}

// invalidValues is the heading of violations.
const invalidValues = "One or more data values were invalid"

// spellingBudget limits the comparisons of unknown keys with declared ones, which would take minutes for thousands of each.
const spellingBudget = 200_000

func (c *checker) add(v *diag.Diagnostic) {
	c.found = append(c.found, v)
	c.breakAt()
	if c.told != nil {
		c.told[placeOf(v.Code, v.Span, v.Path)] = struct{}{}
	}
	c.cut()
}

// breakAt notes that there is a violation below the maps and arrays around the current value, and at other nodes.
func (c *checker) breakAt(nodes ...tree.Node) {
	if c.broken == nil {
		return
	}
	for _, n := range c.around {
		c.broken[n] = struct{}{}
	}
	for _, n := range nodes {
		c.broken[n] = struct{}{}
	}
}

// node checks one value; span is of the key, "-" or "---" that holds it.
func (c *checker) node(d *Decl, n tree.Node, span source.Span) {
	if d.Sensitive {
		c.secret++
		defer func() { c.secret-- }()
	}
	if c.layer != nil && len(d.oldPaths) > 0 {
		c.layer.bases = append(c.layer.bases, base{d, n, len(c.path)})
		defer func() { c.layer.bases = c.layer.bases[:len(c.layer.bases)-1] }()
	}
	t := &d.Type
	switch {
	case c.final && d.Required && tree.IsNull(n) && !c.Origins.Given(c.path):
		c.broken[n] = struct{}{}
		c.missed = append(c.missed, Missing{slices.Clone(c.path), d})
		c.missing(d)
		return
	case d.Computed != nil && n == d.Default && c.Settled != nil: // a failure has been reported
		c.breakAt(n)
		return
	case t.Any:
		c.doubt(n, span)
		return
	case c.layer != nil && tree.IsNull(n): // what overrides it counts
		return
	}
	switch n := n.(type) {
	case *tree.Scalar:
		if !t.Scalars.Accept(n.Kind) {
			c.misfit(d, n, span)
		}
	case *tree.Map:
		if t.Map == nil {
			c.misfit(d, n, span)
			return
		}
		c.mapping(d, n, span)
	case *tree.Array:
		if t.Array == nil {
			c.misfit(d, n, span)
			return
		}
		c.path, c.around = append(c.path, tree.Step{}), append(c.around, n)
		for i := range n.Items {
			if c.works(n.Items[i].Span); c.ended {
				break
			}
			if c.passesNode(n.Items[i].Metadata, false) {
				continue
			}
			c.path[len(c.path)-1] = tree.Step{Index: i, Item: true}
			c.node(&t.Array.Item, n.Items[i].Value, n.Items[i].Span)
		}
		c.path, c.around = c.path[:len(c.path)-1], c.around[:len(c.around)-1]
	default:
		c.misfit(d, n, span)
	}
}

// misfit reports a value of a wrong type.
func (c *checker) misfit(d *Decl, n tree.Node, span source.Span) {
	at := tree.ValueSpan(n, span)
	if !c.passes(diag.ViolationType, at) && !c.counts(diag.ViolationType, at) {
		c.add(c.wrongType(d, n, span))
	}
}

func (c *checker) mapping(d *Decl, n *tree.Map, span source.Span) {
	t := d.Type.Map
	c.path, c.around = append(c.path, tree.Step{}), append(c.around, n)
	counting := c.final && t.counted != nil
	var keys []int // positions in the schema of the entries; only if counting
	start, k := len(c.found), -1
	for i := range n.Entries {
		e := &n.Entries[i]
		if c.works(e.Span); c.ended {
			break
		}
		if c.passesNode(e.Metadata, true) {
			continue
		}
		c.path[len(c.path)-1] = tree.StepTo(e)
		k = t.find(k+1, e.Key)
		if counting {
			keys = append(keys, k)
		}
		switch {
		case k < 0 && c.Open:
		case k < 0 && c.isResource(t, n) && e.Key.Text != "apiVersion":
			c.breakAt() // a consequence
		case k < 0 && (c.underOldPath() || c.passes(diag.ViolationUnknownKey, e.Span)):
		case k < 0 && c.counts(diag.ViolationUnknownKey, e.Span):
			if near := c.nearKeys(tree.Written(e), t); len(near) == 1 {
				c.suppose(near[0])
			}
		case k < 0:
			c.add(c.unknownKey(d, e))
			if last := len(c.found) - 1; c.where != nil { // before what is wrong below other keys
				c.found = slices.Insert(c.found[:last], start, c.found[last])
				start++
			}
		case t.Keys[k].Removed != nil && c.passes(diag.ViolationRemoved, e.Span):
		case t.Keys[k].Removed != nil && c.counts(diag.ViolationRemoved, e.Span):
		case t.Keys[k].Removed != nil:
			c.add(c.removed(&t.Keys[k], e))
		default:
			c.holder = span
			c.node(&t.Keys[k].Decl, e.Value, e.Span)
		}
	}
	if c.Incomplete {
		c.absent(t, n, span)
	}
	c.path = c.path[:len(c.path)-1]
	if counting {
		c.checkCounts(d, n, keys, span)
	}
	c.around = c.around[:len(c.around)-1]
}

// works counts the work of checking a value: defaults are few in memory, and many where each item of an array has them.
func (c *checker) works(at source.Span) {
	if cause := script.Count(c.Thread, 1); cause != nil && !c.ended {
		c.ended = true
		c.mistakes = diag.List{diag.Stopped(diag.SchemaComputed, at, cause)}
	}
}

// absent reports the required keys that a map lacks.
func (c *checker) absent(t *Map, n *tree.Map, span source.Span) {
	for i := range t.Keys {
		k := &t.Keys[i]
		if k.Required && k.Pattern == nil && !k.Optional && n.Find(k.Name) < 0 {
			c.path[len(c.path)-1] = tree.Step{Key: k.Name}
			c.holder = span
			c.missing(&k.Decl)
		}
	}
}

func (c *checker) wrongType(d *Decl, n tree.Node, span source.Span) *diag.Diagnostic {
	if d.hides() { // a text in place of a map of secrets is likely to hold them
		c.secret++
		defer func() { c.secret-- }()
	}
	found, expected := tree.KindName(n), d.Type.Describe()
	v := c.violation(diag.ViolationType, span, n, diag.Violation{
		Found:      found,
		Expected:   expected,
		ExpectedBy: d.Span,
	}, fmt.Sprintf("expected %s, but found %s", expected, found))
	if c.where == nil {
		v.Span = tree.ValueSpan(n, span)
		if c.secret > 0 && v.Span != span {
			v.Span.End = v.Span.Start // not even its length
		}
	}
	misfit := &Misfit{Decl: d, Node: n, Span: span, Path: c.path, Secret: c.secret > 0}
	switch {
	case c.Explain != nil:
		v.Hints = append(v.Hints, c.Explain(misfit)...)
	case c.where != nil:
		v.Hints = append(v.Hints, c.repairsInArgument(misfit)...)
	}
	return v
}

// repairsInArgument says which part of an annotation's argument is wrong, and what to write there.
func (c *checker) repairsInArgument(m *Misfit) []string {
	var hints []string
	if tree.IsNull(m.Node) && len(c.path) == 0 && !c.foundBy && !c.ofResult {
		return []string{"for null by default, write #@schema/nullable in place of this annotation"}
	}
	if len(c.path) > 0 {
		text := "it is at " + c.path.String() + " of the " + c.inWhat()
		if s, isScalar := m.Node.(*tree.Scalar); isScalar && !m.Secret {
			text += ": " + clip(inline(s))
		}
		hints = append(hints, text)
	}
	return append(hints, m.inArgument()...)
}

// inWhat names what is checked if it is not the values.
func (c *checker) inWhat() string {
	if c.ofResult {
		return "result"
	}
	return "argument"
}

// missing reports a required value that was not given.
func (c *checker) missing(d *Decl) {
	switch {
	case c.Part:
		c.lacking = true
		c.breakAt()
	case !c.counts(diag.ViolationRequired, d.Span):
		c.add(c.missingProblem(d))
	}
}

func (c *checker) missingProblem(d *Decl) *diag.Diagnostic {
	expected := d.Type.Describe()
	v := c.violation(diag.ViolationRequired, d.Span, nil, diag.Violation{
		Description: "Required " + c.thing() + " is missing: " + c.path.String(),
		Found:       "nothing",
		Expected:    expected,
		ExpectedBy:  d.Span,
	}, fmt.Sprintf("required %s is missing; expected %s", c.thing(), expected))
	v.Sensitive = v.Sensitive || d.hides() // the line is the schema's, with the sample
	if c.given(c.holder) {
		v.Notes = append(v.Notes, diag.Note{Message: "it is missing from the map given here", Span: c.holder})
	}
	if !c.helped && c.Summary == "" {
		c.helped = true
		v.Hints = append(v.Hints, c.howToGive(d))
	}
	if d.Docs == nil {
		return v
	}
	if about := d.Docs.summary(); about != "" {
		v.Notes = append(v.Notes, diag.Note{Message: about})
	}
	if len(d.Docs.Examples) > 0 && c.secret == 0 && !d.hides() {
		v.Hints = append(v.Hints, "for example: "+inline(d.Docs.Examples[0].Value))
	}
	return v
}

// thing is what messages call what is checked.
func (c *checker) thing() string {
	if c.Summary != "" {
		return "value"
	}
	return "data value"
}

// howToGive says how a missing value can be given.
func (c *checker) howToGive(d *Decl) string {
	hint := "give it in a file of values"
	for _, step := range c.path {
		if step.Item {
			return hint
		}
	}
	if d.Type.Scalars != 0 {
		hint += ", or with --data-value " + c.path.String() + "=…"
	}
	return hint
}

// removed reports a value that is annotated @schema/removed.
func (c *checker) removed(k *Key, e *tree.Entry) *diag.Diagnostic {
	v := c.violation(diag.ViolationRemoved, e.Span, e.Value, diag.Violation{
		Description: "Given " + c.thing() + " was removed from schema",
		Found:       e.Key.String(),
		Expected:    "no value",
		ExpectedBy:  k.Span,
	}, fmt.Sprintf("%q was removed from the schema", e.Key.String()))
	v.Sensitive = v.Sensitive || k.hides()
	if *k.Removed != "" {
		v.Hints = append(v.Hints, *k.Removed)
	}
	return v
}

func (c *checker) unknownKey(d *Decl, e *tree.Entry) *diag.Diagnostic {
	key := tree.Written(e)
	shown := key
	if key == "" {
		shown = `""`
	}
	v := c.violation(diag.ViolationUnknownKey, e.Span, e.Value, diag.Violation{
		Description: "Given " + c.thing() + " is not declared in schema",
		Found:       shown,
		Expected:    c.expectedKeys(d.Type.Map),
		ExpectedBy:  d.keysAt(),
		ExpectedOf:  true,
	}, strconv.Quote(key)+" is not declared in schema")
	v.Hints = append(v.Hints, c.meantKey(v, d, e)...)
	return v
}

// keysAt returns where the keys of a map are declared.
func (d *Decl) keysAt() source.Span {
	if d.Ref != nil && d.Ref.Target != nil && d.Ref.Target.Type.Map == d.Type.Map {
		return d.Ref.Target.Span
	}
	return d.Span
}

// meantKey says which key was probably meant by one that is not declared.
func (c *checker) meantKey(v *diag.Diagnostic, d *Decl, e *tree.Entry) []string {
	m := d.Type.Map
	key := tree.Written(e)
	if len(m.Keys) == 0 && c.Summary == "" {
		return []string{"the schema declares a map without keys: for any keys, annotate it there with #@schema/type any=True"}
	}
	if key == "" && (!e.Span.Known() || !strings.ContainsAny(e.Span.File.Text, "\n:")) { // of a flag
		return []string{"a key is lacking: write KEY=…, or with '.' between the keys of maps, as in A.B=…"}
	}
	if names := m.names(); len(names) == 1 && (names[0] == "_" || names[0] == "*") && c.Summary == "" {
		return []string{fmt.Sprintf("%q is a key like others: for keys of any name, write #@schema/any-key above it in the schema", names[0])}
	}
	if key == "apiVersion" && c.isResource(m, c.around[len(c.around)-1].(*tree.Map)) {
		return []string{"this is a resource of Kubernetes, not data values: write the keys of the data values at the beginning of the line, or give the file with -f"}
	}
	if e.Key.Kind != tree.String && key != e.Key.String() {
		v.Notes = append(v.Notes, diag.Note{Message: "the key " + key + " is read as " + e.Key.String() + ", as YAML 1.1 has it"})
		return []string{fmt.Sprintf("put it in quotes: %q:", key)}
	}
	if trimmed := strings.TrimSpace(key); trimmed != key && m.declares(trimmed) {
		if argument, value, flag := strings.Cut(e.Span.File.Text, "="); flag && strings.HasSuffix(argument, key) && !m.Keys[m.literal.Find(tree.StringValue(trimmed))].hides() {
			return []string{"there is no space around '=': " + strings.TrimSpace(argument) + "=" + clip(strings.TrimSpace(value))}
		}
		return []string{fmt.Sprintf("did you mean %q, without the space?", trimmed)}
	}
	if plain, why, ok := spell.Plain(key); ok {
		hint := why.String()
		if m.declares(plain) {
			hint = fmt.Sprintf("did you mean %q? ", plain) + hint
		}
		return []string{hint}
	}
	if head, rest, dotted := strings.Cut(key, "."); dotted && m.declares(head) {
		return []string{fmt.Sprintf("dots lead into maps on the command line only; here, write %q below %q", rest+":", head+":")}
	}
	if keys := strings.Split(key, "/"); len(keys) > 1 && m.declaresPath(keys) {
		return []string{"the keys of a path are separated by dots: " + strings.Join(append(c.keysAround(), keys...), ".")}
	}
	if base, _, indexed := strings.Cut(key, "["); indexed && m.declares(base) {
		return []string{"items cannot be given one by one: give the whole list, such as --data-value-yaml '" + strings.Join(append(c.keysAround(), base), ".") + "=[…]'"}
	}
	if lower := strings.ToLower(key); c.Variable != nil && lower != key {
		if prefix, ok := strings.CutSuffix(c.Variable(e.Span.File), key); ok && !m.declares(lower) {
			if keys := m.joined(lower); len(keys) > 1 {
				return []string{"in the name of a variable, a dot is two underscores, and letters keep their case: " + prefix + strings.Join(keys, "__")}
			}
		}
	}
	if keys := m.joined(key); len(keys) > 1 {
		if c.Variable != nil {
			if prefix, ok := strings.CutSuffix(c.Variable(e.Span.File), key); ok {
				return []string{"in the name of a variable, a dot is two underscores: " + prefix + strings.Join(keys, "__")}
			}
		}
		return []string{"did you mean " + strings.Join(append(c.keysAround(), keys...), ".") + "?"}
	}
	if inner, ok := e.Value.(*tree.Map); ok && len(inner.Entries) > 0 && m.declaresAll(inner) {
		return []string{"its keys are declared without it: write them here, not below \"" + key + ":\""}
	}
	if hint := c.asPair(d, e); hint != "" {
		return []string{hint}
	}
	if near := c.nearKeys(key, m); near != nil {
		for _, k := range near {
			v.Sensitive = v.Sensitive || k.hides()
		}
		names := make([]string, len(near))
		for i, k := range near {
			names[i] = fmt.Sprintf("%q", k.Name.String())
		}
		hints := []string{"did you mean " + strings.Join(names, " or ") + "?"}
		if len(near) == 1 {
			c.suppose(near[0])
			hints = append(hints, c.repairsUnder(near[0], e)...)
		}
		return hints
	}
	if hints := c.declaredElsewhere(e); hints != nil {
		return hints
	}
	return formerKey(key, m)
}

// asPair is about "- LOG: info" where an item has the keys name and value; "" for other entries.
func (c *checker) asPair(d *Decl, e *tree.Entry) string {
	last := len(c.path) - 1
	if last < 1 || !c.path[last-1].Item || c.where != nil || c.secret > 0 {
		return ""
	}
	if item, ok := c.around[len(c.around)-1].(*tree.Map); !ok || slices.ContainsFunc(item.Entries, func(e tree.Entry) bool {
		return d.Type.Map.declares(e.Key.String()) && c.given(e.Span)
	}) {
		return ""
	}
	pair, ok := d.pair(e.Key, e.Value)
	if !ok {
		return ""
	}
	sample, ok := (&Misfit{Decl: d, Path: c.path[:last]}).paste(pair)
	if !ok {
		return ""
	}
	return "write its name and value under the keys for them:\n" + sample
}

// isResource reports whether the data values are a resource of Kubernetes, of which only the values in it may be meant.
func (c *checker) isResource(t *Map, n *tree.Map) bool {
	if len(c.path) != 1 || c.where != nil || c.Summary != "" || t.patterns != nil {
		return false
	}
	for _, name := range []string{"apiVersion", "kind"} {
		if n.Find(tree.StringValue(name)) < 0 || t.declares(name) {
			return false
		}
	}
	c.resource = true
	return true
}

// besides is the path of another key of the current map.
func (c *checker) besides(key tree.Value) string {
	path := slices.Clone(c.path)
	path[len(path)-1] = tree.Step{Key: key}
	return path.String()
}

// repairsUnder says what else is wrong with the value of a misspelt key.
func (c *checker) repairsUnder(k *Key, e *tree.Entry) []string {
	if c.where != nil || k.Type.Accepts(e.Value) || c.Explain == nil || k.hides() || c.secret > 0 {
		return nil
	}
	if s, isScalar := e.Value.(*tree.Scalar); isScalar && s.Kind == tree.String {
		if _, fits := k.Type.Read(s.Text); fits && s.Span.Text() == s.Text { // a text of a flag, which would be read as what is declared
			return nil
		}
	}
	path := slices.Clone(c.path)
	path[len(path)-1] = tree.Step{Key: k.Name}
	return c.Explain(&Misfit{Decl: &k.Decl, Node: e.Value, Span: e.Span, Path: path})
}

// suppose notes that the current key is probably meant to be another one of its map.
func (c *checker) suppose(k *Key) {
	if c.supposed == nil {
		c.supposed = map[string]struct{}{}
	}
	c.supposed[c.besides(k.Name)] = struct{}{}
}

// withoutConsequences drops the violations that a required value is missing where a misspelt key probably gives it.
func (c *checker) withoutConsequences() {
	if len(c.supposed) == 0 {
		return
	}
	isConsequence := func(path string) bool {
		_, supposed := c.supposed[path]
		return supposed
	}
	c.found = slices.DeleteFunc(c.found, func(v *diag.Diagnostic) bool {
		return v.Code == diag.ViolationRequired && isConsequence(v.Path)
	})
	c.lacks = slices.DeleteFunc(c.lacks, isConsequence)
}

// formerKey names the key of today for one that is near to a former name of it.
func formerKey(key string, m *Map) []string {
	for i := range m.Keys {
		k := &m.Keys[i]
		for _, old := range k.OldNames() {
			if former := old[len(old)-1].String(); spell.Nearest(key, []string{former}) != "" {
				return []string{fmt.Sprintf("did you mean %q? It was the name of %q: write that", former, k.Name.String())}
			}
		}
	}
	return nil
}

// keysAround returns the keys that lead to the current map.
func (c *checker) keysAround() []string {
	var keys []string
	for _, step := range c.path[:max(len(c.path)-1, 0)] {
		if !step.Item {
			keys = append(keys, step.Key.String())
		}
	}
	return keys
}

// declaredElsewhere names the places of the schema that declare a key of the name, if they are few.
func (c *checker) declaredElsewhere(e *tree.Entry) []string {
	if c.root == nil || e.Key.Kind != tree.String {
		return nil
	}
	const most = 2
	if c.places == nil {
		c.places = map[string][]string{}
		c.collectPlaces(c.root, "")
	}
	places := c.places[e.Key.Text]
	if len(places) == 0 || len(places) > most {
		return nil
	}
	return []string{"did you mean " + strings.Join(places, " or ") + "?"}
}

// mostPlaces is the number of keys up to which they are looked for elsewhere.
const mostPlaces = 10_000

func (c *checker) collectPlaces(d *Decl, path string) {
	if len(c.places) > mostPlaces || d.IsRecursive() {
		return
	}
	if m := d.Type.Map; m != nil {
		for i := range m.Keys {
			k := &m.Keys[i]
			if k.Pattern != nil || k.Removed != nil {
				continue
			}
			name := k.Name.String()
			below := name
			if path != "" {
				below = path + "." + name
			}
			c.places[name] = append(c.places[name], below)
			c.collectPlaces(&k.Decl, below)
		}
	}
	if d.Type.Array != nil {
		c.collectPlaces(&d.Type.Array.Item, path+"[0]")
	}
}

// patternProblems reports functions of patterns that failed.
func (c *checker) patternProblems(d *Decl) {
	if d.IsRecursive() {
		return
	}
	if m := d.Type.Map; m != nil {
		for i := range m.Keys {
			k := &m.Keys[i]
			if k.Pattern != nil {
				if problem := k.Pattern.problem(); problem != "" {
					c.mistakes = append(c.mistakes, c.undecided(k, problem))
				}
			}
			c.patternProblems(&k.Decl)
		}
	}
	if d.Type.Array != nil {
		c.patternProblems(&d.Type.Array.Item)
	}
}

func (c *checker) undecided(k *Key, problem string) *diag.Diagnostic {
	return &diag.Diagnostic{Code: diag.SchemaAnnotation, Message: problem, Span: k.Span, Detail: diag.Violation{
		InSchema: true, Description: "allowed= of @schema/key cannot decide about a key",
		Found: problem, Expected: "True or False for every key", Where: []source.Span{k.Span},
	}}
}

// given reports whether a span is in one of the sources of values.
func (c *checker) given(span source.Span) bool {
	if c.Order == nil || !span.Known() {
		return false
	}
	_, ok := c.Order(span.File)
	return ok
}

// violation completes a violation with what depends on whether data values or the argument of an annotation are
// being checked.
func (c *checker) violation(code diag.Code, span source.Span, n tree.Node, v diag.Violation, message string) *diag.Diagnostic {
	v.Summary, v.InSchema = c.summary, c.where != nil
	switch {
	case c.where != nil:
		span = c.where[0]
		v.Where, v.FoundBy, v.FoundAt = c.where, span, !c.foundBy
	case !span.Known():
		v.Computed = c.computed(n)
	}
	return &diag.Diagnostic{
		Code: code, Message: message, Span: span, Path: c.path.String(), Detail: v, Sensitive: c.secret > 0 || c.hides,
	}
}

// computed shows a value that has no source text: `name: "x"`.
func (c *checker) computed(n tree.Node) string {
	if n == nil {
		return diag.Redacted
	}
	text := tree.KindName(n)
	if s, ok := n.(*tree.Scalar); ok {
		text = s.String()
		if s.Kind == tree.String {
			text = fmt.Sprintf("%q", text)
		}
	}
	if c.secret > 0 {
		text = diag.Redacted
	}
	if len(c.path) == 0 {
		return text
	}
	last := c.path[len(c.path)-1]
	if c.WholePaths {
		return c.path.String() + ": " + text
	}
	if last.Item {
		return "- " + text
	}
	return last.Key.String() + ": " + text
}

// expectedKeys lists the keys that a map may have. The text is kept: a map in an array is checked many times.
func (c *checker) expectedKeys(m *Map) string {
	words, ok := c.expected[m]
	if !ok {
		words = expectedKeys(m)
		if c.expected == nil {
			c.expected = map[*Map]string{}
		}
		c.expected[m] = words
	}
	return words
}

// expectedKeys lists the keys that a map may have, unless there are too many.
func expectedKeys(m *Map) string {
	const most = 9
	var patterns []string
	for _, i := range m.patterns {
		patterns = append(patterns, m.Keys[i].Pattern.Describe())
	}
	names := m.names()
	switch n := len(names); {
	case len(patterns) > most, n > most, n == 0 && patterns == nil:
		return "a key declared in map"
	case n == 0:
		return diag.ListOr(patterns)
	case n == 1 && patterns == nil:
		return fmt.Sprintf("a map item with the key named %q", names[0])
	}
	slices.Sort(names)
	list := "one of { " + strings.Join(names, ", ") + " }"
	if patterns == nil {
		return list
	}
	return diag.ListOr(append([]string{list}, patterns...))
}

// names returns the keys that a map may have, patterns aside.
func (m *Map) names() []string {
	names := make([]string, 0, len(m.Keys))
	for i := range m.Keys {
		if k := &m.Keys[i]; k.Pattern == nil && k.Removed == nil {
			names = append(names, k.Name.String())
		}
	}
	return names
}

// declares reports whether a map may have a key by name, not by pattern.
func (m *Map) declares(name string) bool {
	i := m.literal.Find(tree.StringValue(name))
	return i >= 0 && m.Keys[i].Pattern == nil && m.Keys[i].Removed == nil
}

// declaresPath reports whether keys lead to a declaration.
func (m *Map) declaresPath(keys []string) bool {
	for i, key := range keys {
		if m == nil || !m.declares(key) {
			return false
		}
		if i < len(keys)-1 {
			m = m.Keys[m.literal.Find(tree.StringValue(key))].Type.Map
		}
	}
	return true
}

// joined returns the keys of a declared path that a key is made of with underscores or hyphens between them: db_host. It is nil for
// other keys.
func (m *Map) joined(key string) []string {
	for i := 1; i < len(key)-1; i++ {
		if key[i] != '_' && key[i] != '-' || !m.declares(key[:i]) {
			continue
		}
		below, rest := m.Keys[m.literal.Find(tree.StringValue(key[:i]))].Type.Map, key[i+1:]
		switch {
		case below == nil:
		case below.declares(rest):
			return []string{key[:i], rest}
		default:
			if more := below.joined(rest); more != nil {
				return append([]string{key[:i]}, more...)
			}
		}
	}
	return nil
}

// declaresAll reports whether a map may have all keys of another one, by name.
func (m *Map) declaresAll(of *tree.Map) bool {
	return !slices.ContainsFunc(of.Entries, func(e tree.Entry) bool { return !m.declares(e.Key.String()) })
}

// nearKeys returns the declared keys that a misspelt one is closest to.
func (c *checker) nearKeys(key string, m *Map) (keys []*Key) {
	if c.spelling < len(m.Keys) {
		return nil
	}
	c.spelling -= len(m.Keys)
	for _, near := range spell.Near(key, m.names()) {
		for i := range m.Keys {
			if k := &m.Keys[i]; k.Name.String() == near && k.Pattern == nil && k.Removed == nil {
				keys = append(keys, k)
				break
			}
		}
	}
	return keys
}

// inline shows a value on one line.
func inline(n tree.Node) string {
	text, err := print.AppendNodeJSON(nil, n, print.JSONOptions{})
	if err != nil {
		return tree.KindName(n)
	}
	return strings.TrimSpace(string(text))
}
