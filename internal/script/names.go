package script

import (
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/spell"
)

// This file implements what is said about names that nothing defines: where each is used, and which name was meant.

// unknownNames reports every use of the names.
func unknownNames(files Files, f *syntax.File, unknown map[string]bool) diag.List {
	w := nameWalk{files: files, later: map[string]*syntax.Ident{}, meant: map[string]string{}}
	if module, ok := f.Module.(*resolve.Module); ok {
		for _, b := range module.Globals {
			w.later[b.First.Name] = b.First
		}
		w.visible = appendNames(w.visible, module.Globals)
		w.visible = appendNames(w.visible, module.Locals)
	}
	for name := range starlark.Universe {
		w.visible = append(w.visible, name)
	}
	var outer []int // length of visible, for every node around the current one
	syntax.Walk(f, func(n syntax.Node) bool {
		if n == nil {
			w.visible = w.visible[:outer[len(outer)-1]]
			outer = outer[:len(outer)-1]
			return true
		}
		outer = append(outer, len(w.visible))
		switch n := n.(type) {
		case *syntax.DefStmt:
			w.visible = appendLocals(w.visible, n.Function)
		case *syntax.LambdaExpr:
			w.visible = appendLocals(w.visible, n.Function)
		case *syntax.Ident:
			if b, ok := n.Binding.(*resolve.Binding); ok && b.Scope == resolve.Predeclared && unknown[n.Name] {
				w.report(n)
			}
		}
		return true
	})
	return w.diags
}

// nameWalk is a walk through a file for names that nothing defines.
type nameWalk struct {
	files   Files
	visible []string                 // global and universal names, and those of the functions around the current node
	later   map[string]*syntax.Ident // global names, by where they are defined
	meant   map[string]string        // by unknown name
	diags   diag.List
}

// report reports a use of an unknown name.
func (w *nameWalk) report(id *syntax.Ident) {
	d := &diag.Diagnostic{
		Code:    diag.UnknownName,
		Message: "undefined: " + id.Name,
		Span:    w.files.span(id.NamePos),
		Detail:  diag.Script{},
	}
	w.diags = append(w.diags, d)
	if definition, ok := w.later[id.Name]; ok {
		d.Notes = []diag.Note{{Message: "it is defined only here, further down", Span: w.files.span(definition.NamePos)}}
		return
	}
	d.Hints = hintsFor(d.Message, lineOf(d.Span))
	if _, sought := w.meant[id.Name]; !sought && len(d.Hints) == 0 && len(w.meant) < maxSuggestions {
		w.meant[id.Name] = nearestName(id.Name, w.visible)
	}
	if name := w.meant[id.Name]; name != "" && name != id.Name { // its own is that of a loop elsewhere
		d.Message += " (did you mean " + name + "?)"
	}
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
