package meaning

import (
	star "go.starlark.net/syntax"

	"ytt/internal/script"
	"ytt/internal/source"
)

// This file finds what code that is about to be compiled does with data values
// at first sight: scopes are not looked at, as every file is looked through.

// Glance is what code does with data values.
type Glance struct {
	Loads    bool // it loads them
	Compared []Comparison
}

// Comparison is a comparison of a data value with a text: data.values.debug ==
// "true".
type Comparison struct {
	Path []string    // of the value
	At   source.Span // of the chain that leads to it
	Op   star.Token  // star.EQL or star.NEQ
	Text string
}

// GlanceAt looks at the statements of a file. The function finds the text that
// a position is in; nil if it is in none.
func GlanceAt(stmts []star.Stmt, find func(key string) *source.File) (g Glance) {
	module := dataModule(stmts)
	if module == "" {
		return g
	}
	g.Loads = true
	for _, stmt := range stmts {
		star.Walk(stmt, func(n star.Node) bool {
			if x, ok := n.(*star.BinaryExpr); ok && (x.Op == star.EQL || x.Op == star.NEQ) {
				if c, ok := comparison(x, module, find); ok {
					g.Compared = append(g.Compared, c)
				}
			}
			return true
		})
	}
	return g
}

// dataModule returns the name under which statements load the module of data
// values, "" if they do not.
func dataModule(stmts []star.Stmt) (name string) {
	for i := 0; i < len(stmts) && name == ""; i++ {
		switch s := stmts[i].(type) {
		case *star.LoadStmt:
			if s.ModuleName() != "@ytt:data" {
				continue
			}
			for k := range s.From {
				if s.From[k].Name == "data" {
					return s.To[k].Name
				}
			}
		case *star.IfStmt:
			if name = dataModule(s.True); name == "" {
				name = dataModule(s.False)
			}
		case *star.ForStmt:
			name = dataModule(s.Body)
		case *star.WhileStmt:
			name = dataModule(s.Body)
		case *star.DefStmt:
			name = dataModule(s.Body)
		}
	}
	return name
}

func comparison(x *star.BinaryExpr, module string, find func(key string) *source.File) (c Comparison, ok bool) {
	if c.Text, ok = Text(x.Y); !ok {
		return c, false
	}
	if c.Path, ok = pathIn(x.X, module); !ok || len(c.Path) == 0 {
		return c, false
	}
	from, _ := x.X.Span()
	f := find(from.Filename())
	to := script.EndOf(x.X)
	if f == nil || to.Filename() != from.Filename() || to.Line != from.Line {
		return c, false
	}
	c.At = source.Span{File: f, Start: f.Offset(int(from.Line), int(from.Col)),
		End: f.Offset(int(to.Line), int(to.Col))}
	c.Op = x.Op
	return c, true
}

// pathIn returns the path of an expression that is a data value,
// "data.values.db.port"; false for any other.
func pathIn(x star.Expr, module string) (path []string, ok bool) {
	dot, isDot := x.(*star.DotExpr)
	if !isDot {
		return nil, false
	}
	if root, isName := dot.X.(*star.Ident); isName {
		return nil, root.Name == module && dot.Name.Name == "values"
	}
	if path, ok = pathIn(dot.X, module); !ok {
		return nil, false
	}
	return append(path, dot.Name.Name), true
}
