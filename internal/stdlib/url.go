package stdlib

import (
	"fmt"
	"net/url"
	"sort"
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/value"
)

func urlModule() Module {
	return Module{
		Name: "url",
		Doc:  "URLs and their encodings.",
		Members: []Member{
			{Name: "path_segment_encode", Signature: "path_segment_encode(text)", Func: textFunc(pure(url.PathEscape)),
				Doc: "Escapes a text for one segment of a URL's path."},
			{Name: "path_segment_decode", Signature: "path_segment_decode(text)", Func: textFunc(url.PathUnescape),
				Doc: "Reverses path_segment_encode."},
			{Name: "query_param_value_encode", Signature: "query_param_value_encode(text)", Func: textFunc(pure(url.QueryEscape)),
				Doc: "Escapes a text for a value in a URL's query."},
			{Name: "query_param_value_decode", Signature: "query_param_value_decode(text)", Func: textFunc(url.QueryUnescape),
				Doc: "Reverses query_param_value_encode."},
			{Name: "query_params_encode", Signature: "query_params_encode(params)", Func: urlParamsEncode,
				Doc: "Makes a query from a map of names to lists of values, sorted by name."},
			{Name: "query_params_decode", Signature: "query_params_decode(text)", Func: urlParamsDecode,
				Doc: "Turns a query into a dict of names to lists of values, sorted by name."},
			{Name: "parse", Signature: "parse(text)", Func: urlParse,
				Doc: "Parses a URL. The result has the methods string(), hostname() and without_user(), and the attribute user, which is None or has the attributes name and password and the method string()."},
		},
	}
}

// textFunc makes a function from a string to a string.
func textFunc(f func(string) (string, error)) Func {
	return func(c Call) (starlark.Value, error) {
		var text string
		if err := c.Positional(&text); err != nil {
			return nil, err
		}
		out, err := f(text)
		if err != nil {
			return nil, err
		}
		return starlark.String(out), nil
	}
}

func pure(f func(string) string) func(string) (string, error) {
	return func(text string) (string, error) { return f(text), nil }
}

func urlParamsEncode(c Call) (starlark.Value, error) {
	var v starlark.Value
	if err := c.Positional(&v); err != nil {
		return nil, err
	}
	node, err := value.ToTree(v, source.Span{})
	if err != nil {
		return nil, err
	}
	m, ok := node.(*tree.Map)
	if !ok {
		return nil, fmt.Errorf("expected argument to be a map, but was %s", goKind(node))
	}
	params := url.Values{}
	for _, e := range m.Entries {
		if e.Key.Kind != tree.String {
			return nil, fmt.Errorf("expected map key to be string, but was %s", goKind(&tree.Scalar{Value: e.Key}))
		}
		array, ok := e.Value.(*tree.Array)
		if !ok {
			return nil, fmt.Errorf("expected map value to be array, but was %s", goKind(e.Value))
		}
		for _, item := range array.Items {
			s, ok := item.Value.(*tree.Scalar)
			if !ok || s.Kind != tree.String {
				return nil, fmt.Errorf("expected array value to be string, but was %s", goKind(item.Value))
			}
			params.Add(e.Key.Text, s.Text)
		}
	}
	return starlark.String(params.Encode()), nil
}

// goKind names a node's kind in the words that people know from these messages.
func goKind(n tree.Node) string {
	switch n := n.(type) {
	case *tree.Map:
		return "*orderedmap.Map"
	case *tree.Array:
		return "[]interface {}"
	case *tree.Scalar:
		switch n.Kind {
		case tree.Null:
			return "<nil>"
		case tree.Bool:
			return "bool"
		case tree.Int:
			return "int64"
		case tree.Uint:
			return "uint64"
		case tree.Float:
			return "float64"
		case tree.String:
			return "string"
		}
	}
	return tree.KindName(n)
}

func urlParamsDecode(c Call) (starlark.Value, error) {
	var text string
	if err := c.Positional(&text); err != nil {
		return nil, err
	}
	// A semicolon separates, too: it did so in all browsers for a long time.
	params, err := url.ParseQuery(strings.ReplaceAll(text, ";", "&"))
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(params))
	for name := range params {
		names = append(names, name)
	}
	sort.Strings(names)
	d := starlark.NewDict(len(names))
	for _, name := range names {
		var elems []starlark.Value
		for _, text := range params[name] {
			elems = append(elems, starlark.String(text))
		}
		if err := d.SetKey(starlark.String(name), starlark.NewList(elems)); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func urlParse(c Call) (starlark.Value, error) {
	var text string
	if err := c.Positional(&text); err != nil {
		return nil, err
	}
	u, err := url.Parse(text)
	if err != nil {
		return nil, err
	}
	return urlValue(u), nil
}

func urlValue(u *url.URL) *object {
	anonymous := *u
	anonymous.User = nil
	withoutUser := member{"without_user", builtin("without_user", nil, func(c Call) (starlark.Value, error) {
		return urlValue(&anonymous), c.Positional()
	})}
	return newObject("@ytt:url.value", u.String(),
		member{"user", urlUser(u.User)},
		method("hostname", starlark.String(u.Hostname())),
		withoutUser)
}

func urlUser(user *url.Userinfo) starlark.Value {
	if user == nil {
		return starlark.None
	}
	var password starlark.Value = starlark.None
	if text, ok := user.Password(); ok {
		password = starlark.String(text)
	}
	return newObject("@ytt:url.user", user.String(),
		member{"name", starlark.String(user.Username())},
		member{"password", password})
}
