package files_test

import (
	"context"

	"ytt/internal/diag"
	"ytt/internal/files"
	"ytt/internal/repair"
)

func init() { files.Shown = shown }

// shown returns the text of problems with what package repair says about them.
func shown(problems diag.List) string { return repair.Shown(context.Background(), problems).Text() }
