package script

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/spell"
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
// universal must be predeclared. When FormatString and FormatMethod are, string formatting goes through them, and the
// tree is changed for it.
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
	detour(f, isPredeclared(FormatString) && isPredeclared(FormatMethod), isPredeclared(BoundSize))
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

// unknownNames reports every use of the names.
func unknownNames(files Files, f *syntax.File, unknown map[string]bool) diag.List {
	var visible []string // global and universal names, and those of the functions around the current node
	later := map[string]*syntax.Ident{}
	if module, ok := f.Module.(*resolve.Module); ok {
		for _, b := range module.Globals {
			later[b.First.Name] = b.First
		}
		visible = appendNames(visible, module.Globals)
		visible = appendNames(visible, module.Locals)
	}
	for name := range starlark.Universe {
		visible = append(visible, name)
	}
	var (
		diags  diag.List
		outer  []int                 // length of visible, for every node around the current one
		meant  = map[string]string{} // by unknown name
		report = func(id *syntax.Ident) {
			d := &diag.Diagnostic{
				Code:    diag.UnknownName,
				Message: "undefined: " + id.Name,
				Span:    files.span(id.NamePos),
				Detail:  diag.Script{},
			}
			if id, ok := later[id.Name]; ok {
				d.Notes = []diag.Note{{Message: "it is defined only here, further down", Span: files.span(id.NamePos)}}
				diags = append(diags, d)
				return
			}
			d.Hints = hintsFor(d.Message, lineOf(d.Span))
			if _, sought := meant[id.Name]; !sought && len(d.Hints) == 0 && len(meant) < maxSuggestions {
				meant[id.Name] = nearestName(id.Name, visible)
			}
			if name := meant[id.Name]; name != "" {
				d.Message += " (did you mean " + name + "?)"
			}
			diags = append(diags, d)
		}
	)
	syntax.Walk(f, func(n syntax.Node) bool {
		if n == nil {
			visible = visible[:outer[len(outer)-1]]
			outer = outer[:len(outer)-1]
			return true
		}
		outer = append(outer, len(visible))
		switch n := n.(type) {
		case *syntax.DefStmt:
			visible = appendLocals(visible, n.Function)
		case *syntax.LambdaExpr:
			visible = appendLocals(visible, n.Function)
		case *syntax.Ident:
			if b, ok := n.Binding.(*resolve.Binding); ok && b.Scope == resolve.Predeclared && unknown[n.Name] {
				report(n)
			}
		}
		return true
	})
	return diags
}

// nearestName is the visible name that was probably meant. The constants are short words like many others, so for them the
// first letter must be right, and no letter may stand in place of another: "nope" and "one" do not mean None.
func nearestName(name string, visible []string) string {
	near := spell.Nearest(name, visible)
	switch near {
	case "None", "True", "False":
	default:
		return near
	}
	sameStart := strings.EqualFold(name[:1], near[:1])
	if sameStart && (len(name) != len(near) || strings.EqualFold(name, near)) {
		return near
	}
	return spell.Nearest(name, slices.DeleteFunc(slices.Clone(visible), func(s string) bool { return s == near }))
}

func appendLocals(names []string, function any) []string {
	if f, ok := function.(*resolve.Function); ok {
		return appendNames(names, f.Locals)
	}
	return names
}

// appendNames appends the names that people can write.
func appendNames(names []string, bindings []*resolve.Binding) []string {
	for _, b := range bindings {
		if !strings.Contains(b.First.Name, " ") {
			names = append(names, b.First.Name)
		}
	}
	return names
}
