package schemas_test

import (
	"context"
	"strings"
	"testing"

	"ytt/schemas"
)

// TestTitles makes a page, whose title is the one that is asked for.
func TestTitles(t *testing.T) {
	schema, err := schemas.Of(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	for _, title := range []string{"Settings of a shop", "Other"} {
		page, err := schema.HTML(title)
		if err != nil || !strings.Contains(string(page), "<title>"+title) ||
			!strings.Contains(string(page), "How many copies run") {
			t.Errorf("%s: %v\n%.300s", title, err, page)
		}
	}
}
