package schemas_test

import (
	"context"
	"strings"
	"testing"

	"ytt/schemas"
)

// TestForms writes a schema in all forms, each of which says what it is.
func TestForms(t *testing.T) {
	s, err := schemas.Of(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	for want, form := range map[string]func() ([]byte, error){
		"json-schema.org/draft/2020-12": s.JSONSchema(schemas.JSONSchemaOptions{}).JSON,
		"json-schema.org/draft-07":      s.JSONSchema(schemas.JSONSchemaOptions{Draft07: true}).JSON,
		"draft-07/schema":               s.HelmSchema().JSON,
		"openapi":                       s.OpenAPI().JSON,
		"How many copies run":           s.Fields().JSON,
		"replicas":                      s.CRD().JSON,
	} {
		text, err := form()
		if err != nil || !strings.Contains(string(text), want) || !strings.Contains(string(text), "replicas") {
			t.Errorf("%s: %v\n%s", want, err, text)
		}
	}
}
