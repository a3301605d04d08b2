package overlay

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/spell"
	"ytt/internal/tree"
)

// This file implements the notes and hints of problems: which left nodes there are, which one was probably meant, why
// it does not match, and what to write instead. They need searches in the left tree, so only the first maxExplained
// problems of a merge have them.

const (
	maxExplained = 10   // problems with notes and hints
	maxPositions = 5    // left nodes listed per problem
	maxNames     = 12   // names listed per problem
	maxNearest   = 3    // left nodes that nearly match, per problem
	maxSearched  = 5000 // left nodes searched per problem
)

func (m *merge) explains() bool { return len(m.diags) <= maxExplained }

// explainEntries explains a wrong number of matching entries.
func (m *merge) explainEntries(d *diag.Diagnostic, p *patch, left *tree.Map, found []int32) {
	if !m.explains() {
		return
	}
	if len(found) > 0 {
		for _, i := range found[:min(len(found), maxPositions)] {
			e := &left.Entries[i]
			d.Notes = append(d.Notes, diag.Note{Message: fmt.Sprintf("matches '%s'", e.Key), Span: e.Span})
		}
		m.tooMany(d, p, len(found))
		return
	}
	if p.match.by == nil {
		if m.explainKey(d, p, left) {
			return
		}
	} else {
		c := collector{by: p.match.by, right: p.value}
		for i := range left.Entries[:min(len(left.Entries), maxSearched)] {
			if e := &left.Entries[i]; !isTombstone(e) {
				c.look(e.Value, diag.Note{Message: fmt.Sprintf("'%s'", e.Key), Span: e.Span})
			}
		}
		if c.explain(d) {
			return
		}
	}
	m.tooFew(d, p)
}

// explainKey explains that a map does not have a key. It reports whether another one is probably meant.
func (m *merge) explainKey(d *diag.Diagnostic, p *patch, left *tree.Map) (meant bool) {
	keys := keysOf(left)
	if len(keys) == 0 {
		d.Notes = append(d.Notes, diag.Note{Message: "the map is empty"})
		return false
	}
	near := nearest(p.key.String(), keys)
	if near == p.key.String() {
		d.Hints = append(d.Hints, fmt.Sprintf("the map has the key as another type than %s; quotes make a string of it", p.key.Kind))
	} else if near != "" {
		d.Hints = append(d.Hints, fmt.Sprintf("did you mean '%s'?", near))
	}
	d.Notes = append(d.Notes, diag.Note{Message: "the map has the keys " + quotedList(keys), Span: left.Entries[0].Span})
	return near != ""
}

// explainLackingKey explains that a node lacks the key by which it is matched: the patch's own node, or a left one.
func (m *merge) explainLackingKey(d *diag.Diagnostic, p *patch, err *lackingKeyError, at source.Span) {
	note := diag.Note{Message: "it was asked about this one", Span: at}
	if err.own {
		note = diag.Note{Message: "it is this node of the overlay", Span: p.span}
	}
	if lacking, isMap := err.node.(*tree.Map); isMap && m.explains() {
		keys := keysOf(lacking)
		if near := nearest(err.key, keys); near != "" {
			d.Hints = append(d.Hints, fmt.Sprintf("did you write '%s' for '%s'?", near, err.key))
		} else if other := identifying(lacking, err.key); other != "" {
			d.Hints = append(d.Hints, m.otherKey(p, err, other))
		} else if !err.own {
			d.Hints = append(d.Hints, fmt.Sprintf("to leave out what lacks it: by=overlay.and_op(overlay.has_key(%q), overlay.map_key(%[1]q))", err.key))
		}
		note.Message += ", which has the keys " + quotedList(keys)
		if len(keys) == 0 {
			note.Message = "it is an empty map"
		}
	}
	d.Notes = append(d.Notes, note)
}

// identifying returns the key by which a map is probably told from its siblings; "" for none.
func identifying(n *tree.Map, besides string) string {
	for _, key := range []string{"name", "id", "key"} {
		if v, ok := n.GetString(key); ok && key != besides {
			if s, isScalar := v.(*tree.Scalar); isScalar && s.Kind == tree.String {
				return key
			}
		}
	}
	return ""
}

// otherKey advises to match by a key that is there instead of the one that is lacking.
func (m *merge) otherKey(p *patch, err *lackingKeyError, other string) string {
	if err.own {
		return fmt.Sprintf("match by what the item has, by=%q, or write '%s: ...' in it", other, err.key)
	}
	hint := fmt.Sprintf("the items have '%s', no '%s': write by=%q", other, err.key, other)
	if own, ok := p.value.(*tree.Map); ok {
		if _, has := own.GetString(other); !has {
			hint += fmt.Sprintf(", and '%s: ...' in this item, too", other)
		}
	}
	return hint
}

// unmarked advises on a document of the overlay's own file that is no overlay, as only the first one has the annotation.
func (m *merge) unmarked(p *patch, found *tree.Map, at source.Span) string {
	if !m.warns || at.File == nil || at.File != p.span.File || slices.Contains(m.overlays, at) { // a changed document is where the overlay is
		return ""
	}
	return fmt.Sprintf("line %d of this file begins a document of its own, as no #@overlay/match stands above its '---': "+
		"if it is to change another one, write there #@overlay/match by=overlay.subset(%s)", at.Line(), subsetFor(found))
}

// subsetFor returns the argument of overlay.subset that matches documents of a kind and name.
func subsetFor(doc *tree.Map) string {
	kind, name := doc.GetText("kind"), ""
	if v, ok := doc.GetString("metadata"); ok {
		if metadata, ok := v.(*tree.Map); ok {
			name = metadata.GetText("name")
		}
	}
	switch {
	case kind != "" && name != "":
		return fmt.Sprintf("{\"kind\": %q, \"metadata\": {\"name\": %q}}", shortened(kind), shortened(name))
	case kind != "":
		return fmt.Sprintf("{\"kind\": %q}", shortened(kind))
	}
	return "{...}"
}

// keysOf returns the keys of a map, at most maxSearched.
func keysOf(m *tree.Map) []string {
	var keys []string
	for i := range m.Entries[:min(len(m.Entries), maxSearched)] {
		if e := &m.Entries[i]; !isTombstone(e) {
			keys = append(keys, e.Key.String())
		}
	}
	return keys
}

// explainItems explains a wrong number of matching items.
func (m *merge) explainItems(d *diag.Diagnostic, p *patch, q *sequence, found []int32) {
	if !m.explains() {
		return
	}
	what := "item"
	if p.kind == documentPatch {
		what = "document"
	}
	if len(found) > 0 {
		for _, slot := range found[:min(len(found), maxPositions)] {
			if q.items[slot].Span.Known() {
				d.Notes = append(d.Notes, diag.Note{Message: "matches" + nameOf(q.items[slot].Value), Span: q.items[slot].Span})
			}
		}
		if p.kind == documentPatch {
			for _, slot := range found {
				doc, ok := q.items[slot].Value.(*tree.Map)
				if hint := ""; ok {
					if hint = m.unmarked(p, doc, q.items[slot].Span); hint != "" {
						d.Hints = append(d.Hints, hint)
						return
					}
				}
			}
			d.Hints = append(d.Hints, m.narrower(p, q, found)...)
		}
		m.tooMany(d, p, len(found))
		return
	}
	if by, ok := p.match.by.(*position); ok && q.live > 0 {
		d.Hints = append(d.Hints, fmt.Sprintf("there are %d %ss, with the indices 0 to %d: index %d is none of them", q.live, what, q.live-1, by.i))
		return
	}
	c := collector{by: p.match.by, right: p.value}
	searched := 0
	for slot := q.first(); slot >= 0 && searched < maxSearched; slot = q.next(slot) {
		searched++
		c.look(q.items[slot].Value, diag.Note{Message: what + nameOf(q.items[slot].Value), Span: q.items[slot].Span})
	}
	if searched == 0 {
		d.Notes = append(d.Notes, diag.Note{Message: "there are no " + what + "s"})
		if p.kind == documentPatch {
			d.Hints = append(d.Hints, "no other input has a document to change: name its file, too, or - for what another program prints: -f - -f this file")
		}
	}
	if key, ok := p.match.by.(*mapKey); ok && p.kind == documentPatch && len(c.names) == 0 {
		d.Hints = append(d.Hints, keyOfDocuments(key.name))
		return
	}
	if sub, ok := p.match.by.(*subset); ok && len(c.nearest) == 0 {
		if hint := misshapen(sub.expected); hint != "" {
			d.Hints = append(d.Hints, hint)
			return
		}
	}
	if !c.explain(d) {
		m.tooFew(d, p)
	}
}

// misshapen says how to write what overlay.subset is to find, if it is a text, or has paths with dots for keys. It returns "" for
// other values.
func misshapen(expected tree.Node) string {
	switch e := expected.(type) {
	case *tree.Scalar:
		if e.Kind != tree.String {
			return ""
		}
		example := fmt.Sprintf("{\"metadata\": {\"name\": %q}}", shortened(e.Text))
		if e.Text != "" && 'A' <= e.Text[0] && e.Text[0] <= 'Z' {
			example = fmt.Sprintf("{\"kind\": %q}", shortened(e.Text))
		}
		return "overlay.subset takes a dict of the keys and values that are to be there: overlay.subset(" + example + ")"
	case *tree.Map:
		for i := range e.Entries {
			key := e.Entries[i].Key.String()
			value, isScalar := e.Entries[i].Value.(*tree.Scalar)
			if !isScalar || !strings.Contains(key, ".") || strings.Contains(key, "/") || len(key) > maxShown {
				continue
			}
			text := fmt.Sprintf("%q", shortened(value.String()))
			if value.Kind != tree.String {
				text = value.String()
			}
			steps := strings.Split(key, ".")
			for _, step := range slices.Backward(steps) {
				text = fmt.Sprintf("{%q: %s}", step, text)
			}
			return fmt.Sprintf("a key with dots is one key; for keys in maps, write overlay.subset(%s)", text)
		}
	}
	return ""
}

// keyOfDocuments explains that no document has the key of the matcher.
func keyOfDocuments(name string) string {
	example := `{"kind": "Deployment"}`
	if strings.Contains(name, ".") && !strings.ContainsAny(name, "/: ") {
		example = `"..."`
		for _, step := range slices.Backward(strings.Split(name, ".")) {
			example = fmt.Sprintf("{%q: %s}", step, example)
		}
	} else if key, value, ok := strings.Cut(name, ": "); ok {
		example = fmt.Sprintf("{%q: %q}", key, value)
	} else if name != "" && 'A' <= name[0] && name[0] <= 'Z' {
		example = fmt.Sprintf("{\"kind\": %q}", name)
	}
	return fmt.Sprintf("by=%q compares the value of a key %[1]q, which no document has; to say what a document contains, write by=overlay.subset(%s)", name, example)
}

// nearest returns the name that was probably meant. Long names are left out, as comparing them takes quadratic time.
func nearest(name string, names []string) string {
	const longest = 100
	if len(name) > longest {
		return ""
	}
	var short []string
	for _, n := range names {
		if len(n) <= longest {
			short = append(short, n)
		}
	}
	return spell.Nearest(name, short)
}

// nearKey returns the key of a map that was probably meant, "" for none. A key with dots is meant as several keys.
func nearKey(m *tree.Map, key tree.Value) string {
	if name := key.String(); !strings.Contains(name, ".") {
		return nearest(name, keysOf(m))
	}
	return ""
}

// tooMany and tooFew add hints for an intended number of matches.
func (m *merge) tooMany(d *diag.Diagnostic, p *patch, n int) {
	if m.otherCount(d, p, n) {
		return
	}
	d.Hints = append(d.Hints, fmt.Sprintf("if all are meant, add expects=%d or expects=\"1+\" to #@overlay/match", n))
}

// otherCount adds a hint for the number of matches that there are, if the annotation says another one. It reports whether the
// annotation says one at all.
func (m *merge) otherCount(d *diag.Diagnostic, p *patch, n int) bool {
	if n > 0 && p.counted() != nil {
		switch p.match.expects.(type) {
		case starlark.Int, starlark.String:
			d.Hints = append(d.Hints, fmt.Sprintf("if %d is right, write expects=%[1]d", n))
		}
	}
	return p.match.expects != nil
}

func (m *merge) tooFew(d *diag.Diagnostic, p *patch) {
	switch {
	case m.otherCount(d, p, 0):
		return
	case p.kind == documentPatch:
		d.Hints = append(d.Hints, "if it may match nothing, add missing_ok=True to #@overlay/match")
	case p.act.op == annotation.Merge && p.match.by == nil:
		d.Hints = append(d.Hints, AddsKey)
	case p.act.op == annotation.Merge:
		d.Hints = append(d.Hints, "to add it when there is none, annotate it with #@overlay/match "+with(p)+"missing_ok=True")
	case p.act.op == annotation.Replace:
		d.Hints = append(d.Hints, "to add it when there is none, annotate it with #@overlay/match "+with(p)+"missing_ok=True and #@overlay/replace or_add=True")
	default:
		d.Hints = append(d.Hints, "if it may be missing, annotate it with #@overlay/match "+with(p)+"missing_ok=True")
	}
}

// AddsKey is the hint for a key that the left map does not have, and no other that may be meant.
const AddsKey = "to add it when there is none, annotate it with #@overlay/match missing_ok=True"

// with returns the matcher of a patch's annotation as the beginning of the arguments of a suggested one.
func with(p *patch) string {
	switch by := p.match.by.(type) {
	case nil:
		return ""
	case *mapKey:
		return fmt.Sprintf("by=%q, ", by.name)
	}
	return "by=..., "
}

// collector collects the reasons why none of the left nodes matches.
type collector struct {
	by      matcher
	right   tree.Node
	names   []string // of map_key: the existing values
	nearest []nearMiss
}

// nearMiss is a left node that almost matches overlay.subset.
type nearMiss struct {
	score int
	diff  difference
	note  diag.Note
}

func (c *collector) look(left tree.Node, note diag.Note) {
	switch by := c.by.(type) {
	case *mapKey:
		if v, err := by.value(left); err == nil {
			if s, ok := v.(*tree.Scalar); ok {
				if name := s.String(); !slices.Contains(c.names[:min(len(c.names), maxNames)], name) {
					c.names = append(c.names, name)
				}
			}
		}
	case *subset:
		c.consider(left, by.expected, note)
	case *and:
		for _, operand := range by.operands {
			if sub, ok := operand.(*subset); ok {
				if !matchesAll(left, sub.expected, nil) {
					c.consider(left, sub.expected, note)
					return
				}
			}
		}
	}
}

// consider keeps the nodes that come nearest to an expected value.
func (c *collector) consider(left, expected tree.Node, note diag.Note) {
	score, looks := 0, maxLooks
	agreement(left, expected, &score, &looks)
	if score == 0 {
		return
	}
	i := sort.Search(len(c.nearest), func(i int) bool { return c.nearest[i].score < score })
	if i == maxNearest {
		return
	}
	miss := nearMiss{score: score, note: note}
	matchesAll(left, expected, &miss.diff)
	c.nearest = slices.Insert(c.nearest, i, miss)
	c.nearest = c.nearest[:min(len(c.nearest), maxNearest)]
}

// agreement adds 2 to score for each scalar that both values have, and 1 for each key, or one like it. It visits at most looks nodes.
func agreement(actual, expected tree.Node, score, looks *int) {
	if *looks--; *looks < 0 {
		return
	}
	switch e := expected.(type) {
	case *tree.Map:
		a, ok := actual.(*tree.Map)
		for i := 0; ok && i < len(e.Entries) && *looks > 0; i++ {
			if v, found := find(a, e.Entries[i].Key); found {
				*score++
				agreement(v, e.Entries[i].Value, score, looks)
			} else if nearKey(a, e.Entries[i].Key) != "" {
				*score++
			}
		}
	case *tree.Array:
		a, ok := actual.(*tree.Array)
		for i := 0; ok && i < min(len(a.Items), len(e.Items)) && *looks > 0; i++ {
			agreement(a.Items[i].Value, e.Items[i].Value, score, looks)
		}
	case *tree.Scalar:
		if matchesAll(actual, e, nil) {
			*score += 2
		}
	}
}

// explain adds the collected reasons to a problem. It reports whether another node is probably meant.
func (c *collector) explain(d *diag.Diagnostic) (meant bool) {
	if key, ok := c.by.(*mapKey); ok && len(c.names) > 0 {
		sought := ""
		if v, err := key.value(c.right); err == nil {
			if s, ok := v.(*tree.Scalar); ok {
				sought = fmt.Sprintf(", not '%s'", shortened(s.String()))
				if near := nearest(s.String(), c.names); near != "" {
					d.Hints = append(d.Hints, fmt.Sprintf("did you mean '%s'?", near))
					meant = true
				}
			}
		}
		d.Notes = append(d.Notes, diag.Note{Message: fmt.Sprintf("values of '%s' here: %s%s", key.name, quotedList(c.names), sought)})
	}
	for _, n := range c.nearest {
		n.note.Message += " does not match: " + n.diff.describe()
		d.Notes = append(d.Notes, n.note)
		if near := n.diff.nearly(); near != "" && !meant {
			d.Hints = append(d.Hints, fmt.Sprintf("did you mean %q?", near))
			meant = true
		}
	}
	return meant || len(c.nearest) > 0
}

// nearly returns the text that is probably meant instead of the expected one, "" for none.
func (d *difference) nearly() string {
	if d.near != "" {
		return d.near
	}
	actual, ok := d.actual.(*tree.Scalar)
	expected, also := d.expected.(*tree.Scalar)
	if !ok || !also || actual.Kind != tree.String || expected.Kind != tree.String {
		return ""
	}
	return nearest(expected.Text, []string{actual.Text})
}

// nameOf returns the kind and name of a Kubernetes resource, " Deployment web", "" for another node.
func nameOf(n tree.Node) string {
	m, ok := n.(*tree.Map)
	if !ok {
		return ""
	}
	name := m.GetText("name")
	if v, ok := m.GetString("metadata"); ok {
		if metadata, ok := v.(*tree.Map); ok {
			name = metadata.GetText("name")
		}
	}
	out := ""
	for _, word := range []string{m.GetText("kind"), name} {
		if word != "" {
			out += " " + shortened(word)
		}
	}
	return out
}

// narrower returns a hint with a matcher for one of several matching documents, the one most similar to the overlay.
func (m *merge) narrower(p *patch, q *sequence, found []int32) []string {
	ann := p.metadata.Find(annotation.OverlayMatch)
	if ann == nil || len(found) > maxSearched {
		return nil
	}
	var best *tree.Map
	most := -1
	kinds, names := map[string]int{}, map[string]int{}
	for _, slot := range found {
		doc, ok := q.items[slot].Value.(*tree.Map)
		if !ok {
			return nil
		}
		score, looks := 0, maxLooks
		agreement(doc, p.value, &score, &looks)
		if score > most {
			best, most = doc, score
		}
		kinds[doc.GetText("kind")]++
		names[nameOf(doc)]++
	}
	kind := best.GetText("kind")
	metadata, _ := best.GetString("metadata")
	inner, _ := metadata.(*tree.Map)
	more := ""
	switch {
	case kind != "" && kinds[kind] == 1:
		more = fmt.Sprintf("\"kind\": %q", kind)
	case inner != nil && inner.GetText("name") != "" && names[nameOf(best)] == 1:
		more = fmt.Sprintf("\"metadata\": {\"name\": %q}", inner.GetText("name"))
	default:
		return nil
	}
	text := strings.TrimSpace(ann.Span.Text())
	const open, all = "overlay.subset({", "overlay.all"
	switch {
	case strings.Count(text, open) == 1 && !strings.Contains(text, strings.SplitN(more, ":", 2)[0]+":"):
		text = strings.Replace(text, open, open+more+", ", 1)
	case strings.Count(text, all) == 1:
		text = strings.Replace(text, all, open+more+"})", 1)
	default:
		return nil
	}
	return []string{fmt.Sprintf("if only%s is meant, write %s", nameOf(best), text)}
}

// describe returns a difference in words: "metadata.name is 'web', not 'wep'".
func (d *difference) describe() string {
	where := d.path.String()
	if where == "" {
		where = "it"
	}
	switch {
	case d.actual == nil && d.near != "":
		return where + " is missing, but there is '" + d.near + "'"
	case d.actual == nil:
		return where + " is missing"
	}
	return fmt.Sprintf("%s is %s, not %s", where, describe(d.actual), describe(d.expected))
}

// describe returns a short form of a value.
func describe(n tree.Node) string {
	s, ok := n.(*tree.Scalar)
	switch {
	case !ok:
		return article(tree.KindName(n))
	case s.Kind == tree.String:
		return "'" + shortened(s.Text) + "'"
	case s.Kind == tree.Float:
		return s.String() + " (float)"
	}
	return s.String()
}

func shortened(text string) string {
	const most = 60
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "…"
}

// quotedList returns the first names in quotes.
func quotedList(names []string) string {
	quoted := make([]string, 0, maxNames+1)
	for _, n := range names[:min(len(names), maxNames)] {
		quoted = append(quoted, "'"+shortened(n)+"'")
	}
	list := strings.Join(quoted, ", ")
	if more := len(names) - maxNames; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}

// explainDifference explains a failed @overlay/assert.
func (m *merge) explainDifference(d *diag.Diagnostic, diff difference) {
	note := diag.Note{Message: diff.describe()}
	if actual, ok := diff.actual.(*tree.Scalar); ok {
		note.Span = actual.Span
	}
	d.Notes = append(d.Notes, note)
}

func article(noun string) string {
	if noun == "array" || noun == "integer" {
		return "an " + noun
	}
	return "a " + noun
}
