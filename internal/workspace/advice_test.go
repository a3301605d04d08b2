package workspace_test

import (
	"context"

	"ytt/internal/diag"
	"ytt/internal/repair"
	"ytt/internal/workspace"
)

func init() {
	workspace.Advice = func(d *diag.Diagnostic) []string {
		return repair.Shown(context.Background(), diag.List{d})[0].Advice()
	}
}
