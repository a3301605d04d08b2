package repair

import (
	"fmt"
	"slices"

	star "go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/script"
	"ytt/internal/source"
	"ytt/internal/syntax"
	"ytt/internal/workspace"
)

// This file has the words for arguments that lack their names.

// withoutName is about an argument without a name that stands after one with a
// name: it is given the name of the first parameter that has no argument yet.
func withoutName(d *diag.Diagnostic, f *script.Fault) []diag.Repair {
	s := scopeOf(d)
	if f.Kind != script.NamedFirst || !d.Span.Known() || s.Files == nil {
		return nil
	}
	file := s.parsed(d)
	if file == nil {
		return nil
	}
	var call *star.CallExpr
	star.Walk(file.Script().Tree, func(n star.Node) bool {
		if c, ok := n.(*star.CallExpr); ok && slices.ContainsFunc(c.Args, func(arg star.Expr) bool {
			return spanIn(file, arg).Start == d.Span.Start
		}) {
			call = c
		}
		return true
	})
	if call == nil {
		return nil
	}
	fn, ok := call.Fn.(*star.Ident)
	if !ok {
		return nil
	}
	free, before := s.parameters(file, fn.Name), 0
	for _, arg := range call.Args {
		at := spanIn(file, arg)
		if at.Start >= d.Span.Start {
			break
		}
		if b, ok := arg.(*star.BinaryExpr); ok && b.Op == star.EQ {
			id, _ := b.X.(*star.Ident)
			free = slices.DeleteFunc(free, func(name string) bool { return id != nil && name == id.Name })
			continue
		}
		before++
	}
	if before >= len(free) {
		return nil
	}
	name, at := free[before], d.Span
	at.End = at.Start
	return []diag.Repair{{
		Say:   fmt.Sprintf("after an argument with a name, all have one: write %s=%s", name, argumentAt(file, call, d)),
		Title: "Write " + name + "=", Edits: []source.Edit{{At: at, Text: name + "="}}}}
}

// argumentAt returns the code of the argument that a problem is about.
func argumentAt(file *syntax.File, call *star.CallExpr, d *diag.Diagnostic) string {
	for _, arg := range call.Args {
		if spanIn(file, arg).Start == d.Span.Start {
			return file.CodeText(arg)
		}
	}
	return d.Span.Text()
}

// parsed returns the file of a problem of code that cannot be compiled; nil for
// another.
func (s *Scope) parsed(d *diag.Diagnostic) *syntax.File {
	if s.Syntax != nil {
		if file := s.Syntax(d.Span.File); file != nil {
			return file
		}
	}
	for _, f := range s.Files.FilesInOrder() {
		if isText(f, d.Span.File) {
			return s.read(f).file
		}
	}
	return nil
}

func parsedFile(f *workspace.File) *syntax.File {
	src, problem := f.Source()
	if problem != nil || f.Type == workspace.Data {
		return nil
	}
	parsed := syntax.Parse(src, syntax.Options{Kind: eval.KindOf(f.Type), Plain: !f.Template})
	if parsed.Broken {
		return nil
	}
	return parsed
}

// parameters returns the parameters of a function of a file, or of the one file
// of the library that others load and that has it.
func (s *Scope) parameters(file *syntax.File, name string) []string {
	if all := defined(file, name).parameters(); all != nil {
		return all
	}
	var found []string
	searched := 0
	for _, f := range s.Files.FilesInOrder() {
		if !f.Library || f.Type == workspace.Data {
			continue
		}
		if searched++; searched > maxLibraryFiles {
			break
		}
		if !s.publicNames(f)[name] {
			continue
		}
		other := s.read(f).file
		if other == nil || found != nil {
			return nil
		}
		found = defined(other, name).parameters()
	}
	return found
}

// ownerOf returns the function that has an unknown name as a parameter or a
// variable of its own, in its file or in one that others load; "" for none.
func (s *Scope) ownerOf(d *diag.Diagnostic) string {
	if s.Files == nil || !d.Span.Known() {
		return ""
	}
	searched := 0
	for _, f := range s.Files.FilesInOrder() {
		if !f.Library && !isText(f, d.Span.File) {
			continue
		}
		if searched++; searched > maxLibraryFiles {
			break
		}
		if owner := s.read(f).owner(d.Span.Text()); owner != "" {
			return owner
		}
	}
	return ""
}

// ownersOf returns the first function of a file that binds a name, by name.
func ownersOf(file *syntax.File) map[string]string {
	owners := map[string]string{}
	add := func(x star.Expr, owner string) {
		if b, ok := x.(*star.BinaryExpr); ok { // with a default
			x = b.X
		}
		if id, ok := x.(*star.Ident); ok && owners[id.Name] == "" {
			owners[id.Name] = owner
		}
	}
	star.Walk(file.Script().Tree, func(n star.Node) bool {
		outer, ok := n.(*star.DefStmt)
		if !ok || script.IsGenerated(outer.Name.Name) {
			return true
		}
		star.Walk(outer, func(n star.Node) bool {
			switch n := n.(type) {
			case *star.DefStmt:
				for _, p := range n.Params {
					add(p, n.Name.Name)
				}
			case *star.AssignStmt:
				add(n.LHS, outer.Name.Name)
			}
			return true
		})
		return false
	})
	return owners
}

// parameters returns the names of the parameters of a function, with those that
// have a default.
func (fn *function) parameters() (names []string) {
	if fn == nil {
		return nil
	}
	def, ok := fn.body.(*star.DefStmt)
	if !ok {
		return nil
	}
	for _, p := range def.Params {
		if b, ok := p.(*star.BinaryExpr); ok {
			p = b.X
		}
		id, ok := p.(*star.Ident)
		if !ok {
			return nil
		}
		names = append(names, id.Name)
	}
	return names
}
