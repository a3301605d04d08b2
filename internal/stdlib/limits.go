package stdlib

import (
	"errors"
	"fmt"

	"go.starlark.net/starlark"
)

// maxText is how long a text that a function computes may become, in bytes. Small programs can ask for huge texts.
const maxText = 64 << 20

var errTooLong = errors.New("the result would be longer than 64 MiB")

// stringsOf returns the elements of a sequence, which must be strings.
func stringsOf(v starlark.Value) ([]string, error) {
	seq, ok := v.(starlark.Iterable)
	if !ok {
		return nil, fmt.Errorf("expected a list of strings, but was %s", v.Type())
	}
	var texts []string
	it := seq.Iterate()
	defer it.Done()
	var elem starlark.Value
	for it.Next(&elem) {
		text, err := stringOf(elem)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}
