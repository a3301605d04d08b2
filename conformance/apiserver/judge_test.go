// Package apiserver holds the tool's schemas for Kubernetes against the code of
// a Kubernetes API server: whether it accepts them, and whether it adds the
// same defaults and accepts the same values. It is a module of its own because
// of its many dependencies.
//
//	cd conformance/apiserver && go test -v [-args -schemas 200 -values 20 -crds 200 -objects 40 -seed 1]
package apiserver

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	crvalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

var (
	schemas = flag.Int("schemas", 60, "how many random schemas")
	values  = flag.Int("values", 12, "how many random values for each")
	seed    = flag.Uint64("seed", 1, "of the random schemas and values")
)

// build makes the tool.
func build(t *testing.T) string {
	bin := filepath.Join(t.TempDir(), "ytt")
	cmd := exec.Command("go", "build", "-o", bin, "./cmd/ytt")
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

func run(bin, dir string, args ...string) ([]byte, string, error) {
	cmd := exec.Command(bin, args...)
	cmd.Dir = dir
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	err := cmd.Run()
	return out.Bytes(), problems.String(), err
}

// server is what an API server makes of a schema.
type server struct {
	schema    *structural.Structural
	validator crvalidation.SchemaValidator
}

// accept has the server read a schema for the field spec of a resource. The
// error is what a client would be told.
func accept(text []byte) (*server, error) {
	spec := apiextensionsv1.JSONSchemaProps{}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&spec); err != nil {
		return nil, fmt.Errorf("unknown fields: %w", err)
	}
	root := &apiextensionsv1.JSONSchemaProps{Type: "object",
		Properties: map[string]apiextensionsv1.JSONSchemaProps{"spec": spec}}
	crd := &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "apps.example.com"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: "example.com",
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "apps", Singular: "app", Kind: "App",
				ListKind: "AppList"},
			Scope: apiextensionsv1.NamespaceScoped,
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: "v1", Served: true, Storage: true,
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: root},
			}},
		},
	}
	apiextensionsv1.SetDefaults_CustomResourceDefinition(crd)
	apiextensionsv1.SetDefaults_CustomResourceDefinitionSpec(&crd.Spec)
	crd.Status.StoredVersions = []string{"v1"}
	internal := &apiextensions.CustomResourceDefinition{}
	if err := apiextensionsv1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(crd,
		internal, nil); err != nil {
		return nil, err
	}
	if errs := validation.ValidateCustomResourceDefinition(context.Background(), internal); len(errs) > 0 {
		return nil, errs.ToAggregate()
	}
	props := &apiextensions.JSONSchemaProps{}
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(root, props,
		nil); err != nil {
		return nil, err
	}
	s, err := structural.NewStructural(props)
	if err != nil {
		return nil, err
	}
	validator, _, err := crvalidation.NewSchemaValidator(props)
	return &server{s, validator}, err
}

// create does what the server does with a new resource, and returns its spec
// with defaults, or why it is refused.
func (s *server) create(spec any) (any, error) {
	object := map[string]any{"apiVersion": "example.com/v1", "kind": "App", "spec": spec}
	unknown := pruning.PruneWithOptions(object, s.schema, true,
		structural.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
	if len(unknown) > 0 {
		return nil, fmt.Errorf("unknown fields: %v", unknown)
	}
	defaulting.PruneNonNullableNullsWithoutDefaults(object, s.schema)
	defaulting.Default(object, s.schema)
	errs := crvalidation.ValidateCustomResource(field.NewPath(""), object, s.validator)
	errs = append(errs, listtype.ValidateListSetsAndMaps(field.NewPath(""), s.schema, object)...)
	return object["spec"], errs.ToAggregate()
}

// withoutNulls drops entries that are null, which the server keeps apart from
// absent ones and we do not.
func withoutNulls(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			if e != nil {
				out[k] = withoutNulls(e)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = withoutNulls(v[i])
		}
		return out
	case int64:
		return float64(v)
	}
	return v
}

// numbers reads JSON as the server does: integers are no floats.
func numbers(t *testing.T, text []byte) any {
	if len(text) == 0 { // empty documents are not printed
		return map[string]any{}
	}
	var v any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&v); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return plain(v)
}

func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = plain(v[k])
		}
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		f, _ := v.Float64()
		return f
	}
	return v
}

func TestAPIServer(t *testing.T) {
	bin := build(t)
	r := rand.New(rand.NewPCG(*seed, 0))
	accepted, valid, invalid, agreed := 0, 0, 0, 0
	for i := range *schemas {
		dir := t.TempDir()
		g := &generator{r: r}
		root := g.mapping(3)
		text := "#@data/values-schema\n---\n" + root.text("")
		write(t, dir, "schema.yml", text)
		write(t, dir, "show.yml", "#@ load(\"@ytt:data\", \"data\")\n--- #@ data.values\n")
		exported, problems, err := run(bin, dir, "-f", "schema.yml", "--data-values-schema-inspect", "-o", "crd",
			"-o", "json")
		if err != nil {
			t.Fatalf("schema %d: %v\n%s\n%s", i, err, problems, text)
		}
		s, err := accept(exported)
		if err != nil {
			t.Errorf("schema %d is refused: %v\n%s\n%s", i, err, text, exported)
			continue
		}
		accepted++
		for range *values {
			value, _ := json.Marshal(root.value(r, g))
			write(t, dir, "values.yml", string(value))
			ours, _, err := run(bin, dir, "-f", "schema.yml", "-f", "show.yml", "--data-values-file", "values.yml",
				"-o", "json")
			theirs, refused := s.create(numbers(t, value))
			switch {
			case (err == nil) != (refused == nil) && !(g.unions && refused == nil):
				t.Errorf("schema %d: we say %v, the server says %v\n%s\n%s\n%s", i, err, refused, text, value, exported)
			case err == nil && refused == nil && !reflect.DeepEqual(withoutNulls(numbers(t, ours)),
				withoutNulls(theirs)):
				full, _ := json.Marshal(theirs)
				t.Errorf("schema %d: other defaults\nvalue  %s\nours   %s\ntheirs %s\n%s\n%s", i, value, ours, full,
					text, exported)
			default:
				agreed++
			}
			if err == nil {
				valid++
			} else {
				invalid++
			}
		}
	}
	t.Logf("%d of %d schemas are accepted; for %d of %d values (%d valid, %d invalid) verdict and defaults agree (seed %d)",
		accepted, *schemas, agreed, valid+invalid, valid, invalid, *seed)
}

// TestExamples has the server read the schemas of the repository.
func TestExamples(t *testing.T) {
	bin := build(t)
	found, err := filepath.Glob(filepath.Join("..", "..", "examples", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range found {
		args := []string{"-f", ".", "--data-values-schema-inspect", "-o", "crd", "-o", "json"}
		exported, problems, err := run(bin, dir, args...)
		if err != nil {
			t.Logf("%s: left out: %s", dir, strings.SplitN(problems, "\n", 2)[0])
			continue
		}
		if _, err := accept(exported); err != nil {
			t.Errorf("%s: %v\n%s", dir, err, exported)
		}
	}
}

func write(t *testing.T, dir, name, text string) {
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
