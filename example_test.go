package ytt_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing/fstest"

	"ytt"
)

// config is a directory with a schema and a template.
var config = fstest.MapFS{
	"config/schema.yml": {Data: []byte(`#@data/values-schema
---
name: shop
#@schema/desc "How many copies run"
replicas: 1
`)},
	"config/deployment.yml": {Data: []byte(`#@ load("@ytt:data", "data")
---
kind: Deployment
metadata:
  name: #@ data.values.name
spec:
  replicas: #@ data.values.replicas
`)},
}

func ExampleRender() {
	result, err := ytt.Render(context.Background(), ytt.Options{
		System: ytt.In(config, nil), // ytt.OS() for the files of the machine
		Files:  ytt.Files{Paths: []string{"config/"}},
		Values: ytt.Values{DataValues: []string{"name=store"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := result.YAML()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text))
	// Output:
	// kind: Deployment
	// metadata:
	//   name: store
	// spec:
	//   replicas: 1
}

// A program that has an HTTP client fetches URLs with it.
func ExampleSystem() {
	system := ytt.In(config, nil)
	system.Fetch = func(ctx context.Context, url string, w io.Writer) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return errors.New(response.Status)
		}
		_, err = io.Copy(w, response.Body)
		return err
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, "replicas: 3")
	}))
	defer server.Close()
	result, err := ytt.DataValues(context.Background(), ytt.Options{
		System: system,
		Files:  ytt.Files{Paths: []string{"config/"}},
		Values: ytt.Values{DataValuesFiles: []string{server.URL + "/production.yml"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _ := result.YAML() // values of the example can be printed
	fmt.Print(string(text))
	// Output:
	// name: shop
	// replicas: 3
}

// An error holds all problems, each with its place and what to do about it.
func ExampleRender_problems() {
	_, err := ytt.Render(context.Background(), ytt.Options{
		Files: ytt.Files{Texts: []ytt.File{{Path: "a.yml", Data: "a: #@ nmae\nb: #@ total(1)\n"}}},
	})
	var failed *ytt.Error
	if errors.As(err, &failed) {
		for _, p := range failed.Problems {
			fmt.Printf("%s:%d:%d: %s [%s]\n", p.Span.File, p.Span.Line, p.Span.Column, p.Message, p.Code)
		}
	}
	// Output:
	// a.yml:1:7: undefined: nmae [unknown-name]
	// a.yml:2:7: undefined: total [unknown-name]
}

// The causes of a failure are types: a context that was cancelled, a limit, a
// file that does not exist.
func ExampleError_Unwrap() {
	endless := ytt.Files{Texts: []ytt.File{{Path: "a.yml", Data: "#@ while True:\n#@   x = 1\n#@ end\n"}}}

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := ytt.Render(ctx, ytt.Options{Files: endless})
	fmt.Println("cancelled:", errors.Is(err, context.Canceled))

	_, err = ytt.Render(context.Background(), ytt.Options{Files: endless, Limits: ytt.Limits{Steps: 100_000}})
	if limit, ok := errors.AsType[*ytt.LimitError](err); ok {
		fmt.Printf("limit: %s [Limits.%s]\n", limit, limit.Option)
	}

	_, err = ytt.Render(context.Background(), ytt.Options{System: ytt.In(config, nil),
		Files: ytt.Files{Paths: []string{"nope.yml"}}})
	fmt.Println("no such file:", errors.Is(err, fs.ErrNotExist))
	// Output:
	// cancelled: true
	// limit: code ran for more than 100000 steps [Limits.Steps]
	// no such file: true
}

func ExampleFormat() {
	untidy := fstest.MapFS{"a.yml": {Data: []byte("a:   {b: #@ 1 + 1\n}\n")}}
	result, err := ytt.Format(context.Background(), ytt.FormatOptions{System: ytt.In(untidy, nil),
		Files: []string{"a.yml"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range result.Files {
		fmt.Println(f.Name, f.Changed())
	}
	fmt.Print(string(result.YAML()))
	// Output:
	// a.yml true
	// a:
	//   b: #@ 1 + 1
}

func ExampleDataValues() {
	result, err := ytt.DataValues(context.Background(), ytt.Options{
		System: ytt.In(config, nil),
		Files:  ytt.Files{Paths: []string{"config/"}},
		Values: ytt.Values{DataValuesYAML: []string{"replicas=3"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := result.JSON()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text))
	// Output:
	// {"name":"shop","replicas":3}
}

func ExampleWorkspace_Paths() {
	ws, problems := ytt.Open(context.Background(), ytt.Options{System: ytt.In(config, nil),
		Files: ytt.Files{Paths: []string{"config/"}, Marks: []string{"schema.yml:exclude=true"}}})
	fmt.Println(ws.Paths(), len(problems), "problems")
	// Output:
	// [deployment.yml] 0 problems
}

func ExampleResult_Write() {
	dir, err := os.MkdirTemp("", "ytt")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	result, err := ytt.Render(context.Background(), ytt.Options{
		System: ytt.In(config, nil),
		Files:  ytt.Files{Paths: []string{"config/"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	written, err := result.Write(context.Background(), dir, ytt.WriteOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range written.Lines {
		fmt.Println(strings.ReplaceAll(line, dir, "out"))
	}
	// Output:
	// creating: out/deployment.yml
}

// A service opens its configuration once, and renders it for each request.
func ExampleOpen() {
	ctx := context.Background()
	ws, problems := ytt.Open(ctx, ytt.Options{
		System: ytt.In(config, nil),
		Files:  ytt.Files{Paths: []string{"config/"}},
	})
	if problems.HasErrors() {
		fmt.Println(problems.Text())
		return
	}
	for _, name := range []string{"store", "cart"} {
		result, problems := ws.Library("").Render(ctx, ytt.Values{DataValues: []string{"name=" + name}})
		if problems.HasErrors() {
			fmt.Println(problems.Text())
			return
		}
		for _, doc := range result.Documents() {
			value, _ := doc.Root().Lookup("metadata", "name")
			fmt.Println(value.Text(), value.Span())
		}
	}
	// Output:
	// store deployment.yml:5
	// cart deployment.yml:5
}

// Methods return problems, which can be passed on as an error.
func ExampleDiagnostics_Err() {
	render := func(ctx context.Context, values ...string) (*ytt.Result, error) {
		ws, _ := ytt.Open(ctx, ytt.Options{System: ytt.In(config, nil), Files: ytt.Files{Paths: []string{"config/"}}})
		result, problems := ws.Library("").Render(ctx, ytt.Values{DataValues: values})
		return result, problems.Err()
	}
	_, err := render(context.Background(), "replicas=many")
	var failed *ytt.Error
	fmt.Println(errors.As(err, &failed), len(failed.Problems), failed.Problems[0].Path)
	// Output:
	// true 1 replicas
}

// What is not saved yet is rendered in place of what is.
func ExampleOver() {
	ctx := context.Background()
	system := ytt.Over(ytt.In(config, nil), "/", map[string]string{"/config/deployment.yml": "kind: Job\n"})
	result, err := ytt.Render(ctx, ytt.Options{System: system, Files: ytt.Files{Paths: []string{"config/"}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := result.YAML()
	fmt.Print(string(text), err, "\n")
	// Output:
	// kind: Job
	// <nil>
}

// Files that another program has come as one JSON text, and go as one.
func ExampleReadBulk() {
	files, err := ytt.ReadBulk(`{"files": [{"name": "a.yml", "data": "#@ n = 1\nport: #@ 8000 + n\n"}]}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := ytt.Render(context.Background(), ytt.Options{Files: ytt.Files{Texts: files}})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := result.Bulk()
	fmt.Println(string(text), err)
	// Output:
	// {"files":[{"name":"a.yml","data":"port: 8001\n"}]} <nil>
}

// An editor renders texts that are not saved yet: a snapshot shares all that
// did not change.
func ExampleWorkspace_With() {
	ctx := context.Background()
	ws, _ := ytt.Open(ctx, ytt.Options{System: ytt.In(config, nil), Files: ytt.Files{Paths: []string{"config/"}}})
	edited, problems := ws.With(ytt.Change{Path: "deployment.yml", Data: "a: #@ unknown\n"})
	for _, problem := range problems {
		fmt.Printf("%s: %s\n", problem.Span, problem.Message)
	}
	fmt.Println(len(edited.Problems()), "problem now,", len(ws.Problems()), "before")
	// Output:
	// deployment.yml:1: undefined: unknown
	// 1 problem now, 0 before
}

// Results can be read into Go values.
func ExampleNode_Decode() {
	result, err := ytt.Render(context.Background(), ytt.Options{System: ytt.In(config, nil),
		Files: ytt.Files{Paths: []string{"config/"}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	var deployment struct {
		Kind string
		Spec struct{ Replicas int }
	}
	if err := result.Documents()[0].Root().Decode(&deployment); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+v\n", deployment)
	// Output:
	// {Kind:Deployment Spec:{Replicas:1}}
}

func ExampleValidate() {
	result, err := ytt.Validate(context.Background(), ytt.Options{System: ytt.In(fstest.MapFS{
		"config/schema.yml": config["config/schema.yml"],
		"envs/prod.yml":     {Data: []byte("replicas: 3\n")},
		"envs/test.yml":     {Data: []byte("replicas: many\n")},
	}, nil), Files: ytt.Files{Paths: []string{"config/"}}}, ytt.ValidateOptions{Files: []string{"envs/"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, file := range result.Files {
		fmt.Println(file.Path, file.Valid)
		for _, p := range file.Problems {
			fmt.Println(" ", p.Path, p.Code)
		}
	}
	// Output:
	// envs/prod.yml true
	// envs/test.yml false
	//   replicas violation-type
}

func ExampleExplain() {
	e, err := ytt.Explain(context.Background(), ytt.Options{
		System: ytt.In(config, nil),
		Files:  ytt.Files{Paths: []string{"config/"}},
		Values: ytt.Values{DataValuesYAML: []string{"replicas=3"}},
	}, "replicas")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Type, "by default", e.Default.Text(), "declared at", e.Declared)
	fmt.Println(e.Value.Text(), "by", e.Origins[0])
	// Output:
	// integer by default 1 declared at config/schema.yml:5
	// 3 by --data-value-yaml
}

// A file of values follows its schema.
func ExampleEditValues() {
	result, err := ytt.EditValues(context.Background(), ytt.Options{System: ytt.In(fstest.MapFS{
		"config/schema.yml": config["config/schema.yml"],
		"values.yml":        {Data: []byte("name: store # the old one\n")},
	}, nil), Files: ytt.Files{Paths: []string{"config/"}}},
		ytt.EditOptions{Edit: ytt.SyncValues, Files: []string{"values.yml"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(result.Files[0].New))
	// Output:
	// name: store # the old one
	// # How many copies run
	// replicas: 1
}

func ExampleStarterValues() {
	starter, err := ytt.StarterValues(context.Background(), ytt.Options{
		System: ytt.In(config, nil),
		Files:  ytt.Files{Paths: []string{"config/"}},
	}, ytt.StarterOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(starter.Text)
	// Output:
	// name: shop
	//
	// # How many copies run
	// replicas: 1
}

func ExampleFormatText() {
	text, problems := ytt.FormatText("a.yml", "a:   {b: 1\n}\n", false)
	fmt.Print(text, len(problems), " problems\n")
	// Output:
	// a:
	//   b: 1
	// 0 problems
}

// A project file says what there is to be rendered.
func ExampleOpenProject() {
	ctx := context.Background()
	system := ytt.In(fstest.MapFS{
		"ytt.yml": {Data: []byte("configurations:\n- name: shop\n  files: [config]\n  environments:\n" +
			"    prod:\n      flags:\n        data-value: [name=store]\n")},
		"config/schema.yml":     config["config/schema.yml"],
		"config/deployment.yml": config["config/deployment.yml"],
	}, nil)
	project, problems := ytt.OpenProject(ctx, system, ytt.FindProject(system, "."))
	if problems.HasErrors() {
		fmt.Println(problems.Text())
		return
	}
	name, err := project.Resolve("prod")
	if err != nil {
		fmt.Println(err)
		return
	}
	options, err := project.Options(name)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(name, options.Files.Paths, options.Values.DataValues)
	options.System = system
	result, err := ytt.Render(ctx, options)
	fmt.Println(len(result.Files), err)
	// Output:
	// shop/prod [config] [name=store]
	// 1 <nil>
}

// An editor of values changes one at a time.
func ExampleLibrary_SetValue() {
	ctx := context.Background()
	ws, _ := ytt.Open(ctx, ytt.Options{System: ytt.In(config, nil), Files: ytt.Files{Paths: []string{"config/"}}})
	replicas := "3"
	text, problems := ws.Library("").SetValue(ctx, ytt.Values{}, ytt.File{Path: "values.yml",
		Data: "# ours\nname: store\n"}, "replicas", &replicas)
	fmt.Print(text, len(problems), " problems\n")
	// Output:
	// # ours
	// name: store
	// replicas: 3
	// 0 problems
}

// Options of several origins are put together.
func ExampleOptions_Under() {
	base := ytt.Options{Files: ytt.Files{Paths: []string{"config/"}}, Limits: ytt.Limits{Steps: 1000}}
	all := base.Under(ytt.Options{Files: ytt.Files{Paths: []string{"more/"}}, Rules: ytt.Rules{Strict: true}})
	fmt.Println(all.Files.Paths, all.Rules.Strict, all.Limits.Steps)
	// Output:
	// [config/ more/] true 1000
}
