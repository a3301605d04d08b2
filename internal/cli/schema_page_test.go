package cli_test

import (
	"strings"
	"testing"

	"ytt/internal/cli"
)

// TestSchemaPage asks for the page about a schema (S129, S130, S230), whose
// looks are tested where it is made.
func TestSchemaPage(t *testing.T) {
	files := map[string]string{"s.yml": "#@data/values-schema\n---\n#@schema/title \"User\"\n#@schema/example \"admin\"\nusername: \"\"\n"}
	got := in(t, files, cli.World{}, "-f", "s.yml", "--schema-inspect", "--output", "html")
	if got.status != 0 || got.stderr != "" || !strings.HasPrefix(got.stdout, "<!DOCTYPE html>\n") ||
		!strings.HasSuffix(got.stdout, "</html>\n") {
		t.Fatalf("%+v", got)
	}
	for _, class := range []string{"data-values-title", "data-values-fields", "datavalue", "fieldname", "title",
		"example", "examplevalue"} {
		if !strings.Contains(got.stdout, `class="`+class+`"`) {
			t.Errorf("nothing has the class %s", class)
		}
	}
}
