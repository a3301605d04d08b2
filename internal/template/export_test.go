package template

import "ytt/internal/diag"

// Shown returns problems with what package repair, which may import this one,
// says about them.
var Shown func(diag.List) diag.List
