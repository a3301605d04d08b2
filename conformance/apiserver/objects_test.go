package apiserver

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	crvalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

var (
	crds    = flag.Int("crds", 100, "how many random CRDs")
	mutants = flag.Int("objects", 40, "how many objects for each, most of them mutated")
)

// TestObjects holds verdicts of ytt validate --objects about custom objects
// against those of an API server that refuses unknown fields: they are never
// stricter, and looser only where the import has named what it does not carry
// over.
func TestObjects(t *testing.T) {
	bin := build(t)
	r := rand.New(rand.NewPCG(*seed, 7))
	same, refused, looser, lists, asked := 0, 0, 0, 0, 0
	for asked < *crds {
		g := &crdGenerator{r: r}
		root := g.object(3)
		root["properties"].(map[string]any)["apiVersion"] = map[string]any{"type": "string"}
		root["properties"].(map[string]any)["kind"] = map[string]any{"type": "string"}
		if r.IntN(3) == 0 {
			root["properties"].(map[string]any)["metadata"] = map[string]any{"type": "object", "properties": map[string]any{
				"name": map[string]any{"type": "string", "maxLength": 5}}}
		}
		server, text, err := acceptCRD(root)
		if err != nil {
			continue // no API server takes it
		}
		asked++
		dir := t.TempDir()
		save(t, filepath.Join(dir, "crd.json"), text)
		var all []map[string]any
		var stream bytes.Buffer
		for range *mutants {
			object, _ := g.value(root, 0).(map[string]any)
			if object == nil {
				object = map[string]any{}
			}
			for range r.IntN(3) {
				g.mutate(object, root)
			}
			object["apiVersion"], object["kind"] = "example.com/v1", "App"
			if r.IntN(4) > 0 {
				object["metadata"] = g.metadata()
			}
			line, _ := json.Marshal(object)
			all = append(all, object)
			fmt.Fprintf(&stream, "---\n%s\n", line)
		}
		save(t, filepath.Join(dir, "objects.yml"), stream.Bytes())
		_, losses, _ := run(bin, dir, "schema", "import", "crd.json", "--as", "result")
		out, problems, _ := run(bin, dir, "validate", "--objects", "--object-schemas", "crd.json", "objects.yml", "-o", "json",
			"--diagnostics", "json")
		var report struct {
			Objects []struct {
				Valid    bool
				Problems []problem
			}
		}
		if err := json.Unmarshal(out, &report); err != nil || len(report.Objects) != len(all) {
			t.Fatalf("%v: %d of %d objects\n%s\n%s\n%s", err, len(report.Objects), len(all), problems, text, &stream)
		}
		for i, object := range all {
			written, _ := json.Marshal(object)
			wrong := server.refuse(decoded(written))
			valid := report.Objects[i].Valid
			switch {
			case valid == (wrong == nil):
				same++
				if !valid {
					refused++
				}
			case !valid && isListForText(report.Objects[i].Problems):
				lists++
			case !valid:
				t.Errorf("stricter than the server: %v\n%s\n%s", report.Objects[i].Problems, written, text)
			case strings.Contains(losses, "lost-keyword"):
				looser++
			case isNamed(wrong), object["metadata"] == nil: // which no server takes, nor counts as we do
				looser++
			default:
				t.Errorf("looser than the server: %v\n%s\n%s", wrong, written, text)
			}
		}
	}
	t.Logf("%d CRDs: %d same verdicts, %d of them refusals; %d looser, as was said; %d lists for formatted strings", asked,
		same, refused, looser, lists)
	if refused < same/10 || refused > same*9/10 {
		t.Errorf("%d of %d objects are refused: too few or too many to tell much", refused, same)
	}
}

type problem struct{ Message, Path string }

// isListForText reports whether lists in place of strings are all that is
// refused: the server does not look at the type of a string with a format.
func isListForText(all []problem) bool {
	return !slices.ContainsFunc(all, func(p problem) bool { return p.Message != "expected string, but found array" })
}

// isNamed reports whether all that the server refuses is among what the
// documentation names as not checked.
func isNamed(wrong field.ErrorList) bool {
	return !slices.ContainsFunc(wrong, func(e *field.Error) bool {
		return !strings.Contains(e.Field, "metadata.") && !strings.HasSuffix(e.Field, "apiVersion") &&
			!strings.HasSuffix(e.Field, "kind")
	})
}

func save(t *testing.T, name string, text []byte) {
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func decoded(text []byte) map[string]any {
	var v any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	_ = d.Decode(&v)
	return plain(v).(map[string]any)
}

// acceptCRD has the server read a CRD, and returns its text, too.
func acceptCRD(root map[string]any) (*server, []byte, error) {
	schema, err := json.Marshal(root)
	if err != nil {
		return nil, nil, err
	}
	props := &apiextensionsv1.JSONSchemaProps{}
	if err := json.Unmarshal(schema, props); err != nil {
		return nil, nil, err
	}
	crd := &apiextensionsv1.CustomResourceDefinition{
		TypeMeta:   metav1.TypeMeta{APIVersion: "apiextensions.k8s.io/v1", Kind: "CustomResourceDefinition"},
		ObjectMeta: metav1.ObjectMeta{Name: "apps.example.com"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: "example.com",
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "apps", Singular: "app", Kind: "App",
				ListKind: "AppList"},
			Scope: apiextensionsv1.NamespaceScoped,
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: "v1", Served: true, Storage: true,
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: props},
			}},
		},
	}
	text, err := json.MarshalIndent(crd, "", "  ")
	if err != nil {
		return nil, nil, err
	}
	apiextensionsv1.SetDefaults_CustomResourceDefinition(crd)
	apiextensionsv1.SetDefaults_CustomResourceDefinitionSpec(&crd.Spec)
	crd.Status.StoredVersions = []string{"v1"}
	internal := &apiextensions.CustomResourceDefinition{}
	if err := apiextensionsv1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(crd,
		internal, nil); err != nil {
		return nil, nil, err
	}
	if errs := validation.ValidateCustomResourceDefinition(context.Background(), internal); len(errs) > 0 {
		return nil, nil, errs.ToAggregate()
	}
	converted := &apiextensions.JSONSchemaProps{}
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(props, converted,
		nil); err != nil {
		return nil, nil, err
	}
	s, err := structural.NewStructural(converted)
	if err != nil {
		return nil, nil, err
	}
	validator, _, err := crvalidation.NewSchemaValidator(converted)
	return &server{s, validator}, text, err
}

// refuse does what the server does with a new object, and returns why it is
// refused.
func (s *server) refuse(object map[string]any) (errs field.ErrorList) {
	wrong, unknown := objectmeta.CoerceWithOptions(nil, object, s.schema, true,
		objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	if wrong != nil {
		return field.ErrorList{field.Invalid(field.NewPath("coerced"), wrong.Field, wrong.Error())}
	}
	unknown = append(unknown, pruning.PruneWithOptions(object, s.schema, true,
		structural.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})...)
	if len(unknown) > 0 {
		return field.ErrorList{field.Invalid(field.NewPath("unknown"), unknown, "unknown fields")}
	}
	defaulting.PruneNonNullableNullsWithoutDefaults(object, s.schema)
	defaulting.Default(object, s.schema)
	errs = crvalidation.ValidateCustomResource(nil, object, s.validator)
	errs = append(errs, listtype.ValidateListSetsAndMaps(nil, s.schema, object)...)
	return append(errs, objectmeta.Validate(context.Background(), nil, object, s.schema, false)...)
}

// crdGenerator makes random structural schemas, and objects.
type crdGenerator struct {
	r    *rand.Rand
	keys int
}

func (g *crdGenerator) pick(all ...any) any { return all[g.r.IntN(len(all))] }

func (g *crdGenerator) chance(n int) bool { return g.r.IntN(n) == 0 }

func (g *crdGenerator) object(depth int) map[string]any {
	s := map[string]any{"type": "object"}
	switch {
	case depth <= 0 || g.chance(8):
		if g.chance(2) {
			s["additionalProperties"] = g.schema(depth - 1)
		} else if g.chance(2) {
			s["x-kubernetes-preserve-unknown-fields"] = true
		}
	case g.chance(10) && depth < 3:
		s["x-kubernetes-embedded-resource"], s["x-kubernetes-preserve-unknown-fields"] = true, true
	}
	if depth == 3 {
		delete(s, "additionalProperties")
	}
	props := map[string]any{}
	var names []any
	for range 1 + g.r.IntN(4) {
		g.keys++
		name := fmt.Sprintf("%s%d", g.pick("name", "port", "replicas", "size"), g.keys)
		names = append(names, name)
		props[name] = g.schema(depth - 1)
	}
	if s["additionalProperties"] == nil && (depth == 3 || !g.chance(6)) {
		s["properties"] = props
		var required []any
		for _, name := range names {
			if g.chance(3) {
				required = append(required, name)
			}
		}
		if required != nil {
			s["required"] = required
		}
		if g.chance(12) && len(names) > 1 {
			s[g.pick("oneOf", "anyOf").(string)] = []any{map[string]any{"required": []any{names[0]}},
				map[string]any{"required": []any{names[1]}}}
		}
		if g.chance(20) {
			s["not"] = map[string]any{"required": []any{names[0]}}
		}
	}
	if g.chance(10) {
		s[g.pick("minProperties", "maxProperties").(string)] = 1 + g.r.IntN(3)
	}
	if depth == 3 && s["properties"] == nil {
		s["properties"] = map[string]any{}
	}
	return s
}

func (g *crdGenerator) schema(depth int) map[string]any {
	kinds := []any{"string", "string", "integer", "number", "boolean", "either", "any"}
	if depth > 0 {
		kinds = append(kinds, "object", "object", "array", "array", "listmap")
	}
	var s map[string]any
	kind := g.pick(kinds...).(string)
	switch kind {
	case "string":
		s = map[string]any{"type": "string"}
		switch g.r.IntN(9) {
		case 0:
			s["minLength"] = g.r.IntN(3)
		case 1:
			s["maxLength"] = 2 + g.r.IntN(3)
		case 2:
			s["pattern"] = g.pick("^[a-z]+$", "b", "^a|b$", "^$|^[0-9]+$", `^\d{1,2}$`)
		case 3:
			s["enum"] = []any{"a", "abc", ""}
		case 4:
			s["format"] = g.pick("date-time", "date", "byte", "ipv4", "ipv6", "cidr", "uri", "email", "hostname",
				"uuid", "duration", "password", "my-own", "int32")
		}
	case "integer":
		s = map[string]any{"type": "integer"}
		switch g.r.IntN(6) {
		case 0:
			s["minimum"] = 1
		case 1:
			s["maximum"], s["exclusiveMaximum"] = 9, g.chance(2)
		case 2:
			s["multipleOf"] = 3
		case 3:
			s["format"] = g.pick("int32", "int64")
		case 4:
			s["enum"] = []any{0, 1, 3}
		}
	case "number":
		s = map[string]any{"type": "number"}
		switch g.r.IntN(3) {
		case 0:
			s["minimum"], s["exclusiveMinimum"] = 0.5, g.chance(2)
		case 1:
			s["maximum"] = 7
		}
	case "boolean":
		s = map[string]any{"type": "boolean"}
	case "either":
		s = map[string]any{"x-kubernetes-int-or-string": true}
		if g.chance(2) {
			s["anyOf"] = []any{map[string]any{"type": "integer"}, map[string]any{"type": "string"}}
		}
		if g.chance(4) {
			s["pattern"] = "^[0-9]+%$"
		}
	case "any":
		s = map[string]any{"x-kubernetes-preserve-unknown-fields": true}
	case "object":
		s = g.object(depth)
	case "array":
		s = map[string]any{"type": "array", "items": g.schema(depth - 1)}
		item := s["items"].(map[string]any)["type"]
		if (item == "string" || item == "integer") && g.chance(2) {
			s["x-kubernetes-list-type"] = "set"
		}
		if g.chance(4) {
			s[g.pick("minItems", "maxItems").(string)] = 1 + g.r.IntN(2)
		}
	case "listmap":
		item := map[string]any{"type": "object", "required": []any{"name"}, "properties": map[string]any{
			"name": map[string]any{"type": "string"}, "protocol": map[string]any{"type": "string", "default": "TCP"},
			"value": g.schema(depth - 2)}}
		s = map[string]any{"type": "array", "items": item, "x-kubernetes-list-type": "map",
			"x-kubernetes-list-map-keys": []any{"name"}}
		if g.chance(2) {
			s["x-kubernetes-list-map-keys"] = []any{"name", "protocol"}
		}
	}
	if g.chance(5) {
		s["nullable"] = true
	}
	if g.chance(4) && kind != "any" {
		s["default"] = g.value(s, 0)
		if s["default"] == nil {
			delete(s, "default")
		}
	}
	return s
}

// value makes a value for a schema, most often of the right kind.
func (g *crdGenerator) value(s map[string]any, depth int) any {
	if s["nullable"] == true && g.chance(4) {
		return nil
	}
	if list, ok := s["enum"].([]any); ok && !g.chance(5) {
		return g.pick(list...)
	}
	switch s["type"] {
	case "string":
		switch s["format"] {
		case nil, "password", "my-own", "int32":
			return g.pick("", "a", "abc", "b", "12", "ab-c", "äöü", "aaaaaaaa", "5", "true", "a\nb")
		}
		return g.pick("", "a", "2020-02-30", "2020-02-29", "2020-02-03T04:05:06Z", "2020-02-03T04:05:06.123+02:00",
			"2020-02-03 04:05:06Z", "2020-02-03T04:05:06", "2020-02-03T24:05:06Z", "2020-02-03t04:05:06z", "YQ==", "YQ", "Y-_=", "YWI=\n", "1.2.3.4",
			"01.2.3.4", "1.2.3", "1.2.3.400", "::1", "::ffff:1.2.3.4", "fe80::1%eth0", "10.0.0.0/8", "10.1.2.3/8", "10.0.0.0/33", "::/0",
			"/path", "https://example.com/a b", "a@b.c", "A <a@b.c>", "example.com", "a_b", "-a",
			"123e4567-e89b-12d3-a456-426614174000", "123e4567e89b12d3a456426614174000", "1h", "22 ns", "3 days")
	case "integer":
		return g.pick(0, 1, 3, 9, 10, -1, 100, 3000000000, 2.5)
	case "number":
		return g.pick(0.5, 1, 7, 7.5, -2, 0.25)
	case "boolean":
		return g.chance(2)
	case "array":
		items, _ := s["items"].(map[string]any)
		list := []any{}
		for range g.r.IntN(4) {
			list = append(list, g.value(items, depth+1))
		}
		return list
	case "object":
		m := map[string]any{}
		props, _ := s["properties"].(map[string]any)
		required, _ := s["required"].([]any)
		for _, name := range sorted(props) {
			if name != "metadata" && (slices.Contains(required, any(name)) && !g.chance(12) || g.chance(2)) {
				m[name] = g.value(props[name].(map[string]any), depth+1)
			}
		}
		if more, ok := s["additionalProperties"].(map[string]any); ok {
			for i := range g.r.IntN(3) {
				m[fmt.Sprintf("x%d", i)] = g.value(more, depth+1)
			}
		}
		if s["x-kubernetes-embedded-resource"] == true {
			if !g.chance(5) {
				m["apiVersion"], m["kind"] = g.pick("v1", "apps/v1"), g.pick("Pod", "App")
			}
			if g.chance(2) {
				m["metadata"] = g.metadata()
			}
		}
		return m
	}
	if s["x-kubernetes-int-or-string"] == true {
		return g.pick(80, "80%", "", "80")
	}
	return g.pick(1, "x", true, map[string]any{"a": []any{nil}}, []any{})
}

func sorted(m map[string]any) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func (g *crdGenerator) metadata() any {
	m := map[string]any{"name": g.pick("web", "web", "a-very-long-name")}
	switch g.r.IntN(16) {
	case 0:
		m["labels"] = map[string]any{"a": "b", "tier": g.pick("x", 1, nil, true)}
	case 1:
		m["annotations"] = g.pick(map[string]any{"a": "b"}, map[string]any{"a": 1}, []any{}, nil)
	case 2:
		m["lables"] = map[string]any{"a": "b"}
	case 3:
		m["creationTimestamp"] = g.pick(nil, "2020-02-03T04:05:06Z", "yesterday", 5)
	case 4:
		m["finalizers"] = g.pick([]any{"example.com/a"}, "a", []any{1})
	case 5:
		m["ownerReferences"] = []any{map[string]any{"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "1",
			"controller": g.pick(true, "yes")}}
	case 6:
		m["namespace"] = g.pick("default", 5, nil)
	case 7:
		return g.pick(nil, "x", []any{}, map[string]any{})
	}
	return m
}

// mutate changes something in an object.
func (g *crdGenerator) mutate(m map[string]any, s map[string]any) {
	keys := sorted(m)
	if len(keys) == 0 || g.chance(8) {
		m[g.pick("unknown", "nmae1", "spec").(string)] = g.pick(1, nil, map[string]any{})
		return
	}
	key := keys[g.r.IntN(len(keys))]
	props, _ := s["properties"].(map[string]any)
	below, _ := props[key].(map[string]any)
	if inner, ok := m[key].(map[string]any); ok && !g.chance(4) {
		g.mutate(inner, below)
		return
	}
	if list, ok := m[key].([]any); ok && len(list) > 0 && !g.chance(4) {
		i := g.r.IntN(len(list))
		switch inner, isMap := list[i].(map[string]any); {
		case isMap && !g.chance(3):
			items, _ := below["items"].(map[string]any)
			g.mutate(inner, items)
		case g.chance(2):
			m[key] = append(list, list[i])
		default:
			list[i] = g.pick(nil, "x", 5, map[string]any{})
		}
		return
	}
	switch g.r.IntN(5) {
	case 0:
		delete(m, key)
	case 1:
		m[key] = nil
	case 2:
		m[key+"x"] = m[key]
		delete(m, key)
	default:
		m[key] = g.pick(1, 1.0, 2.5, "x", "", true, []any{}, map[string]any{}, []any{"a", "a"})
	}
}
