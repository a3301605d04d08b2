package stdlib

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/emit"
	"ytt/internal/printer"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/value"
)

// This file implements print for people who look for a mistake: it says where it is called, and shows what is in
// structs and YAML fragments instead of what they are.
//
//	config.yml:7: labels {"app":"web"}

// TracedPrint returns a print that puts the place of the caller in front of its text.
func TracedPrint(caller func(*starlark.Thread) string) *starlark.Builtin {
	return starlark.NewBuiltin("print", func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		shown := make(starlark.Tuple, len(args))
		for i, arg := range args {
			shown[i] = starlark.String(inside(arg))
		}
		text, err := joined("print", shown, kwargs)
		if err != nil {
			return nil, err
		}
		if thread.Print != nil {
			thread.Print(thread, fmt.Sprintf("%s: %s", caller(thread), text))
		}
		return starlark.None, nil
	})
}

// maxTraced is the length at which a value is cut off.
const maxTraced = 10_000

// inside returns the content of a value: JSON if it is a collection that can be.
func inside(v starlark.Value) string {
	switch v := v.(type) {
	case starlark.String:
		return string(v)
	case starlark.Iterable, *value.Struct:
		n, err := value.ToTree(v, source.Span{})
		if err != nil {
			break
		}
		if text, ok := asJSON(n); ok {
			return text
		}
	}
	text, err := describe(v)
	if err != nil {
		return v.Type()
	}
	return text
}

func asJSON(n tree.Node) (string, bool) {
	opts := printer.JSONOptions{Options: printer.Options{MaxBytes: maxTraced}, Layout: emit.JSONOptions{KeepHTML: true}}
	if docs, ok := n.(*tree.Stream); ok {
		n = listOf(docs)
	}
	text, err := printer.AppendNodeJSON(nil, n, opts)
	if err != nil && len(text) > maxTraced {
		return strings.ToValidUTF8(string(text[:maxTraced]), "") + "…", true
	}
	return string(text), err == nil
}

func listOf(docs *tree.Stream) *tree.Array {
	list := &tree.Array{Items: make([]tree.Item, len(docs.Docs))}
	for i, d := range docs.Docs {
		list.Items[i].Value = d.Value
	}
	return list
}
