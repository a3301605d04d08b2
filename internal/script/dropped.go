package script

import (
	"fmt"
	"strings"

	"go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/source"
)

// This file finds statements whose result is dropped although they do nothing else: a function without its "return", and code on a
// line of its own that was meant as a value.

// Dropped returns warnings about such statements. yields reports whether a function of the file, by its name, gives YAML, so that a
// call for nothing else is in vain.
func Dropped(f *syntax.File, files Files, yields func(name string) bool, opts Options) diag.List {
	w := dropWalk{files: files, yields: yields, most: opts.MaxProblems}
	w.block(f.Stmts, nil)
	return w.diags
}

type dropWalk struct {
	files  Files
	yields func(name string) bool
	most   int64 // problems to keep; 0 for all
	diags  diag.List

	libraries map[string]bool // variables that are libraries
}

// block looks at the statements of a block in a function; nil is the file.
func (w *dropWalk) block(stmts []syntax.Stmt, in *syntax.DefStmt) {
	for _, stmt := range stmts {
		switch s := stmt.(type) {
		case *syntax.ExprStmt:
			if w.inVain(s.X, in) {
				w.report(s.X, in)
			}
		case *syntax.AssignStmt:
			w.noteLibrary(s)
		case *syntax.IfStmt:
			w.block(s.True, in)
			w.block(s.False, in)
		case *syntax.ForStmt:
			w.block(s.Body, in)
		case *syntax.WhileStmt:
			w.block(s.Body, in)
		case *syntax.DefStmt:
			w.block(s.Body, s)
		}
	}
}

// inVain reports whether an expression has a result and no effect. A text is none: it may be documentation.
func (w *dropWalk) inVain(x syntax.Expr, in *syntax.DefStmt) bool {
	switch x := x.(type) {
	case *syntax.Ident, *syntax.DotExpr, *syntax.IndexExpr, *syntax.SliceExpr, *syntax.DictExpr, *syntax.ListExpr, *syntax.Comprehension:
		return !calls(x)
	case *syntax.BinaryExpr:
		return x.Op != syntax.AND && x.Op != syntax.OR || !calls(x)
	case *syntax.CallExpr:
		if givesToLibrary(x) || in == nil && w.evaluatesLibrary(x) {
			return true
		}
		fn, ok := x.Fn.(*syntax.Ident)
		return ok && w.yields(fn.Name)
	}
	return false
}

// givesToLibrary reports whether a call gives values or a schema to a library, which never changes: it returns another one.
func givesToLibrary(call *syntax.CallExpr) bool {
	of, ok := call.Fn.(*syntax.DotExpr)
	return ok && (of.Name.Name == "with_data_values" || of.Name.Name == "with_data_values_schema")
}

// evaluatesLibrary reports whether a call renders a library that the file has as a variable.
func (w *dropWalk) evaluatesLibrary(call *syntax.CallExpr) bool {
	of, ok := call.Fn.(*syntax.DotExpr)
	if !ok || of.Name.Name != "eval" || len(call.Args) > 0 {
		return false
	}
	id, ok := of.X.(*syntax.Ident)
	return ok && w.libraries[id.Name]
}

// noteLibrary remembers a variable whose value is a library: x = library.get(...), or with values given to it.
func (w *dropWalk) noteLibrary(s *syntax.AssignStmt) {
	id, ok := s.LHS.(*syntax.Ident)
	if !ok {
		return
	}
	for x := s.RHS; ; {
		call, ok := x.(*syntax.CallExpr)
		if !ok {
			return
		}
		of, ok := call.Fn.(*syntax.DotExpr)
		if !ok {
			return
		}
		if root, ok := of.X.(*syntax.Ident); ok {
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
func calls(x syntax.Expr) (found bool) {
	syntax.Walk(x, func(n syntax.Node) bool {
		if _, ok := n.(*syntax.CallExpr); ok {
			found = true
		}
		return !found
	})
	return found
}

func (w *dropWalk) report(x syntax.Expr, in *syntax.DefStmt) {
	from, _ := x.Span()
	to := EndOf(x)
	at := w.files.span(from)
	if end := w.files(to.Filename()); at.Known() && end == at.File {
		at.End = max(at.End, offsetOf(end, to.Line, to.Col))
	}
	if !at.Known() || strings.ContainsAny(at.Text(), "\r\n") {
		return
	}
	code := at.Text()
	d := &diag.Diagnostic{
		Code:     diag.DroppedResult,
		Severity: diag.Warning,
		Message:  fmt.Sprintf("the result of '%s' is dropped: the line does nothing with it", diag.Clip(code, 80)),
		Span:     at,
	}
	fact := &DroppedResult{Code: code, Purpose: w.purpose(at, in)}
	if id, ok := x.(*syntax.Ident); ok && w.yields(id.Name) {
		d.Message = fmt.Sprintf("%s is a function that nothing calls here", id.Name)
		fact.Purpose = ToCall
	}
	if call, ok := x.(*syntax.CallExpr); ok && w.evaluatesLibrary(call) {
		fact.Purpose = ToShow
	}
	if call, ok := x.(*syntax.CallExpr); ok && givesToLibrary(call) {
		fact.Purpose = GivenToLibrary
		if id, named := call.Fn.(*syntax.DotExpr).X.(*syntax.Ident); named {
			fact.Library = id.Name
		}
	}
	d.Fact = fact
	w.diags = append(w.diags, d).Cut(w.most)
}

// purpose returns what a statement in a function was probably meant for; nil is the file.
func (w *dropWalk) purpose(at source.Span, in *syntax.DefStmt) Purpose {
	line := LineOf(at)
	before := line[:min(len(line), max(0, int(at.Start-at.File.LineStart(at.Line()))))]
	switch {
	case strings.Contains(before, "(@"):
		return ToPrint
	case in != nil && !w.yields(in.Name.Name):
		return ToReturn
	case strings.Contains(before, "#@"):
		return ToBeValue
	}
	return ToName
}
