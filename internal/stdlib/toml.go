package stdlib

import (
	"errors"

	"go.starlark.net/starlark"

	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/value"
)

func tomlModule() Module {
	return Module{
		Name: "toml",
		Doc:  "TOML 1.0 as text.",
		Members: []Member{
			{Name: "encode", Signature: "encode(map, indent=2)", Func: tomlEncode,
				Doc: "Returns a map as TOML text, with sorted keys, tables last. Nulls are left out. indent: how many spaces, up to 8, a table inside of another is indented; 0 is 2."},
			{Name: "decode", Signature: "decode(text)", Func: textDecoder(decodeTOML),
				Doc: "Returns what a TOML text says, as dicts with sorted keys and lists. Dates and times become strings."},
		},
	}
}

func tomlEncode(c Call) (starlark.Value, error) {
	var v starlark.Value
	if err := c.Positional(&v); err != nil {
		return nil, err
	}
	indent := 0
	if err := c.StrictOptions("indent", &indent); err != nil {
		return nil, err
	}
	if indent < 0 || indent > 8 {
		return nil, errIndent
	}
	if indent == 0 {
		indent = 2
	}
	node, err := value.ToTree(v, source.Span{})
	if err != nil {
		return nil, err
	}
	m, ok := node.(*tree.Map)
	if !ok {
		return nil, errors.New("toml: top-level values must be Go maps or structs")
	}
	text, err := appendTOML(nil, m, indent)
	if err != nil {
		return nil, err
	}
	return starlark.String(text), nil
}
