package lint

import (
	"fmt"
	"strings"

	star "go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/script"
	"ytt/internal/source"
	"ytt/internal/template"
)

// This file finds statements whose result is dropped although they do nothing else: a function without its "return", and code on a
// line of its own that was meant as a value.

// Code is the code of a file that is about to be compiled, without problems so far.
type Code struct {
	template.Code
	finder
}

func (c *Code) apply(k *check) {
	if k.code != nil {
		k.code(c)
	}
}

func findInVain(c *Code) {
	w := dropWalk{Code: c}
	w.block(c.Tree.Stmts, nil)
}

// longLine is the size in bytes from which a line is not looked at: there may be as many problems in it.
const longLine = 4 << 10

type dropWalk struct {
	*Code
	libraries map[string]bool // variables that are libraries
}

// block looks at the statements of a block in a function; nil is the file.
func (w *dropWalk) block(stmts []star.Stmt, in *star.DefStmt) {
	for _, stmt := range stmts {
		switch s := stmt.(type) {
		case *star.ExprStmt:
			if w.inVain(s.X, in) {
				w.report(s.X, in)
			}
		case *star.AssignStmt:
			w.noteLibrary(s)
		case *star.IfStmt:
			w.block(s.True, in)
			w.block(s.False, in)
		case *star.ForStmt:
			w.block(s.Body, in)
		case *star.WhileStmt:
			w.block(s.Body, in)
		case *star.DefStmt:
			w.block(s.Body, s)
		}
	}
}

// inVain reports whether an expression has a result and no effect. A text is none: it may be documentation.
func (w *dropWalk) inVain(x star.Expr, in *star.DefStmt) bool {
	switch x := x.(type) {
	case *star.Ident, *star.DotExpr, *star.IndexExpr, *star.SliceExpr, *star.DictExpr, *star.ListExpr, *star.Comprehension:
		return !calls(x)
	case *star.BinaryExpr:
		return x.Op != star.AND && x.Op != star.OR || !calls(x)
	case *star.CallExpr:
		if givesToLibrary(x) || in == nil && w.evaluatesLibrary(x) {
			return true
		}
		fn, ok := x.Fn.(*star.Ident)
		return ok && w.Yields(fn.Name)
	}
	return false
}

// givesToLibrary reports whether a call gives values or a schema to a library, which never changes: it returns another one.
func givesToLibrary(call *star.CallExpr) bool {
	of, ok := call.Fn.(*star.DotExpr)
	return ok && (of.Name.Name == "with_data_values" || of.Name.Name == "with_data_values_schema")
}

// evaluatesLibrary reports whether a call renders a library that the file has as a variable.
func (w *dropWalk) evaluatesLibrary(call *star.CallExpr) bool {
	of, ok := call.Fn.(*star.DotExpr)
	if !ok || of.Name.Name != "eval" || len(call.Args) > 0 {
		return false
	}
	id, ok := of.X.(*star.Ident)
	return ok && w.libraries[id.Name]
}

// noteLibrary remembers a variable whose value is a library: x = library.get(...), or with values given to it.
func (w *dropWalk) noteLibrary(s *star.AssignStmt) {
	id, ok := s.LHS.(*star.Ident)
	if !ok {
		return
	}
	for x := s.RHS; ; {
		call, ok := x.(*star.CallExpr)
		if !ok {
			return
		}
		of, ok := call.Fn.(*star.DotExpr)
		if !ok {
			return
		}
		if root, ok := of.X.(*star.Ident); ok {
			if root.Name == "library" && of.Name.Name == "get" || w.libraries[root.Name] && givesToLibrary(call) {
				if w.libraries == nil {
					w.libraries = map[string]bool{}
				}
				w.libraries[id.Name] = true
			}
			return
		}
		x = of.X
	}
}

// calls reports whether there is a call in an expression.
func calls(x star.Expr) (found bool) {
	star.Walk(x, func(n star.Node) bool {
		if _, ok := n.(*star.CallExpr); ok {
			found = true
		}
		return !found
	})
	return found
}

func (w *dropWalk) report(x star.Expr, in *star.DefStmt) {
	at := w.spanOf(x)
	if !at.Known() || strings.ContainsAny(at.Text(), "\r\n") {
		return
	}
	code := at.Text()
	d := &diag.Diagnostic{
		Code:     diag.DroppedResult,
		Severity: diag.Warning,
		Message:  fmt.Sprintf("the result of '%s' is dropped: the line does nothing with it", diag.Clip(code, 80)),
		Span:     at,
		Hints:    []string{w.hint(at, in)},
	}
	if id, ok := x.(*star.Ident); ok && w.Yields(id.Name) {
		d.Message = fmt.Sprintf("%s is a function that nothing calls here", id.Name)
		d.Hints = []string{"to use what it gives, write 'key: #@ " + code + "(...)'"}
	}
	if call, ok := x.(*star.CallExpr); ok && w.evaluatesLibrary(call) {
		d.Hints = []string{"to print its documents, load @ytt:template and write: --- #@ template.replace(" + code + ")"}
	}
	if call, ok := x.(*star.CallExpr); ok && givesToLibrary(call) {
		of := "db"
		if id, named := call.Fn.(*star.DotExpr).X.(*star.Ident); named {
			of = id.Name
		}
		d.Hints = []string{"a library never changes: keep the one that is returned, " + of + " = " + code}
	}
	w.add(d)
}

// spanOf returns the source of an expression.
func (w *dropWalk) spanOf(x star.Expr) source.Span {
	from, _ := x.Span()
	f := w.Source(from.Filename())
	if f == nil {
		return source.Span{}
	}
	at := script.SpanAt(f, from)
	if to := script.EndOf(x); f == w.Source(to.Filename()) {
		line := f.LineStart(int(to.Line)) + int32(len(f.LineText(int(to.Line))))
		at.End = max(at.End, min(f.Offset(int(to.Line), int(to.Col)), line))
	}
	return at
}

// hint says what to write instead.
func (w *dropWalk) hint(at source.Span, in *star.DefStmt) string {
	code := at.Text()
	line := at.File.LineText(at.Line())
	if len(line) > longLine {
		line = ""
	}
	before := line[:min(len(line), max(0, int(at.Start-at.File.LineStart(at.Line()))))]
	switch {
	case strings.Contains(before, "(@"):
		return "to print it, write (@= " + code + " @)"
	case in != nil && !w.Yields(in.Name.Name):
		return "to give it back, write 'return " + code + "'"
	case strings.Contains(before, "#@"):
		return "a value stands behind its key or dash, on the same line: 'key: #@ " + code + "'"
	}
	return "give it a name, as in 'x = " + code + "', or remove the line"
}
