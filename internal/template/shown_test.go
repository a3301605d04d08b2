package template_test

import (
	"context"

	"ytt/internal/diag"
	"ytt/internal/repair"
	"ytt/internal/template"
)

func init() {
	template.Shown = func(problems diag.List) diag.List { return repair.Shown(context.Background(), problems) }
}
