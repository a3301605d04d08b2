package stdlib

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/emit"
	"ytt/internal/meter"
	"ytt/internal/printer"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/value"
)

func (g guard) printLine(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	text, err := g.joined("print", args, kwargs)
	if err == nil {
		err = g.Printed(len(text))
	}
	if err == nil && thread.Print != nil {
		thread.Print(thread, text)
	}
	return starlark.None, err
}

// joined returns the text of the arguments of print and fail.
func (g guard) joined(name string, args starlark.Tuple, kwargs []starlark.Tuple) (string, error) {
	sep := " "
	if err := starlark.UnpackArgs(name, nil, kwargs, "sep?", &sep); err != nil {
		return "", err
	}
	var d describer
	for i, v := range args {
		if i > 0 {
			d.text.WriteString(sep)
		}
		if s, ok := starlark.AsString(v); ok {
			d.text.WriteString(s)
		} else if b, ok := v.(starlark.Bytes); ok {
			d.text.WriteString(string(b))
		} else {
			d.value(v)
		}
		if d.text.Len() > maxText {
			return "", errTooLong
		}
	}
	return d.text.String(), g.Bytes(d.text.Len())
}

// TracedPrint returns a print for debugging. It puts the position of the caller in front of its text, and shows the
// content of structs and YAML fragments:
//
//	config.yml:7: labels {"app":"web"}
func TracedPrint(m *meter.Meter, caller func(*starlark.Thread) string) *starlark.Builtin {
	g := guard{m}
	return starlark.NewBuiltin("print", func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		shown := make(starlark.Tuple, len(args))
		for i, arg := range args {
			shown[i] = starlark.String(inside(arg))
		}
		text, err := g.joined("print", shown, kwargs)
		if err != nil {
			return nil, err
		}
		text = fmt.Sprintf("%s: %s", caller(thread), text)
		if err := g.Printed(len(text)); err != nil {
			return nil, err
		}
		if thread.Print != nil {
			thread.Print(thread, text)
		}
		return starlark.None, nil
	})
}

// maxTraced is the length in bytes at which a value is cut off.
const maxTraced = 10_000

// inside returns the content of a value: JSON for collections that have it.
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
		n = arrayOf(docs)
	}
	text, err := printer.AppendNodeJSON(nil, n, opts)
	if err != nil && len(text) > maxTraced {
		return strings.ToValidUTF8(string(text[:maxTraced]), "") + "…", true
	}
	return string(text), err == nil
}
