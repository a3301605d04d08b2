package eval

import (
	"slices"
	"strings"

	star "go.starlark.net/syntax"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/syntax"
	"ytt/internal/template"
)

// This file finds out what a program has to do without (template.Mask), so that it can be run again without the code that failed.
//
// A value of a node only affects the result, not other code, and so does a text that is printed. After masking a variable, later
// errors in code that uses it are not reported, and a condition or loop that uses it ends the search. An annotation of a schema affects
// its node only. Other code cannot be masked.

// mask is the code of a file that failed.
type mask struct {
	tree  *syntax.File
	parts []part
	names map[int][]string // that code uses, by line
	code  template.Mask
	// unknown are variables whose assignment is masked, doubtful the lines of nodes with masked code.
	unknown  map[string]bool
	doubtful map[int]bool
}

// part is code that stands for itself: a value, an annotation, or a text that is printed.
type part struct {
	kind  syntax.DirectiveKind
	name  string        // of an annotation
	lines []source.Span // the first one with what marks it as code
	code  source.Span
	node  int // the line of the node that it is for; 0 for none
}

func (p *part) contains(at source.Span) bool {
	return slices.ContainsFunc(p.lines, func(s source.Span) bool { return contains(s, at) })
}

func contains(s, at source.Span) bool { return s.File == at.File && s.Start <= at.Start && at.Start <= s.End }

func newMask(tree *syntax.File) *mask {
	m := &mask{
		tree: tree, names: map[int][]string{}, code: template.Mask{}, unknown: map[string]bool{}, doubtful: map[int]bool{},
	}
	switch {
	case tree.YAML != nil:
		for node := range tree.YAML.Nodes {
			for _, d := range tree.Directives(int32(node)) {
				if d.Kind == syntax.Value || d.Kind == syntax.Annotation {
					lines := append([]source.Span{d.Span}, d.More...)
					m.parts = append(m.parts, part{d.Kind, d.Name, lines, d.Body, tree.YAML.Span(int32(node)).Line()})
				}
			}
		}
	case tree.Text != nil:
		for _, p := range tree.Text.Parts {
			if p.Kind == syntax.Print {
				m.parts = append(m.parts, part{kind: syntax.Value, lines: []source.Span{p.Inside}, code: p.Code})
			}
		}
	}
	m.readNames()
	return m
}

// readNames notes where code uses names of variables.
func (m *mask) readNames() {
	members := map[*star.Ident]bool{} // and names of arguments
	star.Walk(m.tree.Script().Tree, func(n star.Node) bool {
		switch n := n.(type) {
		case *star.DotExpr:
			members[n.Name] = true
		case *star.CallExpr:
			for _, arg := range n.Args {
				if named, ok := arg.(*star.BinaryExpr); ok && named.Op == star.EQ {
					if name, ok := named.X.(*star.Ident); ok {
						members[name] = true
					}
				}
			}
		case *star.Ident:
			if line := int(n.NamePos.Line); !members[n] {
				m.names[line] = append(m.names[line], n.Name)
			}
		}
		return true
	})
}

// leaveOut masks the code of problems, and reports whether that is possible for all of them.
func (m *mask) leaveOut(problems diag.List) bool {
	before := len(m.code)
	for _, d := range problems {
		if stopsAll(d) || !m.leaveOutOne(d) {
			return false
		}
	}
	return len(m.code) > before && !m.decides(m.tree.Script().Tree.Stmts)
}

func (m *mask) leaveOutOne(d *diag.Diagnostic) bool {
	at := d.Span
	if n := len(d.Frames); n > 0 {
		at = d.Frames[n-1].Span
	}
	if at.File != m.tree.Source || d.Code == diag.ScriptBlock {
		return false
	}
	if i := slices.IndexFunc(m.parts, func(p part) bool { return p.contains(at) }); i >= 0 {
		p := &m.parts[i]
		if p.kind == syntax.Annotation && !annotation.IsSchema(p.name) {
			return false
		}
		m.code[p.code.Start], m.doubtful[p.node] = true, true
		return true
	}
	return d.Code != diag.ScriptSyntax && m.leaveOutStatement(at)
}

// leaveOutStatement masks the statement at a place if it stands on one line, sets variables and does nothing else. Text templates have
// none that can be masked.
func (m *mask) leaveOutStatement(at source.Span) (found bool) {
	if m.tree.Kind == syntax.Text {
		return false
	}
	star.Walk(m.tree.Script().Tree, func(n star.Node) bool {
		stmt, ok := n.(star.Stmt)
		if !ok {
			_, whole := n.(*star.File)
			return whole
		}
		span, ok := m.tree.SpanOf(stmt)
		if names := sets(stmt); ok && len(names) > 0 && contains(span, at) && !strings.Contains(span.Text(), "\n") {
			for _, name := range names {
				m.unknown[name.Name] = true
			}
			m.code[span.Start], found = true, true
		}
		return !found
	})
	return found
}

// sets returns the variables that a statement sets, if it does nothing else.
func sets(stmt star.Stmt) []*star.Ident {
	switch s := stmt.(type) {
	case *star.AssignStmt:
		if name, ok := s.LHS.(*star.Ident); ok && s.Op == star.EQ {
			return []*star.Ident{name}
		}
	case *star.LoadStmt:
		return s.To
	}
	return nil
}

// uses reports whether code on a line uses an unknown variable.
func (m *mask) uses(line int) bool {
	return slices.ContainsFunc(m.names[line], func(name string) bool { return m.unknown[name] })
}

// decides reports whether an unknown variable may decide what a block runs: code uses it that is neither a value nor an assignment.
func (m *mask) decides(block []star.Stmt) bool {
	whole := m.tree.Kind != syntax.Starlark
	for _, stmt := range block {
		uses := func(parts ...star.Node) bool { return slices.ContainsFunc(parts, m.mentions) }
		is := false
		switch s := stmt.(type) {
		case *star.AssignStmt:
			is = len(sets(s)) == 0 && uses(s.LHS, s.RHS)
		case *star.ExprStmt:
			is = !m.isValue(s) && uses(s.X)
		case *star.ReturnStmt:
			is = s.Result != nil && uses(s.Result)
		case *star.IfStmt:
			is = uses(s.Cond) || whole && (m.decides(s.True) || m.decides(s.False))
		case *star.ForStmt:
			is = uses(s.Vars, s.X) || whole && m.decides(s.Body)
		case *star.WhileStmt:
			is = uses(s.Cond) || whole && m.decides(s.Body)
		case *star.DefStmt:
			is = slices.ContainsFunc(s.Params, func(p star.Expr) bool { return uses(p) }) || whole && m.decides(s.Body)
		}
		if is {
			return true
		}
	}
	return false
}

// isValue reports whether a statement of the syntax tree is a value, or a text that is printed.
func (m *mask) isValue(s *star.ExprStmt) bool {
	at, ok := m.tree.SpanOf(s)
	return !ok || slices.ContainsFunc(m.parts, func(p part) bool { return p.kind == syntax.Value && p.contains(at) })
}

// mentions reports whether code uses an unknown variable.
func (m *mask) mentions(code star.Node) bool {
	found := false
	star.Walk(code, func(n star.Node) bool {
		switch n := n.(type) {
		case *star.DotExpr:
			found = found || m.mentions(n.X)
			return false
		case *star.Ident:
			found = found || m.unknown[n.Name]
		}
		return !found
	})
	return found
}

// isConsequence reports whether the code that failed uses an unknown variable.
func (m *mask) isConsequence(d *diag.Diagnostic) bool {
	uses := func(at source.Span) bool { return at.File == m.tree.Source && m.uses(at.Line()) }
	return uses(d.Span) || slices.ContainsFunc(d.Frames, func(f diag.Frame) bool { return uses(f.Span) })
}

// isDoubtful reports whether a position is at a node with masked code.
func (m *mask) isDoubtful(at source.Span) bool { return at.File == m.tree.Source && m.doubtful[at.Line()] }
