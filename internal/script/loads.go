package script

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/spell"
)

// This file implements loads inside of blocks: they run when they are reached. Upstream allows load only outside of them, so
//
//	if x: load("a.star", "f", g="h") end
//
// becomes a call of a function that the host predeclares, under a name that nobody can write:
//
//	if x: (f, g) = LoadNames("a.star", "f", "h") end
//
// Inside of functions a load stays what it is: an error.

// LoadNames loads names from a file, and returns their values in a tuple.
const LoadNames = "load names"

// LoadInBlocks rewrites the loads inside of blocks. It returns the names that they bind: those belong to the file, like the
// names of other loads, and other files cannot load them from it.
func LoadInBlocks(f *syntax.File) []string {
	var names []string
	var inside func([]syntax.Stmt)
	blocksOf := func(stmt syntax.Stmt) {
		switch s := stmt.(type) {
		case *syntax.IfStmt:
			inside(s.True)
			inside(s.False)
		case *syntax.ForStmt:
			inside(s.Body)
		case *syntax.WhileStmt:
			inside(s.Body)
		}
	}
	inside = func(block []syntax.Stmt) {
		for i, stmt := range block {
			if load, ok := stmt.(*syntax.LoadStmt); ok && exported(load) {
				block[i] = loadNames(load)
				for _, name := range load.To {
					names = append(names, name.Name)
				}
				continue
			}
			blocksOf(stmt)
		}
	}
	for _, stmt := range f.Stmts {
		blocksOf(stmt)
	}
	return names
}

// exported reports whether a load asks for names that files can give. Upstream reports the others.
func exported(load *syntax.LoadStmt) bool {
	return !slices.ContainsFunc(load.From, func(name *syntax.Ident) bool {
		return name.Name == "" || strings.HasPrefix(name.Name, "_")
	})
}

func loadNames(load *syntax.LoadStmt) *syntax.AssignStmt {
	targets := &syntax.TupleExpr{Lparen: load.Load, Rparen: load.Rparen}
	call := callOf(LoadNames, load.Load, load.Module)
	for i, to := range load.To {
		// The parser uses one node for both names where they are the same.
		targets.List = append(targets.List, &syntax.Ident{NamePos: to.NamePos, Name: to.Name})
		from := load.From[i]
		call.Args = append(call.Args, &syntax.Literal{Token: syntax.STRING, TokenPos: from.NamePos, Value: from.Name})
	}
	return &syntax.AssignStmt{OpPos: load.Load, Op: syntax.EQ, LHS: targets, RHS: call}
}

// nameNotFound begins upstream's error of a load statement, which has no type, and that of Load.
const nameNotFound = "load: name "

// Load implements LoadNames, as upstream implements the statement.
func Load(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	module := string(args[0].(starlark.String))
	if thread.Load == nil {
		return nil, fmt.Errorf("load not implemented by this application")
	}
	names, err := thread.Load(thread, module)
	if err != nil {
		return nil, fmt.Errorf("cannot load %s: %w", module, err)
	}
	values := make(starlark.Tuple, len(args)-1)
	for i, arg := range args[1:] {
		name := string(arg.(starlark.String))
		if values[i] = names[name]; values[i] == nil {
			near := spell.Nearest(name, names.Keys())
			if near != "" {
				near = " (did you mean " + near + "?)"
			}
			return nil, fmt.Errorf(nameNotFound+"%s not found in module %s%s", name, module, near)
		}
	}
	return values, nil
}
