package stdlib

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
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
	table, err := tomlTable(m)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	enc := toml.NewEncoder(&out)
	enc.Indent = strings.Repeat(" ", indent)
	if err := enc.Encode(table); err != nil {
		return nil, err
	}
	return starlark.String(out.String()), nil
}

// tomlTable converts a map for the encoder, without nulls.
func tomlTable(m *tree.Map) (map[string]any, error) {
	table := make(map[string]any, len(m.Entries))
	for i := range m.Entries {
		e := &m.Entries[i]
		if e.Key.Kind != tree.String {
			return nil, fmt.Errorf("toml: keys must be strings, but there is the %s %s", e.Key.Kind, e.Key)
		}
		if tree.IsNull(e.Value) {
			continue
		}
		v, err := tomlValue(e.Value)
		if err != nil {
			return nil, err
		}
		table[e.Key.Text] = v
	}
	return table, nil
}

func tomlValue(n tree.Node) (any, error) {
	switch n := n.(type) {
	case *tree.Map:
		return tomlTable(n)
	case *tree.Array:
		list := make([]any, 0, len(n.Items))
		for i := range n.Items {
			if tree.IsNull(n.Items[i].Value) {
				return nil, errors.New("toml: an array cannot hold null")
			}
			v, err := tomlValue(n.Items[i].Value)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case *tree.Scalar:
		return tomlScalar(n.Value)
	}
	return nil, fmt.Errorf("toml: a %s cannot be written", tree.KindName(n))
}

func tomlScalar(v tree.Value) (any, error) {
	switch v.Kind {
	case tree.Bool:
		return v.Bool(), nil
	case tree.Int:
		return v.Int(), nil
	case tree.Float:
		return v.Float(), nil
	case tree.String:
		return v.Text, nil
	}
	return nil, fmt.Errorf("toml: the number %s is out of range", v)
}

func decodeTOML(text string) (starlark.Value, error) {
	if err := checkNesting(text); err != nil {
		return nil, err
	}
	var table map[string]any
	if _, err := toml.Decode(text, &table); err != nil {
		return nil, err
	}
	return fromGo(table)
}

// scalarFromTOML converts the values that only TOML has: moments, and dates and times of day without a zone, all as
// strings. What a moment lacks the decoder tells by the name of its zone.
func scalarFromTOML(v any) (starlark.Value, error) {
	t, ok := v.(time.Time)
	if !ok {
		return nil, fmt.Errorf("unexpected %T", v)
	}
	layout := time.RFC3339Nano
	switch t.Location().String() {
	case "datetime-local":
		layout = "2006-01-02T15:04:05.999999999"
	case "date-local":
		layout = time.DateOnly
	case "time-local":
		layout = "15:04:05.999999999"
	}
	return starlark.String(t.Format(layout)), nil
}

// maxTOMLDepth is how deep brackets may nest, and how many parts a dotted key may have. The decoder takes more than
// linear time in both.
const maxTOMLDepth = 100

// checkNesting refuses texts that are nested deeper than any that people write.
func checkNesting(text string) error {
	depth, dots := 0, 0
	for i := 0; i < len(text); {
		switch text[i] {
		case '"', '\'':
			i = skipTOMLString(text, i)
			continue
		case '#':
			if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
				i += n
				continue
			}
			return nil
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case '.':
			dots++
		case '\n', '=', ',':
			dots = 0
		}
		if depth > maxTOMLDepth || dots > maxTOMLDepth {
			return fmt.Errorf("toml: tables and arrays nest deeper than %d levels", maxTOMLDepth)
		}
		i++
	}
	return nil
}

// skipTOMLString returns the place behind the string that starts at i, or the end of a text that does not close it.
func skipTOMLString(text string, i int) int {
	quote := text[i : i+1]
	if strings.HasPrefix(text[i:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	for i += len(quote); i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote[0] == '"':
			i++
		case text[i] == '\n' && len(quote) == 1:
			return i // the decoder will complain
		case strings.HasPrefix(text[i:], quote):
			return i + len(quote)
		}
	}
	return len(text)
}
