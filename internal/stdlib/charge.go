package stdlib

import (
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/value"
)

// This file counts what functions of modules do, before they do it: the work of reading their arguments, and the memory of what they
// make of them.

const (
	sizeOfNode = 64 // of a tree or a value, at least
	// deepest is the depth to which arguments are counted. Functions refuse deeper ones.
	deepest = 10_000
)

// takes counts the arguments of a call of a function of a module, "json.decode".
func (g guard) takes(function string, args starlark.Tuple, kwargs []starlark.Tuple) error {
	if g.Meter == nil {
		return nil
	}
	for _, arg := range args {
		if err := g.takesValue(function, arg); err != nil {
			return err
		}
	}
	for _, pair := range kwargs {
		if err := g.takesValue(function, pair[1]); err != nil {
			return err
		}
	}
	return nil
}

func (g guard) takesValue(function string, v starlark.Value) error {
	switch v := v.(type) {
	case starlark.String:
		return g.takesText(function, string(v))
	case starlark.Bytes:
		return g.takesText(function, string(v))
	case *value.Fragment:
		return g.walkTree(v.Node)
	}
	nodes := 0
	if err := g.count(v, &nodes, 0); err != nil || nodes < 1000 {
		return err
	}
	return g.Items(nodes, sizeOfNode)
}

// takesText counts a text, by what is done with it: a pattern reads every byte several times, and a parser makes a node for each
// sign that separates values.
func (g guard) takesText(function, text string) error {
	const short = 256
	if len(text) < short {
		return nil
	}
	module, name, _ := strings.Cut(function, ".")
	switch {
	case module == "regexp":
		if err := g.Steps(4 * len(text)); err != nil {
			return err
		}
		return g.Fits(8 * len(text))
	case name == "decode" && (module == "json" || module == "yaml" || module == "toml"):
		nodes := 0
		for _, sign := range []string{",", "[", "{", "\n", "."} {
			nodes += strings.Count(text, sign)
		}
		const stepsPerLevel = 200 // positions and depth are looked after for each
		levels := strings.Count(text, "[") + strings.Count(text, "{")
		if err := g.Steps(nodes*stepsPerItem + levels*stepsPerLevel); err != nil {
			return err
		}
		return g.Bytes(len(text) + nodes*sizeOfNode)
	}
	if err := g.Steps(len(text) / 4); err != nil {
		return err
	}
	return g.Fits(2 * len(text))
}

// count counts the values inside of a value, shared ones as often as they are there, and stops where there are too many.
func (g guard) count(v starlark.Value, nodes *int, depth int) error {
	if depth > deepest {
		return nil
	}
	each := func(elem starlark.Value) error {
		if *nodes++; *nodes%1024 == 0 {
			if err := g.Fits(*nodes * sizeOfNode); err != nil {
				return err
			}
		}
		return g.count(elem, nodes, depth+1)
	}
	switch v := v.(type) {
	case *starlark.List:
		for i := range v.Len() {
			if err := each(v.Index(i)); err != nil {
				return err
			}
		}
	case starlark.Tuple:
		for _, elem := range v {
			if err := each(elem); err != nil {
				return err
			}
		}
	case *starlark.Dict:
		for _, elem := range starlark.Entries(v) {
			if err := each(elem); err != nil {
				return err
			}
		}
	}
	return nil
}
