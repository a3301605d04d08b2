package format_test

import (
	"context"

	"ytt/internal/diag"
	"ytt/internal/repair"
	"ytt/internal/yaml/format"
)

func init() {
	format.Shown = func(problems diag.List) diag.List { return repair.Shown(context.Background(), problems) }
}
