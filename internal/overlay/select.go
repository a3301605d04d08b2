package overlay

import (
	"fmt"

	"go.starlark.net/starlark"

	"ytt/internal/tree"
	"ytt/internal/value"
)

// Select returns the positions of the documents that a matcher selects, as by= of an overlay document does. A function is called with
// the position, the document's value, and None for the overlay's value.
func Select(thread *starlark.Thread, by starlark.Value, docs []*tree.Document) ([]int, error) {
	var m matcher
	switch by := by.(type) {
	case matcher:
		m = by
	case starlark.Callable:
		m = &function{fn: by}
	default:
		return nil, fmt.Errorf("expected by= to be a matcher or a function, but was %s", value.KindOf(by))
	}
	var found []int
	for i, doc := range docs {
		c := candidate{thread: thread, at: tree.IntValue(int64(i)), left: doc.Value, right: tree.NewNull(), rightArg: starlark.None}
		ok, err := m.matches(&c)
		if err != nil {
			return nil, err
		}
		if ok {
			found = append(found, i)
		}
	}
	return found, nil
}
