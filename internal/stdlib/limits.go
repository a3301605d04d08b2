package stdlib

import "errors"

// maxText is the greatest length of a text that a function computes, in bytes. Small programs can ask for huge texts.
const maxText = 64 << 20

var errTooLong = errors.New("the result would be longer than 64 MiB")
