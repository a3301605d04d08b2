package repair

import (
	"strings"

	star "go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/overlay"
	"ytt/internal/script"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file has the words for calls of overlay.apply whose arguments are of
// different kinds.

// applied is what is wrong with a call of overlay.apply.
type applied struct {
	at    source.Span
	words string
}

// appliedOf returns what is wrong with the arguments of a call; nil if that is
// not known.
func appliedOf(d *diag.Diagnostic) *applied {
	if len(d.Cause) != 1 {
		return nil
	}
	f, ok := d.Cause[0].Fact.(*overlay.OtherKind)
	file := syntaxOf(d)
	if !ok || f.Left == nil || file == nil {
		return nil
	}
	call, isCall := file.Operation(d.Span.Position()).(*star.CallExpr)
	if !isCall || len(call.Args) < 2 {
		return nil
	}
	fn, left := file.CodeText(call.Fn), file.CodeText(call.Args[0])
	switch f.Right.(type) {
	case *tree.Array:
		for i, arg := range call.Args[1:] {
			list, isList := arg.(*star.ListExpr)
			if !isList || len(list.List) == 0 {
				continue
			}
			args := []string{left}
			for _, other := range call.Args[1 : 1+i] {
				args = append(args, file.CodeText(other))
			}
			for _, item := range list.List {
				if _, isLiteral := item.(*star.Literal); isLiteral {
					return nil
				}
				args = append(args, file.CodeText(item))
			}
			return &applied{spanIn(file, arg), "overlays are given one after the other, without the brackets of a list: write " +
				fn + "(" + strings.Join(args, ", ") + ")"}
		}
	case *tree.Map:
		if _, documents := f.Left.(*tree.Stream); !documents {
			return nil
		}
		for _, arg := range call.Args[1:] {
			made, isCall := arg.(*star.CallExpr)
			if !isCall {
				continue
			}
			name, isName := made.Fn.(*star.Ident)
			if !isName {
				continue
			}
			first := firstOf(f.Right)
			if own := defined(file, name.Name); own == nil || !first.Known() || first.File != d.Span.File {
				continue
			}
			return &applied{first, left + " gives documents, and " + name.Name +
				" a map without its own: write a line --- above its first key, below its #@overlay/match"}
		}
	}
	return nil
}

// firstOf returns where the first entry of a map is written.
func firstOf(n tree.Node) (at source.Span) {
	if m, isMap := n.(*tree.Map); isMap && len(m.Entries) > 0 {
		return m.Entries[0].Span
	}
	return at
}

// unevaluated returns the argument of a call that is a library whose documents
// are meant; nil for none.
func (f *failed) unevaluated(call *star.CallExpr) star.Expr {
	for _, arg := range call.Args {
		if f.isLibrary(arg) {
			return arg
		}
	}
	return nil
}

// isOfLibrary reports whether a fault is that a library is no YAML.
func isOfLibrary(f *script.Fault) bool {
	return f.Kind == script.NotYAML && f.Name == "" && f.Left == "module"
}
