package script

import (
	"cmp"
	"errors"
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/source"
)

// This file implements compiling: names are resolved, all problems at once, and the tree becomes a program.
//
// Upstream compares an unknown name with every known one, each time it occurs. To stay linear, it is told here that all
// names are known; those that are not are collected, and their uses found in the tree when there are any.

const (
	// maxForks bounds the places where the control flow of one program divides: the compiler recurses once for each.
	maxForks = 300_000
	// maxSuggestions bounds the unknown names for which a known one is sought.
	maxSuggestions = 30
)

// Files finds the file that a position is in, by its Key.
type Files func(key string) *source.File

// Program compiles a syntax tree that was assembled without problems. Names that are neither bound by the code nor
// universal must be predeclared. When FormatString and FormatMethod are, and
// when BoundSize is, the tree is rewritten for them.
func Program(f *syntax.File, files Files, isPredeclared func(name string) bool) (*starlark.Program, diag.List) {
	if mayFork(files(f.Path)) && countForks(f) > maxForks {
		return nil, diag.List{{
			Code:    diag.ScriptSyntax,
			Message: "too many conditions and loops in one file",
			Span:    source.Span{File: files(f.Path)},
			Hints:   []string{"generated code should loop over data instead"},
			Detail:  diag.Script{},
		}}
	}
	r := rewriter{file: f, formats: isPredeclared(FormatString) && isPredeclared(FormatMethod), bounds: isPredeclared(BoundSize)}
	r.rewrite()
	unknown := map[string]bool{}
	program, err := starlark.FileProgram(f, func(name string) bool {
		if isPredeclared(name) {
			return true
		}
		if starlark.Universe.Has(name) {
			return false
		}
		unknown[name] = true
		return true
	})
	diags := resolveErrors(files(f.Path), files, err)
	if len(unknown) > 0 {
		diags = append(diags, unknownNames(files, f, unknown)...)
		slices.SortStableFunc(diags, func(a, b *diag.Diagnostic) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	}
	if len(diags) > 0 {
		return nil, diags
	}
	return program, nil
}

// span is the word or character at a position.
func (find Files) span(pos syntax.Position) source.Span {
	if f := find(pos.Filename()); f != nil {
		return spanAt(f, pos)
	}
	return source.Span{}
}

// resolveErrors converts what upstream says of names and of statements in the wrong place.
func resolveErrors(file *source.File, files Files, err error) diag.List {
	if err == nil {
		return nil
	}
	var list resolve.ErrorList
	if !errors.As(err, &list) {
		return diag.List{{Code: diag.ScriptSyntax, Message: err.Error(), Span: source.Span{File: file}, Detail: diag.Script{}}}
	}
	var diags diag.List
	for _, e := range list {
		if readUpstream(e.Msg).kind == loadInBlock {
			continue // LoadInBlocks left it because of its names, which the next error is about
		}
		diags = append(diags, &diag.Diagnostic{
			Code:    diag.ScriptSyntax,
			Message: e.Msg,
			Span:    files.span(e.Pos),
			Hints:   hintsFor(e.Msg, ""),
			Detail:  diag.Script{},
		})
	}
	return diags
}

// mayFork reports whether a text is long enough for so many conditions and loops that they have to be counted.
func mayFork(f *source.File) bool { return f == nil || len(f.Text) > len("if")*maxForks }

// countForks counts the places where the control flow divides.
func countForks(f *syntax.File) int {
	forks := 0
	syntax.Walk(f, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.IfStmt, *syntax.ForStmt, *syntax.WhileStmt, *syntax.CondExpr, *syntax.ForClause, *syntax.IfClause:
			forks++
		case *syntax.BinaryExpr:
			if n.Op == syntax.AND || n.Op == syntax.OR {
				forks++
			}
		}
		return true
	})
	return forks
}
