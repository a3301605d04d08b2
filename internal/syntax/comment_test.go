package syntax

import (
	"testing"

	"ytt/internal/source"
	"ytt/internal/yaml"
)

func TestReadComment(t *testing.T) {
	for _, c := range []struct {
		comment, name, body string
		kind                DirectiveKind
		inline              DirectiveKind // when it stands on the line of its node
	}{
		{"#", "", "", PlainComment, PlainComment},
		{"# text", "", "", PlainComment, PlainComment},
		{"#!", "", "", TemplateComment, TemplateComment},
		{"#! x = 1", "", "", TemplateComment, TemplateComment},
		{"#@comment x", "", "", TemplateComment, TemplateComment},
		{"#@", "", "", Code, Value},
		{"#@ x = 1", "", "x = 1", Code, Value},
		{"#@  x", "", " x", Code, Value},
		{"#@template/code x", "", "x", Code, Code},
		{"#@template/value x", "", "x", Value, Value},
		{"#@data/values", "data/values", "", Annotation, Annotation},
		{"#@a/b 1, c=[2]", "a/b", "1, c=[2]", Annotation, Annotation},
		{"#@a/b  1", "a/b", " 1", Annotation, Annotation},
		{"#@\tx = 1", "", "x = 1", Code, Value},
		{"#@a/b\t1", "a/b", "1", Annotation, Annotation},
		{"#@comment\tx", "", "", TemplateComment, TemplateComment},
		{"#@\u00a0x = 1", "\u00a0x", "= 1", Annotation, Annotation},
	} {
		for _, inline := range []bool{false, true} {
			file := &yaml.File{Source: source.New("a.yml", c.comment)}
			d := ReadComment(file, yaml.Comment{Stop: int32(len(c.comment)), Inline: inline})
			want := c.kind
			if inline {
				want = c.inline
			}
			body := d.Body.Text()
			if d.Kind == PlainComment || d.Kind == TemplateComment {
				body = "" // unused
			}
			if d.Kind != want || d.Name != c.name || body != c.body {
				t.Errorf("%q inline=%v: kind %d %q %q; want %d %q %q", c.comment, inline, d.Kind, d.Name, body, want, c.name, c.body)
			}
		}
	}
}

func TestForgotten(t *testing.T) {
	for text, want := range map[string]bool{
		"# if x:":                            true,
		"# elif x == 1:":                     true,
		"# else:":                            true,
		"# for/end i in [1]:":                true,
		"#def f():":                          true,
		"# end":                              true,
		"# while x:":                         true,
		`#load("a.star", "a")`:               true,
		"#overlay/match by='a'":              true,
		"# data/values":                      true,
		"# if data.values.a:":                true,
		"# if not x.y and z(1):":             true,
		"# if a in [1, 2]:":                  true,
		`# elif kind == "a b":`:              true,
		"# for i in range(3):":               true,
		"# for k, v in d.items():":           true,
		"# @overlay/match by=1":              true,
		"# schema/nullable":                  true,
		"#":                                  false,
		"# if you need it:":                  false,
		"# if needed:":                       false,
		"# if set (see below):":              false,
		"# if TLS is on, i.e. always:":       false,
		"# while at it:":                     false,
		"# for example:":                     false,
		"# for use in production:":           false,
		"# for all of these in the cluster:": false,
		"# def: a thing":                     false,
		"# data/values.yml is another file":  false,
		"# schema/values.yml":                false,
		"# overlay/base/one.yml":             false,
		"# template/deployment.yml":          false,
		"# yaml/text":                        false,
		"# @schema type: string":             false,
		"# @default -- none":                 false,
		"# if there is no value":             false,
		"# for example":                      false,
		"# end of the list":                  false,
		"# the overlay/match way":            false,
	} {
		if got := forgotten(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
