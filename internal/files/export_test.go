package files

import "ytt/internal/diag"

// Shown returns the text of problems with what package repair, which imports
// this one, says about them.
var Shown func(diag.List) string
