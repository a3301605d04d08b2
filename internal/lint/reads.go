package lint

import (
	"path"

	star "go.starlark.net/syntax"

	"ytt/internal/schema/view"
	"ytt/internal/source"
	"ytt/internal/syntax"
	"ytt/internal/tree"
)

// This file implements finding out which data values code reads, and what it does with them. Code is not run: what counts are
// chains of names that begin with data.values,
//
//	data.values.db.port   data.values["db"].port   getattr(data.values.db, "port")
//
// and names that stand for such chains:
//
//	db = data.values.db
//	for user in data.values.users: … user.name …
//
// A module may bind such names for those who load them:
//
//	values = data.values         load("values.star", "values")
//
// A name that is bound in several ways in a file stands for none of them. When a chain is used in any other way, handed to a
// function say, everything below it counts as read.

// chain is a path of values in code, with the place of each step.
type chain struct {
	path  tree.Path
	spans []source.Span
	// soft says that a missing value is no problem: getattr(…, default), hasattr(…).
	soft bool
}

func (c *chain) step(s tree.Step, at source.Span) *chain {
	return &chain{path: append(c.path[:len(c.path):len(c.path)], s), spans: append(c.spans[:len(c.spans):len(c.spans)], at)}
}

// read is a chain that is as long as can be, and the code around it, inner last.
type read struct {
	chain
	expr   star.Expr
	around []star.Node
	named  bool // the code only gives it a name, or goes through its items
	file   *reader
}

// reader reads one file.
type reader struct {
	root    *view.Field
	src     *source.File
	exports exports
	modules map[string]bool   // names of the module data
	names   map[string]*chain // nil for names that stand for something else
	reads   []read
	conds   []star.Expr // conditions of statements that may end the function, a loop or the run
}

// exports are the chains that files bind to names, by the last part of the path of the file, and the name.
type exports map[[2]string]*chain

// exportsOf returns those of files. A name that two files of one name bind stands for none.
func exportsOf(files []*syntax.File, root *view.Field) exports {
	all := exports{}
	for _, f := range files {
		for name, c := range readFile(f, root, nil).names {
			key := [2]string{path.Base(f.Source.Name), name}
			if other, known := all[key]; known && (c == nil || other == nil || c.path.String() != other.path.String()) {
				c = nil
			}
			all[key] = c
		}
	}
	return all
}

// readFile returns what a file reads. What it loads from others is known if their exports are.
func readFile(f *syntax.File, root *view.Field, exports exports) *reader {
	r := &reader{root: root, src: f.Source, exports: exports, modules: map[string]bool{}, names: map[string]*chain{}}
	code := f.Script().Tree
	for range 2 { // names may stand for chains of names that are bound behind them
		bound := map[string]bool{}
		for _, stmt := range code.Stmts {
			star.Walk(stmt, func(n star.Node) bool { r.bind(n, bound); return true })
		}
	}
	for _, stmt := range code.Stmts {
		r.visit(stmt)
	}
	return r
}

// bind notes what names stand for. bound has those that this pass has seen.
func (r *reader) bind(n star.Node, bound map[string]bool) {
	set := func(target star.Expr, to *chain) {
		name, isName := target.(*star.Ident)
		if !isName {
			return
		}
		if old := r.names[name.Name]; bound[name.Name] && (old == nil || to == nil || old.path.String() != to.path.String()) {
			to = nil
		}
		r.names[name.Name], bound[name.Name] = to, true
	}
	other := func(target star.Expr) {
		star.Walk(target, func(n star.Node) bool {
			if name, isName := n.(*star.Ident); isName {
				set(name, nil)
			}
			return true
		})
	}
	switch n := n.(type) {
	case *star.LoadStmt:
		for i, to := range n.To {
			if n.ModuleName() == "@ytt:data" && n.From[i].Name == "data" {
				r.modules[to.Name] = true
			} else {
				set(to, r.exports[[2]string{path.Base(n.ModuleName()), n.From[i].Name}])
			}
		}
	case *star.AssignStmt:
		if name, isName := n.LHS.(*star.Ident); isName && n.Op == star.EQ {
			set(name, r.resolve(n.RHS))
		} else {
			other(n.LHS)
		}
	case *star.ForStmt:
		r.bindItems(n.Vars, n.X, set, other)
	case *star.ForClause:
		r.bindItems(n.Vars, n.X, set, other)
	case *star.DefStmt:
		set(n.Name, nil)
		for _, p := range n.Params {
			other(parameter(p))
		}
	case *star.LambdaExpr:
		for _, p := range n.Params {
			other(parameter(p))
		}
	}
}

// parameter returns the name of a parameter without its default.
func parameter(p star.Expr) star.Expr {
	if b, isBinary := p.(*star.BinaryExpr); isBinary {
		return b.X
	}
	return p
}

// bindItems binds the variable of a loop.
func (r *reader) bindItems(vars, over star.Expr, set func(star.Expr, *chain), other func(star.Expr)) {
	c := r.resolve(over)
	_, isName := vars.(*star.Ident)
	if c == nil || !isName || !r.isArray(c) {
		other(vars)
		return
	}
	set(vars, c.step(tree.Step{Item: true, Index: tree.AllItems}, c.last()))
}

func (c *chain) last() source.Span {
	if len(c.spans) == 0 {
		return source.Span{}
	}
	return c.spans[len(c.spans)-1]
}

func (r *reader) isArray(c *chain) bool {
	f, rest := r.root.Find(c.path)
	return len(rest) == 0 && f.Item != nil
}

// resolve returns the chain that an expression is, nil if it is none.
func (r *reader) resolve(e star.Expr) *chain {
	switch e := e.(type) {
	case *star.ParenExpr:
		return r.resolve(e.X)
	case *star.Ident:
		if !r.modules[e.Name] {
			return r.names[e.Name]
		}
	case *star.DotExpr:
		if module, isName := e.X.(*star.Ident); isName && r.modules[module.Name] {
			if e.Name.Name == "values" {
				return &chain{}
			}
			return nil
		}
		if c := r.resolve(e.X); c != nil {
			return c.step(tree.Step{Key: tree.StringValue(e.Name.Name)}, spanAt(r.src, e.Name.NamePos, len(e.Name.Name)))
		}
	case *star.IndexExpr:
		if c := r.resolve(e.X); c != nil {
			return r.index(c, e)
		}
	case *star.CallExpr:
		return r.getattr(e)
	}
	return nil
}

// index returns the chain to an item, or to the value of a key.
func (r *reader) index(c *chain, e *star.IndexExpr) *chain {
	start, _ := e.Y.Span()
	if key, isText := literal(e.Y); isText {
		return c.step(tree.Step{Key: tree.StringValue(key)}, spanAt(r.src, start, len(key)+2))
	}
	f, rest := r.root.Find(c.path)
	switch {
	case len(rest) > 0:
	case f.Item != nil:
		return c.step(tree.Step{Item: true, Index: tree.AllItems}, c.last())
	case len(f.Fields) == 1 && f.Fields[0].IsPattern:
		return c.step(tree.Step{Key: f.Fields[0].Key.Name}, c.last())
	}
	return nil
}

func literal(e star.Expr) (string, bool) {
	l, ok := e.(*star.Literal)
	if !ok || l.Token != star.STRING {
		return "", false
	}
	return l.Value.(string), true
}

// getattr returns the chain of getattr(chain, "name") and hasattr(chain, "name"), nil for other calls.
func (r *reader) getattr(call *star.CallExpr) *chain {
	fn, isName := call.Fn.(*star.Ident)
	if !isName || fn.Name != "getattr" && fn.Name != "hasattr" || len(call.Args) < 2 {
		return nil
	}
	c := r.resolve(call.Args[0])
	key, isText := literal(call.Args[1])
	if c == nil || !isText {
		return nil
	}
	start, _ := call.Args[1].Span()
	found := c.step(tree.Step{Key: tree.StringValue(key)}, spanAt(r.src, start, len(key)+2))
	found.soft = fn.Name == "hasattr" || len(call.Args) > 2
	return found
}

// visit notes the chains in a statement.
func (r *reader) visit(stmt star.Stmt) {
	var around []star.Node
	star.Walk(stmt, func(n star.Node) bool {
		if n == nil {
			around = around[:len(around)-1]
			return true
		}
		switch n := n.(type) {
		case star.Expr:
			if c := r.resolve(n); c != nil {
				r.note(c, n, around)
				return false
			}
		case *star.LoadStmt:
			return false
		case *star.IfStmt:
			if leaves(n.True) {
				r.conds = append(r.conds, n.Cond)
			}
		}
		around = append(around, n)
		return true
	})
}

// note notes a chain. What stands in brackets behind chains is code, too.
func (r *reader) note(c *chain, e star.Expr, around []star.Node) {
	one := read{chain: *c, expr: e, around: append([]star.Node{}, around...), file: r}
	if n := len(around); n > 0 {
		switch p := around[n-1].(type) {
		case *star.AssignStmt:
			name, isName := p.LHS.(*star.Ident)
			if e == p.LHS {
				return // the name is bound, not read
			}
			one.named = isName && p.Op == star.EQ && r.names[name.Name] != nil
		case *star.ForStmt:
			if e == p.Vars {
				return
			}
			one.named = e == p.X && r.isArray(c) && r.follows(p.Vars)
		case *star.ForClause:
			if e == p.Vars {
				return
			}
			one.named = e == p.X && r.isArray(c) && r.follows(p.Vars)
		}
	}
	r.reads = append(r.reads, one)
	star.Walk(e, func(n star.Node) bool {
		if i, isIndex := n.(*star.IndexExpr); isIndex {
			if inside := r.resolve(i.Y); inside != nil {
				r.note(inside, i.Y, append(around[:len(around):len(around)], n))
			}
		}
		return true
	})
}

// follows reports whether what a name stands for is known.
func (r *reader) follows(vars star.Expr) bool {
	name, isName := vars.(*star.Ident)
	return isName && r.names[name.Name] != nil
}

// leaves reports whether statements end the function, the loop or the run.
func leaves(body []star.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch last := body[len(body)-1].(type) {
	case *star.ReturnStmt:
		return true
	case *star.BranchStmt:
		return last.Token != star.PASS
	case *star.ExprStmt:
		call, isCall := last.X.(*star.CallExpr)
		if !isCall {
			return false
		}
		fn, isName := call.Fn.(*star.Ident)
		return isName && fn.Name == "fail"
	}
	return false
}
