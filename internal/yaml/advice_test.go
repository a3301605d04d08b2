package yaml_test

import (
	"context"

	"ytt/internal/diag"
	"ytt/internal/repair"
	"ytt/internal/yaml"
)

func init() {
	yaml.Advice = func(d *diag.Diagnostic) []string {
		return repair.Shown(context.Background(), diag.List{d})[0].Advice()
	}
}
