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
	c := counter{guard: g}
	if c.inside(v); c.err != nil || c.nodes < 1000 {
		return c.err
	}
	return g.Items(c.nodes, sizeOfNode)
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
		return g.decodes(module, text)
	}
	if err := g.Steps(len(text) / 4); err != nil {
		return err
	}
	return g.Fits(2 * len(text))
}

// decodes counts what a parser makes of a text.
func (g guard) decodes(module, text string) error {
	size := 32 // a list of numbers has two words for each
	if module == "yaml" {
		size = sizeOfNode
	}
	nodes, depth, deepest := 0, 0, 0
	for i := range len(text) {
		switch text[i] {
		case ',', '\n':
			nodes++
		case '.':
			if module == "toml" {
				nodes++
			}
		case '[', '{':
			nodes++
			depth++
			deepest = max(deepest, depth)
		case ']', '}':
			depth--
		}
	}
	// Positions and depth are looked after at each level.
	const stepsPerLevel = 200
	if err := g.Steps(nodes*stepsPerItem + deepest*stepsPerLevel); err != nil {
		return err
	}
	return g.Bytes(len(text) + nodes*size)
}

// counter counts the values inside of a value, shared ones as often as they are there, and stops where there are too many.
type counter struct {
	guard
	nodes, depth int
	err          error
	entry        func(_, elem starlark.Value) bool // is elem, for dicts: one closure for all of them
}

func (c *counter) elem(v starlark.Value) (more bool) {
	if c.nodes++; c.nodes%1024 == 0 {
		if c.err = c.Fits(c.nodes * sizeOfNode); c.err != nil {
			return false
		}
	}
	c.inside(v)
	return c.err == nil
}

func (c *counter) inside(v starlark.Value) {
	if c.depth > deepest {
		return
	}
	c.depth++
	switch v := v.(type) {
	case *starlark.List:
		for i := 0; i < v.Len() && c.elem(v.Index(i)); i++ {
		}
	case starlark.Tuple:
		for i := 0; i < len(v) && c.elem(v[i]); i++ {
		}
	case *starlark.Dict:
		if c.entry == nil {
			c.entry = func(_, elem starlark.Value) bool { return c.elem(elem) }
		}
		v.Entries()(c.entry)
	}
	c.depth--
}
