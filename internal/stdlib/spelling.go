package stdlib

import (
	"go.starlark.net/starlark"

	"ytt/internal/spell"
)

func spellingModule() Module {
	return Module{
		Name: "spelling",
		Doc:  "Suggestions for mistyped words, for error messages of one's own.",
		Members: []Member{
			{Name: "nearest", Signature: "nearest(word, candidates)", Func: spellingNearest,
				Doc: "Returns the candidate that the word was probably meant to be, or None when none is close."},
		},
	}
}

func spellingNearest(c Call) (starlark.Value, error) {
	var word string
	var candidates starlark.Value
	if err := c.Named(2, "word", &word, "candidates", &candidates); err != nil {
		return nil, err
	}
	words, err := stringsOf(candidates)
	if err != nil {
		return nil, err
	}
	if near := spell.Nearest(word, words); near != "" {
		return starlark.String(near), nil
	}
	return starlark.None, nil
}
