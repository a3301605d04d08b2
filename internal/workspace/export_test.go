package workspace

import "ytt/internal/diag"

// Advice is what package repair, which imports this one, says about a problem.
var Advice func(*diag.Diagnostic) []string
