package annotation

import (
	"strings"

	star "go.starlark.net/syntax"

	"ytt/internal/source"
)

// This file finds the arguments of an annotation in its text. Only problems
// need them: what runs has values.

// Argument returns where an annotation has an argument: that of a name, with
// the name, or of an index if it is not named. It is nowhere if it is not found.
func Argument(a source.Span, name string, index int) source.Span {
	const open = "f("
	text := a.Text()
	head := strings.IndexAny(text, " \t(")
	if head < 0 || !strings.HasPrefix(text, "#@") {
		return source.Span{}
	}
	x, err := (&star.FileOptions{}).ParseExpr("", open+text[head:]+"\n)", 0)
	call, isCall := x.(*star.CallExpr)
	if err != nil || !isCall {
		return source.Span{}
	}
	for i, arg := range call.Args {
		named, ok := arg.(*star.BinaryExpr)
		isNamed := ok && named.Op == star.EQ
		if isNamed {
			id, _ := named.X.(*star.Ident)
			if id == nil || id.Name != name || name == "" {
				continue
			}
		} else if name != "" || i != index {
			continue
		}
		from, to := arg.Span()
		if from.Line != 1 || to.Line != 1 {
			return source.Span{}
		}
		start := head + bytesOf(text[head:], int(from.Col)-1-len(open))
		end := head + bytesOf(text[head:], int(to.Col)-1-len(open))
		return source.Span{File: a.File, Start: a.Start + int32(start), End: a.Start + int32(end)}
	}
	return source.Span{}
}

// bytesOf returns the length in bytes of a number of characters.
func bytesOf(text string, characters int) int {
	for i := range text {
		if characters == 0 {
			return i
		}
		characters--
	}
	return len(text)
}
