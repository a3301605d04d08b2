package syntax

import (
	"strings"

	star "go.starlark.net/syntax"

	"ytt/internal/source"
)

// This file finds code by position, for explanations of runtime errors.

// Operation returns the expression or loop that the interpreter names by a line
// and a column: its operator, dot, bracket or "for" stands there. It is nil if
// there is none.
func (f *File) Operation(line, column int) (found star.Node) {
	is := func(pos star.Position) bool { return int(pos.Line) == line && int(pos.Col) == column }
	star.Walk(f.Script().Tree, func(n star.Node) bool {
		switch n := n.(type) {
		case *star.BinaryExpr:
			if is(n.OpPos) {
				found = n
			}
		case *star.AssignStmt:
			if is(n.OpPos) {
				found = n
			}
		case *star.UnaryExpr:
			if is(n.OpPos) {
				found = n
			}
		case *star.DotExpr:
			if is(n.Dot) {
				found = n
			}
		case *star.IndexExpr:
			if is(n.Lbrack) {
				found = n
			}
		case *star.SliceExpr:
			if is(n.Lbrack) {
				found = n
			}
		case *star.CallExpr:
			if is(n.Lparen) {
				found = n
			}
		case *star.ForStmt:
			if is(n.For) {
				found = n
			}
		case *star.ForClause:
			if is(n.For) {
				found = n
			}
		}
		return found == nil
	})
	return found
}

// CodeText returns the source of code on one line; "" for code on several
// lines.
func (f *File) CodeText(n star.Node) string {
	start, end, ok := f.span(f.Script(), n)
	if !ok {
		return ""
	}
	text := f.Source.Text[start:end]
	if strings.ContainsAny(text, "\r\n") {
		return ""
	}
	return text
}

// CodeSpan returns the place of code; nowhere if it is not in the file as it
// is.
func (f *File) CodeSpan(n star.Node) source.Span {
	start, end, ok := f.span(f.Script(), n)
	if !ok {
		return source.Span{}
	}
	return source.Span{File: f.Source, Start: start, End: end}
}

// Assignments returns what stands on the right of the assignments to a name.
func (f *File) Assignments(name string) (values []star.Expr) {
	star.Walk(f.Script().Tree, func(n star.Node) bool {
		if a, ok := n.(*star.AssignStmt); ok {
			if id, ok := a.LHS.(*star.Ident); ok && id.Name == name {
				values = append(values, a.RHS)
			}
		}
		return true
	})
	return values
}

// Assigned returns the value of a name that is assigned exactly once, nil for
// others.
func (f *File) Assigned(name string) (value star.Expr) {
	count := 0
	star.Walk(f.Script().Tree, func(n star.Node) bool {
		switch n := n.(type) {
		case *star.AssignStmt:
			if id, ok := n.LHS.(*star.Ident); ok && id.Name == name {
				value = n.RHS
				if count++; n.Op != star.EQ {
					count++
				}
			}
		case *star.ForStmt:
			count += binds(n.Vars, name)
		case *star.ForClause:
			count += binds(n.Vars, name)
		case *star.DefStmt:
			for _, p := range n.Params {
				count += binds(p, name)
			}
		case *star.LambdaExpr:
			for _, p := range n.Params {
				count += binds(p, name)
			}
		}
		return true
	})
	if count != 1 {
		return nil
	}
	return value
}

// binds counts how often a target of an assignment, or a parameter, binds a
// name.
func binds(target star.Expr, name string) (count int) {
	star.Walk(target, func(n star.Node) bool {
		if id, ok := n.(*star.Ident); ok && id.Name == name {
			count++
		}
		return true
	})
	return count
}

// Loads reports whether code loads a name of a module under another one.
func (f *File) Loads(local, module, name string) (found bool) {
	star.Walk(f.Script().Tree, func(n star.Node) bool {
		if load, ok := n.(*star.LoadStmt); ok && load.ModuleName() == module {
			for i := range load.To {
				found = found || load.To[i].Name == local && load.From[i].Name == name
			}
		}
		return !found
	})
	return found
}

// AssignedFirst returns what is assigned to a name first, nil for nothing or
// another name.
func (f *File) AssignedFirst(name string) (value star.Expr) {
	star.Walk(f.Script().Tree, func(n star.Node) bool {
		if n, ok := n.(*star.AssignStmt); ok && value == nil {
			if id, ok := n.LHS.(*star.Ident); ok && id.Name == name && n.Op == star.EQ {
				if other, ok := n.RHS.(*star.Ident); !ok || other.Name != name {
					value = n.RHS
				}
			}
		}
		return value == nil
	})
	return value
}

// LoadedName returns the place of a name in a load statement that begins on a
// line; nowhere if it is not there.
func (f *File) LoadedName(line int, name string) (at source.Span) {
	star.Walk(f.Script().Tree, func(n star.Node) bool {
		load, ok := n.(*star.LoadStmt)
		if !ok || int(load.Load.Line) != line {
			return !at.Known()
		}
		for _, from := range load.From {
			if start, end, ok := f.span(f.Script(), from); ok && from.Name == name && !at.Known() {
				at = source.Span{File: f.Source, Start: start, End: end}
			}
		}
		return !at.Known()
	})
	return at
}

// LoadedFile returns the place of the path in a load statement that begins
// somewhere; nowhere if there is none.
func (f *File) LoadedFile(load source.Span) (at source.Span) {
	line, column := load.Position()
	star.Walk(f.Script().Tree, func(n star.Node) bool {
		if n, ok := n.(*star.LoadStmt); ok && int(n.Load.Line) == line && int(n.Load.Col) == column {
			if start, end, ok := f.span(f.Script(), n.Module); ok && end-start > 2 {
				at = source.Span{File: f.Source, Start: start + 1, End: end - 1} // without the quotes
			}
		}
		return !at.Known()
	})
	return at
}

// Signature returns the name and parameters of the function whose definition a
// line is part of, as they are written; "" if they go over several lines.
func (f *File) Signature(name string, line int) (signature string) {
	star.Walk(f.Script().Tree, func(n star.Node) bool {
		def, ok := n.(*star.DefStmt)
		if ok && def.Name.Name == name && isWithin(def, line) {
			signature = f.header(def)
		}
		return signature == ""
	})
	return signature
}

// isWithin reports whether a line is part of a definition.
func isWithin(def *star.DefStmt, line int) bool {
	start, end := def.Span()
	return int(start.Line) <= line && line <= int(end.Line)
}

func (f *File) header(def *star.DefStmt) string {
	if len(def.Params) == 0 {
		return def.Name.Name + "()"
	}
	start, _, ok := f.span(f.Script(), def.Name)
	_, end, also := f.span(f.Script(), def.Params[len(def.Params)-1])
	if !ok || !also || end < start {
		return ""
	}
	text := f.Source.Text[start:end] + ")"
	if strings.ContainsAny(text, "\r\n") {
		return ""
	}
	return text
}
