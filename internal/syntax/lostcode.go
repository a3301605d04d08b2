package syntax

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	star "go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/script"
	"ytt/internal/source"
	"ytt/internal/yaml"
)

// This file implements the warning about values whose code lost its mark:
//
//	replicas: # @ data.values.replicas
//	image: # data.values.image
//
// These are null. Comments are full of words, so what stands in one must be an expression over names that are known there.

// lostCode is a comment beside a node without a value.
type lostCode struct {
	comment Directive
	owner   int32
}

// mayBeLost reports whether a comment stands where the value of a node would be, and the node has none.
func (f *File) mayBeLost(comment yaml.Comment, d *Directive) bool {
	if d.Kind != PlainComment || !comment.Inline {
		return false
	}
	owner := &f.YAML.Nodes[comment.Owner]
	if owner.Kind == yaml.Document {
		return false
	}
	value := comment.Owner
	if owner.Kind != yaml.Scalar {
		value = f.YAML.Value(comment.Owner)
	}
	n := &f.YAML.Nodes[value]
	return n.Kind == yaml.Scalar && n.Start == n.Stop && n.Flags&yaml.HasProps == 0
}

// warnOfLostCode warns of those of the comments that are code but for their mark.
func (r *reader) warnOfLostCode() {
	if r.Broken || r.opts.IgnoreComments || r.opts.StrictComments {
		return
	}
	for i := range r.lost {
		c := &r.lost[i]
		if r.File.HasValue(c.owner) {
			continue
		}
		code, marked := c.comment.unmarked()
		if code.Text() == "" {
			continue
		}
		lost, lacksData := r.File.isLost(code, marked)
		if !lost {
			continue
		}
		d := &diag.Diagnostic{
			Code:    diag.ForgottenCode,
			Message: "the value is null: the comment beside it looks like its code, but does not begin with '#@'",
			Span:    c.comment.Span,
			Hints:   []string{fmt.Sprintf("write '#@ %s'", code.Text())},
		}
		if lacksData {
			d.Hints = append(d.Hints, `load data values at the top of the file: #@ load("@ytt:data", "data")`)
		}
		r.warn(d)
	}
}

// warnOfSecondMark warns of "#@ #@ if x:", which is an ordinary comment of the code.
func (r *reader) warnOfSecondMark(d *Directive) {
	text := strings.TrimLeft(d.Body.Text(), " \t")
	if rest, ok := strings.CutPrefix(text, codeMark); ok && strings.TrimSpace(rest) != "" {
		span := d.Body
		span.Start = span.End - int32(len(text))
		span.End = span.Start + int32(len(strings.TrimRight(text, " \t\r")))
		r.warn(&diag.Diagnostic{
			Code:    diag.ForgottenCode,
			Message: "a second '#@' begins a comment of the code, so this line does nothing",
			Span:    span,
			Hints:   []string{"write '" + span.Text() + "'"},
		})
	}
}

// unmarked returns what stands in a comment behind "#" or "# @".
func (d *Directive) unmarked() (code source.Span, marked bool) {
	code = d.Span
	code.Start++
	trim := func() {
		code.Start += int32(len(code.Text()) - len(strings.TrimLeft(code.Text(), " \t")))
	}
	trim()
	if strings.HasPrefix(code.Text(), "@") {
		marked = true
		code.Start++
		trim()
	}
	code.End = code.Start + int32(len(strings.TrimRight(code.Text(), " \t\r")))
	return code, marked
}

// isLost reports whether a text is an expression over known names, of which the file or its data values have one, and whether it
// uses data values that the file has not loaded.
func (f *File) isLost(code source.Span, marked bool) (lost, lacksData bool) {
	var parser script.Parser
	x, problems := parser.Expr(code)
	if x == nil || problems.HasErrors() {
		return false, false
	}
	if _, isName := x.(*star.Ident); isName && !marked {
		return false, false // a word
	}
	n := f.names(x, code.Start)
	return n.known && n.own, n.lacksData
}

// names looks at the names in an expression at an offset.
func (f *File) names(x star.Expr, at int32) namesIn {
	n := namesIn{scope: f.ScopeAt(at), known: true}
	star.Walk(x, n.visit)
	return n
}

// namesIn looks at the names in an expression.
type namesIn struct {
	scope *Scope
	inner []string // bound by the expression itself
	known bool     // all can be used here
	own   bool     // one is not the language's
	// lacksData is set for data values that are not loaded.
	lacksData bool
}

func (n *namesIn) visit(node star.Node) bool {
	switch x := node.(type) {
	case *star.Comprehension:
		for _, clause := range x.Clauses {
			if loop, ok := clause.(*star.ForClause); ok {
				n.bind(loop.Vars)
			}
		}
	case *star.LambdaExpr:
		for _, p := range x.Params {
			n.bind(p)
		}
	case *star.CallExpr:
		star.Walk(x.Fn, n.visit)
		for _, arg := range x.Args {
			if named, ok := arg.(*star.BinaryExpr); ok && named.Op == star.EQ {
				arg = named.Y
			}
			star.Walk(arg, n.visit)
		}
		return false
	case *star.DotExpr:
		if !isDataValue(x) {
			star.Walk(x.X, n.visit)
			return false
		}
		_, loaded := n.scope.Lookup("data")
		n.own, n.lacksData = true, n.lacksData || !loaded
		return false
	case *star.Ident:
		n.name(x.Name)
	}
	return true
}

func (n *namesIn) bind(target star.Expr) {
	star.Walk(target, func(node star.Node) bool {
		if id, ok := node.(*star.Ident); ok {
			n.inner = append(n.inner, id.Name)
		}
		return true
	})
}

func (n *namesIn) name(name string) {
	switch _, bound := n.scope.Lookup(name); {
	case bound:
		n.own = true
	case slices.Contains(n.inner, name) || starlark.Universe.Has(name):
	default:
		n.known = false
	}
}

// isDataValue reports whether an expression is data.values with a name behind it.
func isDataValue(n *star.DotExpr) bool {
	for {
		inner, ok := n.X.(*star.DotExpr)
		if !ok {
			return false
		}
		if root, ok := inner.X.(*star.Ident); ok {
			return root.Name == "data" && inner.Name.Name == "values"
		}
		n = inner
	}
}
