package render

import (
	"regexp"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/schema"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/value"
	inputs "ytt/internal/values/layers"
)

// This file tells which data values are not known after problems with them, so that what reads them is not reported: it may be a
// consequence.

// doubts are places of data values of which something is not known. When it is not known which, all are.
type doubts struct {
	all   bool
	paths []tree.Path
}

func (d *doubts) any() bool { return d.all || len(d.paths) > 0 }

func (d *doubts) add(path tree.Path) {
	const most = 2000
	if d.all = d.all || len(d.paths) == most; !d.all {
		d.paths = append(d.paths, slices.Clone(path))
	}
}

func (d *doubts) join(other *doubts) {
	d.all = d.all || other.all
	for _, path := range other.paths {
		d.add(path)
	}
}

// covers reports whether the value at a path is not known, or one around it.
func (d *doubts) covers(path tree.Path) bool {
	return d.all || slices.ContainsFunc(d.paths, func(p tree.Path) bool { return isAround(p, path) })
}

// touches reports whether the value at a path is not known, one around it, or one in it.
func (d *doubts) touches(path tree.Path) bool {
	return d.covers(path) || slices.ContainsFunc(d.paths, func(p tree.Path) bool { return isAround(path, p) })
}

// isAround reports whether a path is the beginning of another.
func isAround(path, of tree.Path) bool {
	if len(path) > len(of) {
		return false
	}
	for i := range path {
		a, b := path[i], of[i]
		if a.Item != b.Item || !a.Item && a.Key != b.Key || a.Item && a.Index != b.Index && a.Index != tree.AllItems && b.Index != tree.AllItems {
			return false
		}
	}
	return true
}

// keyInText finds keys in the text of a file that cannot be read.
var keyInText = regexp.MustCompile(`("[^"\n]*"|'[^'\n]*'|[^\s,{}\[\]:"']+)\s*:`)

// wordInText finds words that may be keys.
var wordInText = regexp.MustCompile(`[\w-]+`)

// addText adds the values that a text may give which cannot be read, or code in which fails.
func (d *doubts) addText(f *source.File) {
	if f == nil {
		d.all = true
		return
	}
	if !strings.Contains(strings.TrimSpace(f.Text), "\n") { // perhaps an argument
		for _, word := range wordInText.FindAllString(f.Text, -1) {
			d.add(tree.Path{{Key: tree.StringValue(word)}})
		}
	}
	for line := range strings.Lines(f.Text) {
		switch code := strings.TrimSpace(line); {
		case strings.HasPrefix(code, "---") && strings.Contains(code, "#@") || strings.Contains(code, "(@"): // it may make any keys
			d.all = true
			return
		case strings.HasPrefix(code, "#"):
			continue
		}
		for _, found := range keyInText.FindAllStringSubmatch(line, -1) {
			d.add(tree.Path{{Key: tree.StringValue(strings.Trim(found[1], `"'`))}})
		}
	}
}

// addNodes adds the nodes of a document that are at certain places, and reports whether there are any.
func (d *doubts) addNodes(doc *tree.Document, at func(source.Span, *tree.Metadata) bool) (found bool) {
	var path tree.Path
	var visit func(n tree.Node)
	each := func(step tree.Step, span source.Span, metadata *tree.Metadata, n tree.Node) {
		if at(span, metadata) {
			found = true
			if annotated := metadata != nil && standsForOthers(metadata); annotated {
				d.add(path)
			} else {
				d.add(append(path, step))
			}
			return
		}
		path = append(path, step)
		visit(n)
		path = path[:len(path)-1]
	}
	visit = func(n tree.Node) {
		switch n := n.(type) {
		case *tree.Map:
			for i := range n.Entries {
				e := &n.Entries[i]
				each(tree.StepTo(e), e.Span, e.Metadata, e.Value)
			}
		case *tree.Array:
			for i := range n.Items {
				each(tree.Step{Index: tree.AllItems, Item: true}, n.Items[i].Span, n.Items[i].Metadata, n.Items[i].Value)
			}
		}
	}
	if at(doc.Span, doc.Metadata) {
		d.add(nil)
		return true
	}
	visit(doc.Value)
	return found
}

// standsForOthers reports whether an entry of a schema is about more keys than its own.
func standsForOthers(metadata *tree.Metadata) bool {
	return slices.ContainsFunc(metadata.Annotations, func(a tree.Annotation) bool {
		spec := annotation.Lookup(a.Name)
		return spec != nil && spec.Of != annotation.Overlays && strings.Contains(a.Name, "key")
	})
}

// isAbout returns what tells the nodes that a problem is about, by its places.
func isAbout(problem *diag.Diagnostic) func(source.Span, *tree.Metadata) bool {
	places := []source.Span{problem.Span}
	if v, ok := problem.Detail.(diag.Violation); ok {
		places = append(places, v.Where...)
	}
	return func(at source.Span, metadata *tree.Metadata) bool {
		for _, place := range places {
			if !place.Known() {
				continue
			}
			if at.File == place.File && at.Line() == place.Line() {
				return true
			}
			if metadata == nil {
				continue
			}
			for i := range metadata.Annotations {
				if a := metadata.Annotations[i].Span; a.File == place.File && a.Start <= place.Start && place.Start <= a.End {
					return true
				}
			}
		}
		return false
	}
}

// doubted is a document that may have what a problem is about.
func (d *doubts) addProblem(problem *diag.Diagnostic, layers []inputs.Layer) {
	found := false
	for i := range layers {
		if layers[i].Set == nil && layers[i].Doc != nil && d.addNodes(layers[i].Doc, isAbout(problem)) {
			found = true
		}
	}
	d.all = d.all || !found
}

// addValues adds the values that problems of the values stage and of rules are about. keys are those of which it is reported that they must
// not be given.
func (d *doubts) addValues(problems diag.List, layers []inputs.Layer) (keys []tree.Path) {
	for _, problem := range problems {
		if problem.Severity != diag.Error {
			continue
		}
		path, ok := pathOf(problem)
		if !ok {
			d.addProblem(problem, layers)
			continue
		}
		d.add(path)
		if problem.Code == diag.ViolationUnknownKey || problem.Code == diag.ViolationRemoved {
			keys = append(keys, path)
		}
		if fact, ok := problem.Fact.(*schema.UnknownKey); ok && len(fact.Path) > 0 {
			for _, k := range fact.Meant {
				d.add(append(slices.Clone(fact.Path[:len(fact.Path)-1]), tree.Step{Key: k.Name}))
			}
		}
	}
	return keys
}

// uncertainty is what is not known when templates are run in spite of problems.
type uncertainty struct {
	schema    *schema.Schema // nil if there is none that tells which values there are
	declared  doubts         // declarations
	values    doubts
	keys      doubts // keys that must not be given
	libraries bool   // what is addressed to libraries inside
	files     bool   // which files there are

	code *eval.Uncertain // of the session
}

// took reports whether the code of a thread has read what is not known.
func (u *uncertainty) took(thread *starlark.Thread) bool { return u != nil && u.code.Took(thread) }

// read notes that running code reads something.
func (u *uncertainty) read(path tree.Path, what value.ReadOf) {
	if u.reads(path, what) {
		u.code.Read()
	}
}

// reads reports whether code that reads something of the value at a path reads what is not known.
func (u *uncertainty) reads(path tree.Path, what value.ReadOf) bool {
	switch what {
	case value.ReadAbsent:
		if u.closes(path[:len(path)-1]) {
			return u.keys.covers(path)
		}
	case value.ReadMap:
		return u.values.covers(path)
	}
	return u.values.touches(path)
}

// closes reports whether the schema tells which keys the map at a path has.
func (u *uncertainty) closes(path tree.Path) bool {
	if u.schema == nil || u.declared.covers(path) {
		return false
	}
	d := u.schema.Lookup(path)
	if d == nil || d.Type.Any || d.Type.Map == nil {
		return false
	}
	return !slices.ContainsFunc(d.Type.Map.Keys, func(k schema.Key) bool { return k.Pattern != nil || k.Optional })
}

// pathOf returns the path of the value that a problem is about; false if it is about none.
func pathOf(d *diag.Diagnostic) (tree.Path, bool) {
	switch d.Code {
	case diag.ViolationType, diag.ViolationKeyCount, diag.ValidationFailed, diag.ValidationWhen:
		if d.Path == "" || d.Path == "(document)" {
			return nil, true
		}
	}
	path, err := tree.ParsePath(d.Path)
	return path, d.Path != "" && err == nil
}

// withoutViolations returns values with the defaults in place of those that the schema does not allow, and without keys that it does not
// declare.
func withoutViolations(n tree.Node, s *schema.Schema, problems diag.List) tree.Node {
	for _, problem := range problems {
		path, err := tree.ParsePath(problem.Path)
		if err != nil {
			continue
		}
		if len(path) == 0 && problem.Code == diag.ViolationType && problem.Path == "" {
			return s.Defaults()
		}
		switch problem.Code {
		case diag.ViolationUnknownKey, diag.ViolationRemoved:
			n = withValue(n, path, nil)
		case diag.ViolationType:
			if d := s.Lookup(path); d != nil && d.Default != nil {
				n = withValue(n, path, d.Default)
			}
		}
	}
	return n
}

// withValue returns a value with another one at a path; nil removes an entry. What is not there stays so.
func withValue(n tree.Node, path tree.Path, v tree.Node) tree.Node {
	if len(path) == 0 {
		return v
	}
	switch n := n.(type) {
	case *tree.Map:
		i := n.Find(path[0].Key)
		if path[0].Item || i < 0 {
			return n
		}
		out := &tree.Map{Entries: slices.Clone(n.Entries)}
		if e := &out.Entries[i]; v == nil && len(path) == 1 {
			out.Entries = slices.Delete(out.Entries, i, i+1)
		} else {
			e.Value = withValue(e.Value, path[1:], v)
		}
		return out
	case *tree.Array:
		i := path[0].Index
		if !path[0].Item || i < 0 || i >= len(n.Items) || v == nil && len(path) == 1 {
			return n
		}
		out := &tree.Array{Items: slices.Clone(n.Items)}
		out.Items[i].Value = withValue(out.Items[i].Value, path[1:], v)
		return out
	}
	return n
}
