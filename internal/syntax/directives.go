package syntax

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/script"
	"ytt/internal/source"
	"ytt/internal/yaml"
)

// This file reads the comments of a YAML file and assigns directives to nodes.

// reader reads the comments of a YAML file.
type reader struct {
	*File
	opts  Options
	diags diag.List
	lost  []lostCode // comments that may be code
	tab   bool       // an annotation has a tab behind its name
}

// report adds a problem of a directive.
func (r *reader) report(d *diag.Diagnostic) {
	d.Context = []string{"Compiling YAML template '" + r.Source.Name + "'"}
	r.diags = append(r.diags, d).Cut(r.opts.MaxProblems)
}

// warn adds a warning.
func (r *reader) warn(d *diag.Diagnostic) {
	d.Severity = diag.Warning
	r.diags = append(r.diags, d).Cut(r.opts.MaxProblems)
}

// readComments reads the comments of the file and decides whether it is a template.
func (r *reader) readComments() {
	var unknown []Directive
	r.directives.grow(len(r.YAML.Comments))
	var open unfinished
	var before emptyAbove
	for _, comment := range r.YAML.Comments {
		if comment.Owner < 0 {
			continue
		}
		d := ReadComment(r.YAML, comment)
		switch {
		case d.Kind == TemplateComment:
		case d.Kind == PlainComment:
			unknown = append(unknown, d)
			if r.mayBeLost(comment, &d) {
				r.lost = append(r.lost, lostCode{d, comment.Owner})
			}
		case open.continuedBy(&d):
			r.directives.all[open.at].More = append(r.directives.all[open.at].More, d.Body)
		default:
			r.Templated = true
			r.checkSeparator(comment)
			if d.Kind == Code {
				r.warnOfCodeBelow(&d, before.node(r.YAML, comment))
				r.warnOfSecondMark(&d)
			}
			open = begin(&d, len(r.directives.all))
			r.directives.add(r.assign(comment, &d), d)
		}
	}
	if !r.Templated {
		r.warnOfDetached(unknown)
		return
	}
	r.directives.index(len(r.YAML.Nodes))
	if r.opts.IgnoreComments {
		return
	}
	for _, d := range unknown {
		r.unknownComment(d)
	}
}

// unfinished is an annotation or value with open brackets or quotes. Lines of code directly below continue it.
type unfinished struct {
	at   int // its index among the directives
	open bool
	code script.Continuation
	line int // the last line read
}

func begin(d *Directive, at int) (u unfinished) {
	if d.Kind != Code && u.code.Open(d.Body.Text()) {
		u.at, u.open, u.line = at, true, d.Span.Line()
	}
	return u
}

// continuedBy reports whether the next comment continues the unfinished directive, and adds it.
func (u *unfinished) continuedBy(d *Directive) bool {
	if !u.open || d.Kind != Code || d.Span.Line() != u.line+1 || !u.code.InString() && script.IsBlockLine(d.Body.Text()) {
		return false
	}
	u.line++
	u.open = u.code.Open(d.Body.Text())
	return true
}

// assign returns the node of a directive. It checks an annotation and adds it to those of the file.
func (r *reader) assign(comment yaml.Comment, d *Directive) (owner int32) {
	owner = comment.Owner
	if d.Kind != Annotation {
		return owner
	}
	if annotation.IsSchema(d.Name) {
		owner = r.itemAround(comment)
	}
	switch problem := typo(*d, comment.Inline); {
	case problem == nil:
		r.checkAnnotation(d, r.directives.latest(owner))
	case problem.Severity == diag.Warning:
		if !r.opts.IgnoreAnnotations {
			r.warn(problem)
		}
	default:
		r.report(problem)
	}
	r.checkPlace(d, owner)
	r.warnOfLost(d, owner)
	r.warnOfDangling(comment, d)
	if n := len(r.Annotations); n == cap(r.Annotations) {
		r.Annotations = slices.Grow(r.Annotations, n+1) // doubles; append grows large slices in smaller steps
	}
	r.Annotations = append(r.Annotations, AnnotationRef{Name: d.Name, Kind: r.YAML.Nodes[owner].Kind, Node: r.YAML.Span(owner), Span: d.Span, Body: d.Body})
	return owner
}

// checkSeparator reports code behind a "---" that begins no document, because it is indented: the code would be for whatever
// node comes next.
func (r *reader) checkSeparator(comment yaml.Comment) {
	text := r.Source.Text
	before := strings.TrimRight(text[:comment.Start], " \t")
	if !strings.HasSuffix(before, "---") {
		return
	}
	at := int32(len(before)) - 3
	if !yaml.IsIndentedSeparator(text, at) {
		return
	}
	r.report(&diag.Diagnostic{
		Code:    diag.IndentedSeparator,
		Message: fmt.Sprintf("Expected '---' on line %d to stand at the start of the line: indented, it is text and begins no document", r.Source.Line(at)),
		Span:    source.Span{File: r.Source, Start: at, End: at + 3},
		Fact:    IndentedSeparator,
	})
}

// warnOfDangling warns of an annotation behind the last entry or item of a collection, and indented like it: it goes to the
// next node outside.
func (r *reader) warnOfDangling(comment yaml.Comment, d *Directive) {
	if comment.Inline {
		return
	}
	nodes, text := r.YAML.Nodes, r.Source.Text
	owner := &nodes[comment.Owner]
	column := comment.Start - lineStart(text, comment.Start)
	outside := owner.Start - lineStart(text, owner.Start)
	if column <= outside || owner.Flags&yaml.Trailing != 0 || r.opts.IgnoreAnnotations ||
		slices.ContainsFunc(r.directives.latest(comment.Owner), func(d Directive) bool { return d.Kind == Annotation }) {
		return // the first annotation of a node tells for all
	}
	above := nodeAbove(text, nodes[:comment.Owner], column)
	if above == nil {
		return
	}
	next := "the next document"
	switch {
	case owner.Kind == yaml.Entry:
		next = fmt.Sprintf("the key %q", owner.Text)
	case owner.Kind == yaml.Item:
		next = "the next item"
	}
	inside := "an item"
	if above.Kind == yaml.Entry {
		inside = fmt.Sprintf("the key %q", above.Text)
	}
	r.warn(&diag.Diagnostic{
		Code:    diag.DanglingAnnotation,
		Message: fmt.Sprintf("the annotation @%s is indented like %s above it, but is for what follows: %s", d.Name, inside, next),
		Span:    d.Span,
		Fact:    Dangling,
		Notes:   []diag.Note{{Message: "it is indented like this", Span: source.Span{File: r.Source, Start: above.Start, End: above.Stop}}},
	})
}

// nodeAbove returns the last entry or item that begins at a column, if nothing further out follows it.
func nodeAbove(text string, nodes []yaml.Node, column int32) *yaml.Node {
	for i := len(nodes) - 1; i >= 0; i-- {
		n := &nodes[i]
		if n.Kind != yaml.Entry && n.Kind != yaml.Item {
			continue
		}
		switch at := n.Start - lineStart(text, n.Start); {
		case at == column:
			return n
		case at < column:
			return nil
		}
	}
	return nil
}

func lineStart(text string, at int32) int32 { return int32(strings.LastIndexByte(text[:at], '\n') + 1) }

// warnOfLost warns of an annotation above a value without nodes that has no "---" above it: such a document owns no comments,
// so the annotation goes to whatever follows.
func (r *reader) warnOfLost(d *Directive, owner int32) {
	if r.YAML.Nodes[owner].Kind != yaml.Document {
		return
	}
	k, _ := slices.BinarySearch(r.YAML.Docs, owner)
	if k < 1 {
		return
	}
	before := r.YAML.Docs[k-1]
	value := &r.YAML.Nodes[r.YAML.Value(before)]
	if r.YAML.Nodes[before].Flags&yaml.Implicit == 0 || value.Start < d.Span.Start || value.Start == value.Stop {
		return
	}
	r.LostAt = owner
	r.warn(&diag.Diagnostic{
		Code:    diag.LostAnnotation,
		Message: fmt.Sprintf("the annotation @%s is not for the value below it, which has no '---' above it", d.Name),
		Span:    d.Span,
		Fact:    AboveNoDocument,
	})
}

// itemAround returns the array item that a comment stands in, before the scalar that is its value, or else the owner of
// the comment. There, annotations of schemas are about the item:
//
//	domains:
//	-
//	  #@schema/validation format="hostname"
//	  ""
func (r *reader) itemAround(comment yaml.Comment) int32 {
	scalar := comment.Owner - 1 // the last node before the owner; before a scalar stands its item
	if comment.Inline || scalar < 1 {
		return comment.Owner
	}
	value, item := &r.YAML.Nodes[scalar], &r.YAML.Nodes[scalar-1]
	if value.Kind == yaml.Scalar && value.Start > comment.Start && item.Kind == yaml.Item && item.Start < comment.Start {
		return scalar - 1
	}
	return comment.Owner
}

// checkPlace reports an annotation of documents that stands on something else, because there is no "---" under it.
func (r *reader) checkPlace(d *Directive, owner int32) {
	if d.Name == annotation.OutputFile && r.YAML.Nodes[owner].Kind != yaml.Document {
		r.report(&diag.Diagnostic{
			Code:    diag.OutputFilePath,
			Message: fmt.Sprintf("Found @%s on line %s; only documents (---) can be annotated with @%s", d.Name, d.Span, d.Name),
			Span:    d.Span,
			Fact:    OfDocuments,
		})
	}
}

func (r *reader) unknownComment(d Directive) {
	switch {
	case r.opts.StrictComments:
		r.report(&diag.Diagnostic{
			Code:    diag.UnknownComment,
			Message: fmt.Sprintf("Failed to parse line %d: '%s': Expected ytt-formatted string (use '#@' for annotations or code, '#!' for comments)", d.Span.Line(), d.Span.Text()),
			Span:    d.Span,
		})
	case forgotten(d.Span.Text()):
		r.warn(&diag.Diagnostic{
			Code:    diag.ForgottenCode,
			Message: "the comment looks like code, but does not begin with '#@'",
			Span:    d.Span,
			Fact:    NotMarked,
		})
	}
}

// directives are those of a file, grouped by node.
type directives struct {
	owners []int32
	all    []Directive
	from   []int32 // by node: the index of its first one; the next node's is the end
}

// grow makes room for n directives.
func (t *directives) grow(n int) {
	t.owners = slices.Grow(t.owners, n)
	t.all = slices.Grow(t.all, n)
}

func (t *directives) add(node int32, d Directive) {
	t.owners = append(t.owners, node)
	t.all = append(t.all, d)
}

// latest returns the last directives that belong to a node, up to a limit.
func (t *directives) latest(node int32) []Directive {
	const enough = 64
	n := len(t.owners)
	for n > 0 && t.owners[n-1] == node && len(t.owners)-n < enough {
		n--
	}
	return t.all[n:]
}

// index builds the table for look-ups.
func (t *directives) index(nodes int) {
	t.sort()
	t.from = make([]int32, nodes+1)
	k := 0
	for i := range t.from {
		for k < len(t.owners) && t.owners[k] < int32(i) {
			k++
		}
		t.from[i] = int32(k)
	}
}

// sort sorts the directives by node. They are almost sorted, except for those that itemAround moves to another node.
func (t *directives) sort() {
	if slices.IsSorted(t.owners) {
		return
	}
	order := make([]int, len(t.owners))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.owners[a], t.owners[b]) })
	var sorted directives
	for _, i := range order {
		sorted.add(t.owners[i], t.all[i])
	}
	*t = sorted
}

// of returns the directives of a node.
func (t *directives) of(node int32) []Directive {
	if t.from == nil {
		return nil
	}
	return t.all[t.from[node]:t.from[node+1]]
}
