package render

import (
	"ytt/internal/diag"
	"ytt/internal/tree"
)

func (p *Prepared) blame(problems diag.List, doc *tree.Document) {}
