package schemadoc_test

import (
	"fmt"
	"strings"
	"testing"

	"ytt/internal/schemadoc"
	"ytt/internal/schemaexport"
	"ytt/internal/testkit/schematest"
)

// BenchmarkFormats writes down a schema of 2000 maps with four values each.
func BenchmarkFormats(b *testing.B) {
	var text strings.Builder
	text.WriteString("#@data/values-schema\n---\n")
	for i := range 2000 {
		fmt.Fprintf(&text, "service_%d:\n  name: \"\"\n  #@schema/desc \"The *port*.\"\n  #@schema/validation min=1\n  port: %d\n  enabled: true\n  ratio: 0.5\n", i, i+1)
	}
	s := schematest.Declare(b, text.String())
	for _, f := range []struct {
		name  string
		write func() error
	}{
		{"openapi-v3", func() error { schemaexport.OpenAPI(s); return nil }},
		{"json-schema", func() error { schemaexport.JSONSchema(s, schemaexport.JSONOptions{}); return nil }},
		{"fields", func() error { schemaexport.Fields(s); return nil }},
		{"html", func() error { _, err := schemadoc.HTML(s); return err }},
		{"markdown", func() error { _, err := schemadoc.Markdown(s); return err }},
		{"ytt", func() error { _, err := schemadoc.YTT(s); return err }},
	} {
		b.Run(f.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := f.write(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
