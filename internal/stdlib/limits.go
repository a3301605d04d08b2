package stdlib

import "ytt/internal/diag"

// maxText is the greatest length of a text that a function computes, in bytes. Small programs can ask for huge texts.
const maxText = 32 << 20

var errTooLong error = &diag.LimitError{Code: diag.BudgetOutput, Message: "the result would be longer than 32 MiB"}
