package files

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"ytt/internal/diag"
)

// This file implements the inputs that are data values rather than templates: --data-values-file takes files,
// directories, URLs and standard input like -f does; --data-value-file takes one text.

// CollectValues lists the files of one --data-values-file (without the library reference). Of a directory, only files
// that end in ".yml" or ".yaml" are taken.
func CollectValues(ctx context.Context, sys *System, arg string, opts Options) ([]Input, diag.List) {
	c := &collector{ctx: ctx, sys: cmp.Or(sys, noSystem()), opts: opts, accept: isYAML}
	c.argument(arg)
	return c.inputs, c.diags.Within(fmt.Sprintf("Find files '%s'", arg))
}

func isYAML(rel string) bool {
	return strings.HasSuffix(rel, ".yml") || strings.HasSuffix(rel, ".yaml")
}

// ReadValue reads the text that a --data-value-file names.
func ReadValue(ctx context.Context, sys *System, place string, opts Options) (string, diag.List) {
	c := &collector{ctx: ctx, sys: cmp.Or(sys, noSystem()), opts: opts}
	switch {
	case place == "-":
		c.stdin()
	case isURL(place):
		c.argument(place)
	default:
		c.path(place)
		c.diags = c.diags.Within(fmt.Sprintf("Finding file '%s'", place))
	}
	switch {
	case len(c.diags) > 0:
		return "", c.diags
	case len(c.inputs) != 1:
		return "", diag.List{{
			Code:    diag.NotARegularFile,
			Message: fmt.Sprintf("Expected '%s' to be a file, but is a directory", place),
		}}
	}
	text, problem := c.inputs[0].Text()
	if problem != nil {
		return "", diag.List{problem}
	}
	return text, nil
}
