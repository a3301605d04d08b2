package ytt_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	yaml3 "go.yaml.in/yaml/v3"

	"ytt"
	"ytt/internal/diag"
	"ytt/internal/progen"
	"ytt/internal/source"
	"ytt/internal/yaml"
	"ytt/internal/yamlfmt"
)

// This file runs random programs and checks what must hold for all of them: no mistake of ours, the same bytes again and
// with any number of processors, the same result after formatting, problems with a code, a message and a place, and
// output that others read as we mean it. Set YTT_PROGRAMS to run more of them than usual.

// programs returns how many programs to run, when so many are usual.
func programs(t *testing.T, usual int) uint64 {
	t.Helper()
	text := os.Getenv("YTT_PROGRAMS")
	if text == "" {
		return uint64(usual)
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestRandomPrograms(t *testing.T) {
	count := programs(t, 600)
	valid := 0
	for seed := range count {
		p := progen.Generate(seed, int(seed%20), progen.Whole)
		if holds(t, p, seed, lawful) && rendered(p).err == nil {
			valid++
		}
		if t.Failed() {
			return
		}
	}
	if valid < int(count/2) {
		t.Errorf("only %d of %d programs are valid", valid, count)
	}
}

// FuzzPrograms is TestRandomPrograms for seeds that fuzzing chooses.
func FuzzPrograms(f *testing.F) {
	f.Add(uint64(1), uint8(10))
	f.Fuzz(func(t *testing.T, seed uint64, size uint8) {
		holds(t, progen.Generate(seed, int(size%40), progen.Whole), seed, lawful)
	})
}

// holds reports whether a law holds for a program. A law returns what is wrong. A small program that breaks it in the
// same way is part of the failure.
func holds(t *testing.T, p *progen.Program, seed uint64, law func(*progen.Program) string) bool {
	t.Helper()
	wrong := law(p)
	if wrong == "" {
		return true
	}
	what, _, _ := strings.Cut(wrong, ":")
	small := p.Shrink(func(q *progen.Program) bool { return strings.HasPrefix(law(q), what+":") })
	t.Errorf("seed %d: %s\n%s", seed, law(small), small)
	return false
}

// ran is what a run gave.
type ran struct {
	result   *ytt.Result
	problems ytt.Diagnostics
	yaml     string // the documents
	err      error
	crash    string
}

// all is everything that a run gave, as text.
func (r *ran) all() string {
	out := r.output()
	if r.result != nil {
		out += fmt.Sprintf("printed: %q\nwarnings: %s\n", r.result.Printed, r.result.Warnings.Text())
	}
	return out
}

// output is what a run would write.
func (r *ran) output() string {
	out := r.problems.Text()
	if r.err == nil && r.result != nil {
		text, err := r.result.Bulk()
		out += fmt.Sprintf("%s\n%v\n", text, err)
	}
	return r.crash + out
}

func rendered(p *progen.Program) *ran { return run(inputsOf(p.Texts())) }

// inputsOf returns files in the order of their paths.
func inputsOf(texts map[string]string) ytt.Options {
	var opts ytt.Options
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		opts.Inputs = append(opts.Inputs, ytt.File{Path: name, Data: texts[name]})
	}
	return opts
}

func run(opts ytt.Options) (r *ran) {
	r = &ran{}
	defer func() {
		if what := recover(); what != nil {
			r.crash = fmt.Sprintf("%v\n%s", what, debug.Stack())
		}
	}()
	r.result, r.err = ytt.Render(context.Background(), opts)
	var failed *ytt.Error
	switch {
	case errors.As(r.err, &failed):
		r.problems = failed.Problems
	case r.err != nil:
		r.crash = "not an *Error: " + r.err.Error()
	default:
		text, err := r.result.YAML()
		r.yaml, r.err = string(text), err
	}
	return r
}

// lawful returns what is wrong with the run of a program, "" for nothing.
func lawful(p *progen.Program) string {
	texts := p.Texts()
	opts := inputsOf(texts)
	first := run(opts)
	if first.crash != "" {
		return "internal error: " + first.crash
	}
	if wrong := wrongProblems(first, texts); wrong != "" {
		return wrong
	}
	if again := withProcessors(2, opts); again.all() != first.all() {
		return "differs from run to run: " + first.all() + "\n" + again.all()
	}
	if again := withProcessors(1, opts); again.all() != first.all() {
		return "differs with one processor: " + first.all() + "\n" + again.all()
	}
	if first.err != nil {
		return ""
	}
	if wrong := wrongOutput(first); wrong != "" {
		return wrong
	}
	return wrongWhenFormatted(first, texts)
}

func withProcessors(n int, opts ytt.Options) *ran {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	return run(opts)
}

// wrongProblems checks that problems say what they are, in words, and where in the input.
func wrongProblems(r *ran, texts map[string]string) string {
	if r.err != nil && len(r.problems) == 0 {
		return "fails without a problem: "
	}
	all := r.problems
	if r.result != nil {
		all = append(slices.Clone(all), r.result.Warnings...)
	}
	for _, d := range all {
		switch {
		case d.Code == "" || d.Code == diag.InternalError:
			return fmt.Sprintf("internal problem: %q: %s", d.Code, d.Message)
		case strings.TrimSpace(d.Message) == "":
			return fmt.Sprintf("no message: %s", d.Code)
		case strings.Contains(d.Message, "goroutine ") || strings.Contains(d.Message, "0xc0"):
			return fmt.Sprintf("not for people: %s", d.Message)
		}
		spans := []source.Span{d.Span}
		for _, n := range d.Notes {
			spans = append(spans, n.Span)
		}
		for _, f := range d.Frames {
			spans = append(spans, f.Span)
		}
		for _, s := range spans {
			if wrong := wrongPlace(s, texts); wrong != "" {
				return fmt.Sprintf("%s: %s: %s", wrong, d.Code, d.Message)
			}
		}
	}
	return ""
}

// wrongPlace checks that a place, if it is known, is in a file of the program.
func wrongPlace(s source.Span, texts map[string]string) string {
	if !s.Known() {
		return ""
	}
	found := false
	for name, text := range texts {
		found = found || path.Base(name) == path.Base(s.File.Name) && text == s.File.Text
	}
	lines := strings.Count(s.File.Text, "\n") + 1
	switch {
	case !found:
		return "place in a file that is not there: " + s.File.Name
	case s.Start < 0 || s.End < s.Start || int(s.End) > len(s.File.Text):
		return fmt.Sprintf("place outside of its file: %d-%d", s.Start, s.End)
	case s.Line() < 1 || s.Line() > lines || s.Column() < 1:
		return fmt.Sprintf("place without a line: %d:%d", s.Line(), s.Column())
	}
	return ""
}

// wrongOutput checks that YAML and JSON say the same, to us and to others.
func wrongOutput(r *ran) string {
	want, err := decodeAll(r.yaml)
	if err != nil {
		return fmt.Sprintf("others cannot read the output: %v\n%s", err, r.yaml)
	}
	again := run(ytt.Options{Inputs: []ytt.File{{Path: "a.yml", Data: r.yaml}}, FileMarks: []string{"a.yml:type=yaml-plain"}})
	if again.output() != "" && again.yaml != r.yaml {
		return fmt.Sprintf("we read the output as something else: %s\n--- instead of\n%s", again.output(), r.yaml)
	}
	text, err := r.result.JSON()
	if err != nil {
		return fmt.Sprintf("no JSON: %v", err)
	}
	var got []any
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var v any
		if err := d.Decode(&v); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return fmt.Sprintf("malformed JSON: %v\n%s", err, text)
		}
		got = append(got, v)
	}
	if !reflect.DeepEqual(got, want) {
		return fmt.Sprintf("JSON and YAML differ: %s\n--- and\n%s", text, r.yaml)
	}
	return ""
}

// decodeAll returns the documents of a text as another library reads them, in the types of decoded JSON.
func decodeAll(text string) (docs []any, err error) {
	for d := yaml3.NewDecoder(strings.NewReader(text)); ; {
		var v any
		if err := d.Decode(&v); errors.Is(err, io.EOF) {
			return docs, nil
		} else if err != nil {
			return nil, err
		}
		docs = append(docs, asJSON(v))
	}
}

// asJSON returns what a decoded value is after a way through JSON.
func asJSON(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, value := range v {
			v[k] = asJSON(value)
		}
	case map[any]any:
		out := map[string]any{}
		for k, value := range v {
			out[fmt.Sprint(k)] = asJSON(value)
		}
		return out
	case []any:
		for i := range v {
			v[i] = asJSON(v[i])
		}
	case int:
		return float64(v)
	case int64:
		return float64(v)
	case uint64:
		return float64(v)
	}
	return v
}

// wrongWhenFormatted checks that formatting the files changes nothing, and that formatted files stay as they are.
func wrongWhenFormatted(r *ran, texts map[string]string) string {
	formatted := maps.Clone(texts)
	for name, text := range texts {
		if path.Ext(name) != ".yml" {
			continue
		}
		once, wrong := format(name, text)
		if wrong != "" {
			return wrong
		}
		twice, wrong := format(name, once)
		if wrong == "" && twice != once {
			wrong = fmt.Sprintf("formatted twice: %s\n--- instead of\n%s", twice, once)
		}
		if wrong != "" {
			return wrong
		}
		formatted[name] = once
	}
	if again := run(inputsOf(formatted)); again.output() != r.output() {
		return fmt.Sprintf("differs when formatted: %s\n--- instead of\n%s", again.output(), r.output())
	}
	return ""
}

func format(name, text string) (string, string) {
	f, problems := yaml.Parse(source.New(name, text), yaml.Options{})
	if problems.HasErrors() {
		return "", "runs, but cannot be formatted: " + problems.Text()
	}
	out, problems := yamlfmt.Format(f, yamlfmt.Options{})
	if problems.HasErrors() {
		return "", "cannot be formatted: " + problems.Text()
	}
	return string(out), ""
}
