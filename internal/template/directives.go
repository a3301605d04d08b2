package template

import (
	"fmt"
	"slices"
	"strings"

	"ytt/internal/annotation"
	"ytt/internal/compose"
	"ytt/internal/diag"
	"ytt/internal/directive"
	"ytt/internal/script"
	"ytt/internal/source"
	"ytt/internal/yaml"
)

// This file implements reading the comments of a YAML file: which directives stand on which node.

// readComments understands the comments of the file and decides whether it is a template.
func (c *compiler) readComments() {
	var unknown []directive.Directive
	c.comments.grow(len(c.f.Comments))
	var open unfinished
	for _, comment := range c.f.Comments {
		if comment.Owner < 0 {
			continue
		}
		d := directive.Parse(c.f, comment)
		switch {
		case d.Kind == directive.Remark:
		case d.Kind == directive.Unknown:
			unknown = append(unknown, d)
		case open.continuedBy(&d):
			c.comments.directives[open.at].More = append(c.comments.directives[open.at].More, d.Body)
		default:
			c.templated = true
			c.checkSeparator(comment)
			open = begin(&d, len(c.comments.directives))
			c.comments.add(c.assign(comment, &d), d)
		}
	}
	if !c.templated {
		c.warnOfDetached(unknown)
		return
	}
	c.comments.index(len(c.f.Nodes))
	if c.opts.IgnoreComments {
		return
	}
	for _, d := range unknown {
		c.unknownComment(d)
	}
}

// unfinished is an annotation or value with brackets or quotes that are still open. Lines of code right below it
// continue it.
type unfinished struct {
	at   int // its position among the directives
	open bool
	code script.Continuation
	line int // that has been read last
}

func begin(d *directive.Directive, at int) (u unfinished) {
	if d.Kind != directive.Code && u.code.Open(d.Body.Text()) {
		u.at, u.open, u.line = at, true, d.Span.Line()
	}
	return u
}

// continuedBy reports whether the next comment continues what is unfinished, and goes on behind it.
func (u *unfinished) continuedBy(d *directive.Directive) bool {
	if !u.open || d.Kind != directive.Code || d.Span.Line() != u.line+1 {
		return false
	}
	u.line++
	u.open = u.code.Open(d.Body.Text())
	return true
}

// assign returns the node that a directive is for, and checks and notes it if it is an annotation.
func (c *compiler) assign(comment yaml.Comment, d *directive.Directive) (owner int32) {
	owner = comment.Owner
	if d.Kind != directive.Annotation {
		return owner
	}
	if strings.HasPrefix(d.Name, "schema/") {
		owner = c.itemAround(comment)
	}
	switch problem := slip(*d, comment.Inline); {
	case problem == nil:
		c.checkAnnotation(d, c.comments.latest(owner))
	case problem.Severity == diag.Warning:
		if !c.opts.IgnoreAnnotations {
			c.warn(problem)
		}
	default:
		c.report(problem)
	}
	c.checkPlace(d, owner)
	c.warnOfLost(d, owner)
	c.p.Marks = append(c.p.Marks, Mark{Name: d.Name, Kind: c.f.Nodes[owner].Kind, Node: c.f.Span(owner), Span: d.Span, Body: d.Body})
	return owner
}

// checkSeparator reports code behind a "---" that begins no document, because it is indented: the code would be for whatever
// node comes next.
func (c *compiler) checkSeparator(comment yaml.Comment) {
	text := c.f.Source.Text
	before := strings.TrimRight(text[:comment.Start], " \t")
	if !strings.HasSuffix(before, "---") {
		return
	}
	at := int32(len(before)) - 3
	if !yaml.IsIndentedSeparator(text, at) {
		return
	}
	c.report(&diag.Diagnostic{
		Code:    diag.IndentedSeparator,
		Message: fmt.Sprintf("Expected '---' on line %d to stand at the start of the line: indented, it is text and begins no document", c.f.Source.Line(at)),
		Span:    source.Span{File: c.f.Source, Start: at, End: at + 3},
		Hints:   []string{"remove the white space in front of it"},
	})
}

// warnOfLost warns of an annotation above a value without nodes that has no "---" above it: such a document owns no comments,
// so the annotation goes to whatever follows.
func (c *compiler) warnOfLost(d *directive.Directive, owner int32) {
	if c.f.Nodes[owner].Kind != yaml.Document {
		return
	}
	k, _ := slices.BinarySearch(c.f.Docs, owner)
	if k < 1 {
		return
	}
	before := c.f.Docs[k-1]
	value := &c.f.Nodes[c.f.Value(before)]
	if c.f.Nodes[before].Flags&yaml.Implicit == 0 || value.Start < d.Span.Start || value.Start == value.Stop {
		return
	}
	c.lost = owner
	c.warn(&diag.Diagnostic{
		Code:    diag.LostAnnotation,
		Message: fmt.Sprintf("the annotation @%s is not for the value below it, which has no '---' above it", d.Name),
		Span:    d.Span,
		Hints:   []string{"put a line '---' below the annotation"},
	})
}

// itemAround returns the array item that a comment stands in, before the scalar that is its value, or else the owner of
// the comment. What a schema says there is about the item:
//
//	domains:
//	-
//	  #@schema/validation format="hostname"
//	  ""
func (c *compiler) itemAround(comment yaml.Comment) int32 {
	scalar := comment.Owner - 1 // the last node before the owner; before a scalar stands its item
	if comment.Inline || scalar < 1 {
		return comment.Owner
	}
	value, item := &c.f.Nodes[scalar], &c.f.Nodes[scalar-1]
	if value.Kind == yaml.Scalar && value.Start > comment.Start && item.Kind == yaml.Item && item.Start < comment.Start {
		return scalar - 1
	}
	return comment.Owner
}

// checkPlace reports an annotation of documents that stands on something else, because there is no "---" under it.
func (c *compiler) checkPlace(d *directive.Directive, owner int32) {
	if d.Name == annotation.OutputFile && c.f.Nodes[owner].Kind != yaml.Document {
		c.report(&diag.Diagnostic{
			Code:    diag.OutputFilePath,
			Message: fmt.Sprintf("Found @%s on line %s; only documents (---) can be annotated with @%s", d.Name, d.Span, d.Name),
			Span:    d.Span,
			Hints:   []string{"add a line '---' between the annotation and its document"},
		})
	}
}

func (c *compiler) unknownComment(d directive.Directive) {
	switch {
	case c.opts.StrictComments:
		c.report(&diag.Diagnostic{
			Code:    diag.UnknownComment,
			Message: fmt.Sprintf("Failed to parse line %d: '%s': Expected ytt-formatted string (use '#@' for annotations or code, '#!' for comments)", d.Span.Line(), d.Span.Text()),
			Span:    d.Span,
		})
	case directive.Forgotten(d.Span.Text()):
		c.warn(&diag.Diagnostic{
			Code:    diag.ForgottenCode,
			Message: "the comment looks like code, but does not begin with '#@'",
			Span:    d.Span,
			Hints:   []string{"start it with '#@' if it is code, with '#!' if it is a remark"},
		})
	}
}

// readRemarks collects the comments and tags that nodes carry into the result, and warns of tags that are lost.
func (c *compiler) readRemarks() {
	if c.opts.KeepComments || c.opts.KeepTags {
		c.remarks = compose.ReadTrivia(c.f, compose.TriviaOptions{Comments: c.opts.KeepComments, Tags: c.opts.KeepTags})
		c.notes = c.remarks.Metadata()
	}
	if c.opts.KeepTags || len(c.f.Props) == 0 {
		return
	}
	if v := compose.FirstCustomTag(c.f); v >= 0 {
		at := c.f.Span(v)
		tag := compose.CustomTag(c.f, v)
		at.Start, at.End = c.f.Props[v].TagAt, c.f.Props[v].TagAt
		c.warn(&diag.Diagnostic{
			Code:    diag.TagDropped,
			Message: fmt.Sprintf("tags such as %s are dropped", tag),
			Span:    at,
			Hints:   []string{"use --preserve-tags to keep them"},
		})
	}
}
