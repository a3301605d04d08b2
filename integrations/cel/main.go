// Command ytt-cel evaluates rules in the language CEL that CRDs of Kubernetes
// have (x-kubernetes-validations), for 'ytt validate --objects', with the
// library of the API server. It is a module of its own because of its size.
//
// It reads lines of JSON, schemas and objects of their kinds:
//
//	{"schema": "example.com/v1/Database", "openAPIV3Schema": {…}}
//	{"id": 0, "schema": "example.com/v1/Database", "object": {…}}
//
// and writes a line for each rule that an object breaks, one for each problem
// with rules, and a last one:
//
//	{"id": 0, "path": "spec.replicas", "message": "must be at most max"}
//	{"id": 1, "error": "…"}
//	{"done": true}
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

func main() {
	ctx, end := signal.NotifyContext(context.Background(), os.Interrupt)
	defer end()
	if len(os.Args) > 1 {
		fmt.Fprintln(os.Stderr, "usage: ytt-cel < LINES (it is run by 'ytt validate --objects')")
		os.Exit(2)
	}
	if err := evaluate(ctx, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// question is a line of the input.
type question struct {
	Schema          string          `json:"schema"`
	OpenAPIV3Schema json.RawMessage `json:"openAPIV3Schema"`
	ID              int             `json:"id"`
	Object          json.RawMessage `json:"object"`
}

// answer is a line of the output.
type answer struct {
	ID      int    `json:"id"`
	Path    string `json:"path,omitempty"`
	Message string `json:"message,omitempty"`
	Error   string `json:"error,omitempty"`
	Done    bool   `json:"done,omitempty"`
}

// kind is a schema that was read.
type kind struct {
	schema *structural.Structural
	rules  *cel.Validator
	wrong  error
}

// evaluate answers all lines.
func evaluate(ctx context.Context, from io.Reader, to io.Writer) error {
	kinds := map[string]*kind{}
	out := bufio.NewWriter(to)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	in := json.NewDecoder(from)
	for {
		var q question
		err := in.Decode(&q)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("input: %w", err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if q.OpenAPIV3Schema != nil {
			kinds[q.Schema] = read(q.OpenAPIV3Schema)
			continue
		}
		k := kinds[q.Schema]
		if k == nil {
			return fmt.Errorf("input: there is no schema %q before object %d", q.Schema, q.ID)
		}
		for _, a := range k.check(ctx, q.Object) {
			a.ID = q.ID
			if err := encoder.Encode(a); err != nil {
				return err
			}
		}
	}
	if err := encoder.Encode(answer{Done: true}); err != nil {
		return err
	}
	return out.Flush()
}

// read reads a schema.
func read(text []byte) *kind {
	given := &apiextensionsv1.JSONSchemaProps{}
	decoder := json.NewDecoder(bytes.NewReader(text))
	if err := decoder.Decode(given); err != nil {
		return &kind{wrong: err}
	}
	props := &apiextensions.JSONSchemaProps{}
	err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(given, props, nil)
	if err != nil {
		return &kind{wrong: err}
	}
	s, err := structural.NewStructural(props)
	if err != nil {
		return &kind{wrong: err}
	}
	return &kind{schema: s, rules: cel.NewValidator(s, true, celconfig.PerCallLimit)}
}

// check returns the rules that a new object breaks.
func (k *kind) check(ctx context.Context, text []byte) (all []answer) {
	if k.wrong != nil {
		return []answer{{Error: "the schema cannot be read: " + k.wrong.Error()}}
	}
	if k.rules == nil {
		return nil
	}
	var object map[string]any
	if err := utiljson.Unmarshal(text, &object); err != nil {
		return []answer{{Error: "the object cannot be read: " + err.Error()}}
	}
	defaulting.PruneNonNullableNullsWithoutDefaults(object, k.schema)
	defaulting.Default(object, k.schema)
	errs, _ := k.rules.Validate(ctx, nil, k.schema, object, nil, celconfig.RuntimeCELCostBudget)
	for _, e := range errs {
		path := e.Field
		if path == "<nil>" {
			path = ""
		}
		if isOfRules(e) {
			all = append(all, answer{Path: path, Error: e.Detail})
			continue
		}
		all = append(all, answer{Path: path, Message: e.Detail})
	}
	slices.SortStableFunc(all, func(a, b answer) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// isOfRules reports whether an error is about rules, not about the object: they
// cannot be compiled, fail, or cost too much. The library has no types for
// these.
func isOfRules(e *field.Error) bool {
	return e.Type == field.ErrorTypeInternal || slices.ContainsFunc([]string{"rule compiler initialization error: ",
		"rule compile error: ", "running out of cost budget", "no further validation rules will be run",
		"call arguments did not match", " evaluating rule: "},
		func(words string) bool { return strings.Contains(e.Detail, words) })
}
