package stdlib

import (
	"errors"
	"fmt"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
)

// maxText is the greatest length of a text that a function computes, in bytes. Small programs can ask for huge texts.
const maxText = 64 << 20

var errTooLong = errors.New("the result would be longer than 64 MiB")

// The greatest values that can be added to themselves or multiplied by themselves: 128 MiB of text, elements of about
// that size, numbers of a million bits.
const (
	maxDoubledText  = 128 << 20
	maxDoubledItems = 8 << 20
	maxDoubledBits  = 1 << 20
)

// boundSize implements script.BoundSize.
func boundSize(x starlark.Value) (starlark.Value, error) {
	size, limit := 0, maxDoubledItems
	switch v := x.(type) {
	case starlark.String:
		size, limit = len(v), maxDoubledText
	case starlark.Bytes:
		size, limit = len(v), maxDoubledText
	case starlark.Int:
		if _, small := v.Int64(); !small {
			size, limit = v.BigInt().BitLen(), maxDoubledBits
		}
	case starlark.Sequence:
		size = v.Len()
	}
	if size > limit {
		limit := &diag.LimitError{
			Code:    diag.BudgetOutput,
			Message: fmt.Sprintf("this %s is too big to be combined with itself", x.Type()),
			Hint:    "does it grow in a loop?",
		}
		return nil, &diag.ListError{List: diag.List{{Code: limit.Code, Message: limit.Message, Hints: limit.Hints(), Err: limit}}}
	}
	return x, nil
}
