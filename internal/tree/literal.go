package tree

// This file implements the step from written YAML to trees: types, aliases, merge keys, repeated keys.
//
// A plain file becomes a tree as a whole (FromYAML). A template is converted piece by piece: those subtrees that
// hold no code (Literals.Node). Both cost one visit per written node and, because the number of nodes is known, a handful
// of allocations. Text stays where it is, in the source.
//
// An alias is not copied: it is the anchored node once more, in as many places as the file says. That makes a tree whose
// size on paper is exponential in that of the file (ten aliases of a list of ten aliases of …), harmless here but not for
// those who walk it. So the size that a tree would have without sharing is counted while it is built, and a file that
// grows out of all proportion is refused.

import (
	"fmt"
	"sort"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/parallel"
	"ytt/internal/slab"
	"ytt/internal/source"
	"ytt/internal/spell"
	"ytt/internal/yaml"
)

const (
	// A file is refused when its tree without sharing is bigger than both limits: maxExpanded bytes, and
	// maxExpansion times the size of the text. Sizes are about those of the printed text.
	maxExpanded  = 10 << 20
	maxExpansion = 100
	// nodeSize is what a value or key counts besides its text.
	nodeSize = 8
)

// LiteralOptions say how written YAML is read.
type LiteralOptions struct {
	Strict    bool // reject ambiguous plain scalars
	Version12 bool // read scalars by YAML 1.2, as if every file began with "%YAML 1.2"
	// Template selects what the last of several equal keys does. In a plain file it replaces the value of the first
	// one, in a template it removes the first one.
	Template bool
	// Notes is what stands on Document, Entry and Item nodes besides their values; nil when nothing does.
	Notes map[int32]*Notes
}

// Duplicate is a key that is written twice in one map. Entries that come from a merge key do not count.
type Duplicate struct {
	Key           Value
	First, Second source.Span
}

// maxRepeats is how many repeated keys are shown of one file.
const maxRepeats = 10

// WarnOfRepeats warns of the keys that a plain file repeats.
func WarnOfRepeats(repeats []Duplicate) (found diag.List) {
	for _, r := range repeats[:min(len(repeats), maxRepeats)] {
		found = append(found, &diag.Diagnostic{
			Code:     diag.RepeatedKey,
			Severity: diag.Warning,
			Message:  fmt.Sprintf("key '%s' is written twice in one map: the last value counts", r.Key),
			Span:     r.Second,
			Notes:    []diag.Note{{Message: "it is written here first", Span: r.First}},
		})
	}
	return found
}

// FromYAML returns the tree of a whole file, its repeated keys, and its problems. Documents of big files are converted side by
// side.
func FromYAML(f *yaml.File, opts LiteralOptions) (*Stream, []Duplicate, diag.List) {
	parts := partsOf(f)
	literals := make([]*Literals, len(parts))
	docs := make([]Document, len(f.Docs))
	parallel.Do(len(parts), func(i int) {
		p := parts[i]
		end := int32(len(f.Nodes))
		if p.end < len(f.Docs) {
			end = f.Docs[p.end]
		}
		l := NewLiterals(f, opts)
		l.reserve(f.Docs[p.first], end)
		for k := p.first; k < p.end; k++ {
			if d := f.Docs[k]; f.Nodes[d].Flags&yaml.Trailing == 0 {
				docs[k] = Document{Value: l.build(f.Value(d)), Span: f.Span(d), Notes: l.notes(d)}
			}
		}
		literals[i] = l
	})
	stream := &Stream{Docs: make([]*Document, 0, len(docs))}
	for k := range docs {
		if docs[k].Value != nil {
			stream.Docs = append(stream.Docs, &docs[k])
		}
	}
	var duplicates []Duplicate
	var problems diag.List
	for _, l := range literals {
		duplicates = append(duplicates, l.Duplicates()...)
		problems = append(problems, l.Problems()...)
	}
	return stream, duplicates, problems
}

// part is some documents of a file, from the first up to before the end.
type part struct{ first, end int }

// nodesPerPart is the number of nodes from which on documents make a part of their own.
const nodesPerPart = 1 << 14

// partsOf divides the documents of a file. A file with aliases is one part: what they make of it is counted as a whole.
func partsOf(f *yaml.File) (parts []part) {
	first := 0
	for k := range f.Docs {
		last := k+1 == len(f.Docs)
		if last || !f.HasAliases && f.Docs[k+1]-f.Docs[first] >= nodesPerPart {
			parts = append(parts, part{first, k + 1})
			first = k + 1
		}
	}
	return parts
}

// Literals converts subtrees of one file. It is for one goroutine; the nodes it returns are for all.
type Literals struct {
	file    *yaml.File
	opts    LiteralOptions
	resolve yaml.ResolveOptions

	maps    slab.Slab[Map]
	entries slab.Slab[Entry]
	arrays  slab.Slab[Array]
	items   slab.Slab[Item]
	scalars slab.Slab[Scalar]

	targets map[int32]int32      // alias → anchored node; nil until an alias is met
	shared  map[int32]sharedNode // anchored nodes that are built
	size    int                  // of everything built so far, without sharing
	limit   int
	refused bool // size went over the limit: aliases are null from here on

	duplicates []Duplicate
	problems   diag.List
	invalid    *Scalar // stands, as a null, for nodes that have a problem
}

type sharedNode struct {
	node Node
	size int
}

// NewLiterals returns a converter for subtrees of a file.
func NewLiterals(f *yaml.File, opts LiteralOptions) *Literals {
	return &Literals{
		file:    f,
		opts:    opts,
		resolve: yaml.ResolveOptions{Strict: opts.Strict, Version12: opts.Version12 || f.Version12},
		limit:   max(maxExpanded, maxExpansion*len(f.Source.Text)),
		invalid: NewNull(),
	}
}

// Node converts the value at i: a Mapping, Sequence, Scalar or Alias. Problems and repeated keys are added to the lists.
func (l *Literals) Node(i int32) Node {
	l.reserve(i, l.file.Nodes[i].End)
	return l.build(i)
}

// Key converts the key of the Entry at i; null when that has a problem.
func (l *Literals) Key(i int32) Value {
	n := &l.file.Nodes[i]
	if n.Flags&yaml.ComplexKey != 0 {
		if s, ok := l.build(i + 1).(*Scalar); ok {
			return s.Value
		}
		hint := "use a string as the key; put text in braces or brackets between quotes"
		if at := l.file.Span(i); strings.Contains(at.File.LineText(at.Line()), "{{") {
			hint = yaml.OtherTemplateHint
		}
		l.report(diag.ComplexKey, i, "yaml: map keys must be scalars, not maps or arrays", hint)
		return Value{}
	}
	tag := ""
	if n.Flags&yaml.HasProps != 0 {
		tag = l.file.Props[i].Tag
	}
	return l.value(i, tag)
}

// IsMerge reports whether the Entry at i of a file is a merge key, "<<" without quotes.
func IsMerge(f *yaml.File, i int32) bool {
	n := &f.Nodes[i]
	if n.Text != "<<" || n.Flags&yaml.ComplexKey != 0 {
		return false
	}
	if n.Flags&yaml.HasProps != 0 {
		if tag := f.Props[i].Tag; tag != "" {
			return tag == "!!merge"
		}
	}
	return n.Style == yaml.Plain
}

// Target returns the node that the Alias at i stands for: an Entry means its key. It is false when there is none,
// which has become a problem in the list.
func (l *Literals) Target(i int32) (int32, bool) {
	if l.targets == nil {
		l.findTargets()
	}
	target, ok := l.targets[i]
	return target, ok
}

// Duplicates returns the repeated keys met so far, in the order in which they were met.
func (l *Literals) Duplicates() []Duplicate { return l.duplicates }

// Problems returns the problems met so far, in the order of the text.
func (l *Literals) Problems() diag.List {
	sort.SliceStable(l.problems, func(i, j int) bool { return l.problems[i].Span.Start < l.problems[j].Span.Start })
	return l.problems
}

// RefuseMerge reports that the value of the merge key at i is no map.
func (l *Literals) RefuseMerge(i int32, hints ...string) {
	hints = append(hints, "put '<<' in quotes if it is meant as an ordinary key")
	l.report(diag.MergeValue, i, "yaml: map merge requires map or sequence of maps as the value", hints...)
}

func (l *Literals) report(code diag.Code, i int32, message string, hints ...string) {
	l.problems = append(l.problems, &diag.Diagnostic{Code: code, Message: message, Span: l.file.Span(i), Hints: hints})
}

// build converts a value, or returns what it was converted to before if it has an anchor.
func (l *Literals) build(i int32) Node {
	if l.file.Nodes[i].Flags&yaml.HasProps == 0 {
		return l.fresh(i, "")
	}
	props := l.file.Props[i]
	if props.Anchor == "" {
		return l.fresh(i, props.Tag)
	}
	if s, ok := l.shared[i]; ok {
		return s.node
	}
	before := l.size
	node := l.fresh(i, props.Tag)
	if l.shared == nil {
		l.shared = make(map[int32]sharedNode)
	}
	l.shared[i] = sharedNode{node, l.size - before}
	return node
}

func (l *Literals) fresh(i int32, tag string) Node {
	switch l.file.Nodes[i].Kind {
	case yaml.Scalar:
		s := l.scalars.New()
		s.Value, s.Span = l.value(i, tag), l.file.Span(i)
		return s
	case yaml.Mapping:
		return l.mapping(i)
	case yaml.Sequence:
		return l.sequence(i)
	case yaml.Alias:
		return l.alias(i)
	}
	panic("tree: node is not a value")
}

// value resolves the text of a Scalar, or of the key of an Entry.
func (l *Literals) value(i int32, tag string) Value {
	n := &l.file.Nodes[i]
	l.size += len(n.Text) + nodeSize
	r, err := yaml.Resolve(n.Text, n.Style, tag, l.resolve)
	if err != nil {
		l.scalarProblem(i, err)
	}
	return Value{Kind: Kind(r.Type), Bits: r.Bits, Text: r.Text}
}

func (l *Literals) scalarProblem(i int32, err error) {
	if problem, ok := err.(*yaml.ScalarError); ok && problem.Strict {
		l.report(diag.StrictScalar, i, problem.Message, "put it in quotes if it is meant as a string")
		return
	}
	l.report(diag.ScalarTag, i, err.Error())
}

func (l *Literals) notes(c int32) *Notes {
	if l.opts.Notes == nil {
		return nil
	}
	return l.opts.Notes[c]
}

func (l *Literals) sequence(i int32) Node {
	nodes := l.file.Nodes
	count := 0
	for c, end := i+1, nodes[i].End; c < end; c = nodes[c].End {
		count++
	}
	l.size += nodeSize
	a := l.arrays.New()
	a.Items = l.items.Take(count)
	c := i + 1
	for k := range a.Items {
		a.Items[k] = Item{Value: l.build(l.file.Value(c)), Span: l.file.Span(c), Notes: l.notes(c)}
		c = nodes[c].End
	}
	return a
}

func (l *Literals) mapping(i int32) Node {
	nodes := l.file.Nodes
	count, merges := 0, false
	for c, end := i+1, nodes[i].End; c < end; c = nodes[c].End {
		count++
		merges = merges || nodes[c].Text == "<<" && IsMerge(l.file, c)
	}
	l.size += nodeSize
	m := l.maps.New()
	entries := l.entries.Take(count)
	c := i + 1
	for k := range entries {
		entries[k].Key, entries[k].Span = l.Key(c), l.file.Span(c)
		c = nodes[c].End
	}
	repeats := hasRepeats(entries)
	c = i + 1
	for k := range entries {
		entries[k].Value, entries[k].Notes = l.build(l.file.Value(c)), l.notes(c)
		c = nodes[c].End
	}
	if merges || repeats {
		entries = l.combine(i+1, entries)
	}
	m.Entries = entries
	return m
}

// combine returns the entries of a map in which keys are repeated or merged, given the entries as they were written, of
// which the first is the node at c.
func (l *Literals) combine(c int32, written []Entry) []Entry {
	type place struct {
		at     int  // position in out
		merged bool // by a merge key
	}
	places := make(map[Value]place, len(written))
	out := make([]Entry, 0, len(written))
	add := func(e Entry, merged bool) {
		if p, ok := places[e.Key]; ok {
			isDuplicate := !merged && !p.merged
			if isDuplicate {
				l.duplicates = append(l.duplicates, Duplicate{Key: e.Key, First: out[p.at].Span, Second: e.Span})
			}
			if !isDuplicate || !l.opts.Template {
				out[p.at] = e
				places[e.Key] = place{p.at, merged}
				return
			}
			out[p.at].Value = nil // removed below
		}
		places[e.Key] = place{len(out), merged}
		out = append(out, e)
	}
	for _, e := range written {
		if !IsMerge(l.file, c) {
			add(e, false)
		} else {
			for _, e := range l.mergedEntries(c, e.Value) {
				add(e, true)
			}
		}
		c = l.file.Nodes[c].End
	}
	kept := out[:0]
	for _, e := range out {
		if e.Value != nil {
			kept = append(kept, e)
		}
	}
	return kept
}

// mergedEntries returns what the merge key at c, with the given value, puts into its map. Of several maps the earlier
// ones win.
func (l *Literals) mergedEntries(c int32, value Node) []Entry {
	switch value := value.(type) {
	case *Map:
		return value.Entries
	case *Array:
		var all []Entry
		seen := make(map[Value]bool)
		for _, item := range value.Items {
			m, ok := item.Value.(*Map)
			if !ok {
				if item.Value != l.invalid {
					l.RefuseMerge(c)
				}
				return nil
			}
			for _, e := range m.Entries {
				if !seen[e.Key] {
					seen[e.Key] = true
					all = append(all, e)
				}
			}
		}
		return all
	}
	if value != l.invalid {
		l.RefuseMerge(c)
	}
	return nil
}

// alias returns the node that an alias stands for.
func (l *Literals) alias(i int32) Node {
	target, ok := l.Target(i)
	if !ok || l.refused {
		return l.invalid
	}
	node := l.anchored(target)
	if l.size > l.limit {
		l.refused = true
		l.report(diag.AliasExpansion, i, "yaml: aliases make this file more than 100 times as big as it is written, and bigger than 10 MB",
			"write repeated structure with a loop or a function")
		return l.invalid
	}
	return node
}

// anchored returns the node that carries an anchor, and counts its size once more.
func (l *Literals) anchored(target int32) Node {
	if l.file.Nodes[target].Kind == yaml.Entry {
		return NewScalar(l.Key(target), l.file.Span(target))
	}
	if s, ok := l.shared[target]; ok {
		l.size += s.size
		return s.node
	}
	return l.build(target)
}

// findTargets finds the anchored node of every alias of the file: the last one of that name before it in its document.
func (l *Literals) findTargets() {
	l.targets = make(map[int32]int32)
	nodes := l.file.Nodes
	hinted := false
	for _, d := range l.file.Docs {
		anchors := make(map[string]int32)
		for i := d; i < nodes[d].End; i++ {
			if nodes[i].Flags&yaml.HasProps != 0 {
				if name := l.file.Props[i].Anchor; name != "" {
					anchors[name] = i
				}
			}
			if nodes[i].Kind != yaml.Alias {
				continue
			}
			name := nodes[i].Text
			target, ok := anchors[name]
			switch {
			case !ok && hinted:
				l.report(diag.UnknownAnchor, i, "yaml: unknown anchor '"+name+"' referenced")
			case !ok:
				hinted = true // looking for near names for every alias would cost too much
				l.report(diag.UnknownAnchor, i, "yaml: unknown anchor '"+name+"' referenced", anchorHints(name, anchors)...)
			case i < l.endOf(target):
				l.report(diag.AnchorInItself, i, "yaml: anchor '"+name+"' value contains itself")
			default:
				l.targets[i] = target
			}
		}
	}
}

// endOf is the end of what an anchor at i covers: a value, or the key of an Entry.
func (l *Literals) endOf(i int32) int32 {
	nodes := l.file.Nodes
	switch {
	case nodes[i].Kind != yaml.Entry:
		return nodes[i].End
	case nodes[i].Flags&yaml.ComplexKey != 0:
		return nodes[i+1].End
	}
	return i + 1
}

func anchorHints(name string, anchors map[string]int32) []string {
	names := make([]string, 0, len(anchors))
	for n := range anchors {
		names = append(names, n)
	}
	if near := spell.Nearest(name, names); near != "" {
		return []string{"did you mean '*" + near + "'?"}
	}
	return []string{"put a text that begins with '*' in quotes"}
}

// hasRepeats reports whether two entries have the same key. Most maps are small, where comparing keys with each other is faster
// than hashing them.
func hasRepeats(entries []Entry) bool {
	if len(entries) < indexFrom {
		for i := range entries {
			for j := range i {
				if entries[i].Key == entries[j].Key {
					return true
				}
			}
		}
		return false
	}
	keys := make(map[Value]struct{}, len(entries))
	for i := range entries {
		keys[entries[i].Key] = struct{}{}
	}
	return len(keys) < len(entries)
}

// reserve makes room for the nodes from i to end.
func (l *Literals) reserve(i, end int32) {
	var counts [yaml.Alias + 1]int
	for ; i < end; i++ {
		counts[l.file.Nodes[i].Kind]++
	}
	l.maps.Reserve(counts[yaml.Mapping])
	l.entries.Reserve(counts[yaml.Entry])
	l.arrays.Reserve(counts[yaml.Sequence])
	l.items.Reserve(counts[yaml.Item])
	l.scalars.Reserve(counts[yaml.Scalar])
}
