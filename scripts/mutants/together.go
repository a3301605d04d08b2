//go:build unix

package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// This file puts many mistakes into one build, so that tests are compiled once
// and not for each mistake. Which mistake is made is decided when the program
// starts. A function
//
//	func f(a int) error { if a > 0 { return g(a) }; return nil }
//
// becomes, with a mistake that has the number 7,
//
//	func f(a int) error {
//		switch mutantActive { case 7: return mutant7_f(a) }
//		mutantReached(7); if a > 0 { … }; return nil
//	}
//	func mutant7_f(a int) error { if a >= 0 { return g(a) }; return nil }
//
// and a text in a variable becomes mutantPick(7, "changed", "text"). Constants
// cannot be changed so; they need builds of their own.

// together is a file with mistakes that can be switched on.
type together struct {
	text    []byte
	regions []region // of the text, where an error of the compiler is that of a mistake
	alone   []*mutant
}

type region struct {
	start, end int
	m          *mutant
}

// edit replaces a part of a file. One with a mutant is a region of the result.
type edit struct {
	start, end int
	text       string
	m          *mutant
}

// assembler makes a together.
type assembler struct {
	finder
	edits  []edit
	copies []edit // appended; their places count for nothing
	alone  []*mutant
}

// assemble puts the mistakes of a file into it.
func assemble(path string, text []byte, mutants []*mutant) (*together, error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, err
	}
	a := assembler{finder: finder{set: set, text: text, path: path}}
	for _, d := range parsed.Decls {
		var own []*mutant
		for _, m := range mutants {
			if a.holds(d, m) {
				own = append(own, m)
			}
		}
		if len(own) == 0 {
			continue
		}
		switch d := d.(type) {
		case *ast.FuncDecl:
			a.copied(d, own)
		case *ast.GenDecl:
			a.declared(d, own)
		}
	}
	t := &together{alone: a.alone}
	t.apply(text, a.edits, a.copies)
	return t, nil
}

// apply makes the text: edits in the order of their places, then the copies.
func (t *together) apply(text []byte, edits, copies []edit) {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	at := 0
	write := func(e edit) {
		start := len(t.text)
		t.text = append(t.text, e.text...)
		if e.m != nil {
			t.regions = append(t.regions, region{start, len(t.text), e.m})
		}
	}
	for _, e := range edits {
		t.text = append(t.text, text[at:e.start]...)
		write(e)
		at = e.end
	}
	t.text = append(t.text, text[at:]...)
	for _, e := range copies {
		write(e)
	}
}

func (a *assembler) holds(n ast.Node, m *mutant) bool {
	return a.offset(n.Pos()) <= m.start && m.end <= a.offset(n.End())
}

func (a *assembler) insert(at int, text string, m *mutant) {
	a.edits = append(a.edits, edit{at, at, text, m})
}

// copied makes a copy of a function for each mistake in it.
func (a *assembler) copied(d *ast.FuncDecl, mutants []*mutant) {
	if d.Body == nil || recovers(d.Body) {
		a.alone = append(a.alone, mutants...)
		return
	}
	params, args := a.named(d.Type.Params, "mutantArgument")
	receiver, prefix := "", ""
	if d.Recv != nil {
		text, name := a.named(d.Recv, "mutantReceiver")
		receiver, prefix = text+" ", name+"."
		a.edits = append(a.edits, edit{a.offset(d.Recv.Pos()), a.offset(d.Recv.End()), text, nil})
	}
	a.edits = append(a.edits, edit{a.offset(d.Type.Params.Pos()), a.offset(d.Type.Params.End()), params, nil})
	generic, with := "", ""
	if d.Type.TypeParams != nil {
		generic = a.source(d.Type.TypeParams)
		var names []string
		for _, f := range d.Type.TypeParams.List {
			for _, n := range f.Names {
				names = append(names, n.Name)
			}
		}
		with = "[" + strings.Join(names, ", ") + "]"
	}
	results := ""
	if d.Type.Results != nil {
		results = a.source(d.Type.Results) + " "
	}
	var cases strings.Builder
	for _, m := range mutants {
		name := fmt.Sprintf("mutant%d_%s", m.id, d.Name.Name)
		call := prefix + name + with + "(" + args + ")"
		if results == "" {
			fmt.Fprintf(&cases, "case %d: %s; return; ", m.id, call)
		} else {
			fmt.Fprintf(&cases, "case %d: return %s; ", m.id, call)
		}
		body := a.changed(d.Body, m)
		a.copies = append(a.copies, edit{text: "\nfunc " + receiver + name + generic + params + " " + results + body +
			"\n", m: m})
	}
	a.insert(a.offset(d.Body.Lbrace)+1, " switch mutantActive { "+cases.String()+"}; ", nil)
	for _, m := range mutants {
		a.mark(d.Body, m)
	}
}

// changed returns the text of a node with a mistake.
func (a *assembler) changed(n ast.Node, m *mutant) string {
	start, end := a.offset(n.Pos()), a.offset(n.End())
	return string(a.text[start:m.start]) + m.text + string(a.text[m.end:end])
}

// named returns a list of parameters that all have names, and the names as
// arguments.
func (a *assembler) named(list *ast.FieldList, unnamed string) (params, args string) {
	var fields, names []string
	for _, f := range list.List {
		var own []string
		for _, n := range f.Names {
			own = append(own, n.Name)
		}
		if len(own) == 0 {
			own = []string{"_"}
		}
		for i, n := range own {
			if n == "_" {
				own[i] = fmt.Sprintf("%s%d", unnamed, len(names)+i)
			}
		}
		fields = append(fields, strings.Join(own, ", ")+" "+a.source(f.Type))
		if _, variadic := f.Type.(*ast.Ellipsis); variadic {
			names = append(names, own[0]+"...")
		} else {
			names = append(names, own...)
		}
	}
	return "(" + strings.Join(fields, ", ") + ")", strings.Join(names, ", ")
}

// recovers reports whether a function calls recover itself: called by another
// one, that would do nothing.
func recovers(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if _, nested := n.(*ast.FuncLit); nested {
			return false
		}
		if call, ok := n.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "recover" {
				found = true
			}
		}
		return true
	})
	return found
}

// mark makes the innermost statement that has the mistake tell that it is
// reached.
func (a *assembler) mark(body *ast.BlockStmt, m *mutant) {
	at := a.offset(body.Lbrace) + 1
	visit := func(list []ast.Stmt) {
		for _, s := range list {
			switch s.(type) {
			case *ast.CaseClause, *ast.CommClause:
				continue
			}
			if a.holds(s, m) {
				at = a.offset(s.Pos())
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil || !a.holds(n, m) {
			return n != nil
		}
		switch n := n.(type) {
		case *ast.BlockStmt:
			visit(n.List)
		case *ast.CaseClause:
			visit(n.Body)
		case *ast.CommClause:
			visit(n.Body)
		}
		return true
	})
	a.insert(at, fmt.Sprintf("mutantReached(%d); ", m.id), nil)
}

// declared makes mistakes in the values of variables.
func (a *assembler) declared(d *ast.GenDecl, mutants []*mutant) {
	for _, m := range mutants {
		switch lit, expr := a.within(d, m); {
		case d.Tok != token.VAR || m.noPick:
			a.alone = append(a.alone, m)
		case lit != nil:
			a.insert(a.offset(lit.Pos()), fmt.Sprintf("mutantPick(%d, %s, ", m.id, a.changed(lit, m)), m)
			a.mark(lit.Body, m)
			a.insert(a.offset(lit.End()), ")", nil)
		case expr:
			a.insert(m.start, fmt.Sprintf("mutantPick(%d, %s, ", m.id, m.text), m)
			a.insert(m.end, ")", nil)
		default:
			a.alone = append(a.alone, m)
		}
	}
}

// within returns the outermost function literal that has the mistake, and
// reports whether the mistake replaces an expression.
func (a *assembler) within(d *ast.GenDecl, m *mutant) (lit *ast.FuncLit, expr bool) {
	ast.Inspect(d, func(n ast.Node) bool {
		if n == nil || !a.holds(n, m) {
			return false
		}
		if f, ok := n.(*ast.FuncLit); ok && lit == nil && a.holds(f.Body, m) {
			lit = f
		}
		if e, ok := n.(ast.Expr); ok && a.offset(e.Pos()) == m.start && a.offset(e.End()) == m.end {
			expr = true
		}
		return true
	})
	return lit, expr
}

// switchText is the file that each package with mistakes gets. What is to be
// done stands in a file and not in the environment, as tests start programs
// with environments of their own.
const switchText = `package %s

import (
	mutantos "os"
	mutantstrconv "strconv"
	mutantatomic "sync/atomic"
)

var mutantActive, mutantLog = mutantRead()

var mutantSeen [%d]mutantatomic.Bool

func mutantRead() (int, *mutantos.File) {
	text, _ := mutantos.ReadFile(%q)
	if string(text) == "reach" {
		log, _ := mutantos.OpenFile(%q, mutantos.O_WRONLY|mutantos.O_APPEND, 0)
		return 0, log
	}
	n, _ := mutantstrconv.Atoi(string(text))
	return n, nil
}

func mutantReached(n int) {
	if mutantLog != nil && !mutantSeen[n].Swap(true) {
		_, _ = mutantLog.WriteString(mutantstrconv.Itoa(n) + "\n")
	}
}

func mutantPick[T any](n int, changed, original T) T {
	mutantReached(n)
	if mutantActive == n {
		return changed
	}
	return original
}
`

// packageName returns the name in the package clause.
func packageName(text []byte) string {
	for line := range bytes.Lines(text) {
		if name, ok := bytes.CutPrefix(line, []byte("package ")); ok {
			return string(bytes.Fields(name)[0])
		}
	}
	return "main"
}
