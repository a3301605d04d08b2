package annotation

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/diag"
	"ytt/internal/spell"
	"ytt/internal/tree"
)

// This file holds the texts about wrong arguments. Those that ytt 0.48 has, too, are the same to the byte, which is why annotations
// that do alike do not read alike.

// tolerant is for annotations whose arguments are all ignored.
var tolerant wording

var overlayWording = wording{unknown: unknownOverlayKeyword, kind: wrongOverlayKind}

var insertWording = wording{
	count: func(s *Spec, c *tree.Annotation) Mistake {
		if len(c.Kwargs) > 0 {
			return Mistake{}
		}
		return Mistake{
			Message: "Expected 'overlay/insert' annotation to have at least one keyword argument (before=..., after=...)",
			Fact:    NoSide,
		}
	},
	unknown: unknownOverlayKeyword,
	kind:    wrongOverlayKind,
}

func unknownOverlayKeyword(_ *Spec, c *tree.Annotation, name string) Mistake {
	return Mistake{
		Message: fmt.Sprintf("Unknown '%s' annotation keyword argument '%s'", c.Name, name),
		Fact:    unknownKeyword(c, name),
	}
}

// unknownKeyword is the fact of an argument that an annotation does not have.
func unknownKeyword(c *tree.Annotation, name string) *UnknownKeyword {
	f := &UnknownKeyword{Annotation: c.Name, Name: name}
	for _, kv := range c.Kwargs {
		if given, _ := starlark.AsString(kv[0]); given == name {
			f.Value = shortText(kv[1])
		}
	}
	return f
}

func wrongOverlayKind(_ *Spec, _ *tree.Annotation, _ *Param, v starlark.Value) Mistake {
	return Mistake{Message: fmt.Sprintf("expected starlark.Bool, but was %T", v), Fact: NotBoolean}
}

var dataValuesWording = wording{
	unknown: unknownDocumentKeyword,
	kind: func(_ *Spec, _ *tree.Annotation, _ *Param, v starlark.Value) Mistake {
		return Mistake{Message: fmt.Sprintf("expected starlark.Bool, but was %T", v)}
	},
}

func unknownDocumentKeyword(_ *Spec, c *tree.Annotation, name string) Mistake {
	return Mistake{Message: fmt.Sprintf("Unknown kwarg %s for annotation %s", name, c.Name), Fact: unknownKeyword(c, name)}
}

var libraryRefWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Args) == 1 {
			return Mistake{}
		}
		return Mistake{Message: fmt.Sprintf("Expected library/ref annotation to have one arg, got %d", len(c.Args))}
	},
	kind: func(_ *Spec, _ *tree.Annotation, _ *Param, v starlark.Value) Mistake {
		return Mistake{Message: "expected a string, but was " + v.Type()}
	},
}

var schemaDocumentWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Args) == 0 {
			return Mistake{}
		}
		return Mistake{
			Message: fmt.Sprintf("Annotation %s on line %s: Expected keyword arguments only, but was given %s", c.Name, c.Span, c.Args[0]),
			Fact:    OfSchemaDocument,
		}
	},
	unknown: unknownDocumentKeyword,
	kind: func(_ *Spec, c *tree.Annotation, p *Param, v starlark.Value) Mistake {
		what := "True or False"
		if p.Kind == String {
			what = "a string"
		}
		return Mistake{Message: fmt.Sprintf("Annotation %s on line %s: Expected %s= to be %s, but was %s", c.Name, c.Span, p.Name, what, v.Type())}
	},
}

var outputFileWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		given := len(c.Args) + len(c.Kwargs)
		if given == 1 && len(c.Args) == 1 {
			return Mistake{}
		}
		return OutputFileMistake(c, fmt.Sprintf("Expected one argument, a path, but was given %d", given))
	},
	kind: func(_ *Spec, c *tree.Annotation, _ *Param, v starlark.Value) Mistake {
		return OutputFileMistake(c, "Expected a path, but was given "+v.Type())
	},
}

// OutputFileMistake words a problem with the path of @output/file.
func OutputFileMistake(c *tree.Annotation, problem string) Mistake {
	return Mistake{
		Message: fmt.Sprintf("Annotation %s on line %s: %s", c.Name, c.Span, problem),
		Fact:    OutputPath,
	}
}

// syntaxError is the usual mistake in an annotation of a schema.
func syntaxError(c *tree.Annotation, found, expected string, fact diag.Fact) Mistake {
	return Mistake{
		Message: "syntax error in @" + c.Name + " annotation", Found: found + " in @" + c.Name, Expected: expected, Fact: fact,
	}
}

// oneArgument reports a call that does not have exactly one argument, and that without a name.
func oneArgument(c *tree.Annotation, expected string) Mistake {
	switch {
	case len(c.Kwargs) > 0:
		return syntaxError(c, "keyword argument", expected, nil)
	case len(c.Args) == 0:
		if expected == "string" {
			return syntaxError(c, "missing value", expected, &NoText{c.Name})
		}
		return syntaxError(c, "missing value", expected, nil)
	case len(c.Args) > 1:
		return syntaxError(c, fmt.Sprintf("%d values", len(c.Args)), expected, nil)
	}
	return Mistake{}
}

var flagWording = wording{count: noArguments}

func noArguments(_ *Spec, c *tree.Annotation) Mistake {
	if len(c.Args)+len(c.Kwargs) == 0 {
		return Mistake{}
	}
	return syntaxError(c, "arguments", "no arguments", &Needless{c.Name})
}

var nullableWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Kwargs) > 0 {
			return Mistake{
				Message:  "expected @schema/nullable annotation to not contain any keyword arguments",
				Found:    "keyword argument in @schema/nullable",
				Expected: "starlark.Bool",
				Hints:    compatHints(keywordsOfNullable),
			}
		}
		return Mistake{} // ytt 0.48 ignores the others
	},
}

var textWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake { return oneTextArgument(c) },
	kind:  notString,
}

var noticeWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Args)+len(c.Kwargs) == 0 {
			return Mistake{}
		}
		return oneTextArgument(c)
	},
	kind: notString,
}

func oneTextArgument(c *tree.Annotation) Mistake {
	m := oneArgument(c, "string")
	if len(c.Kwargs) > 0 {
		m.Hints = compatHints(oneString)
	}
	return m
}

func notString(_ *Spec, c *tree.Annotation, _ *Param, v starlark.Value) Mistake {
	f := &NotText{Annotation: c.Name}
	switch v.(type) {
	case starlark.Int, starlark.Float:
		f.Value = v.String()
	}
	return syntaxError(c, "Non-string value", "string", f)
}

// defaultWording leaves out what is expected, which depends on the type of the node.
var defaultWording = wording{
	kind: wrongSchemaKind,
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if c.HasKeyword("via") {
			return computedDefault(c)
		}
		if len(c.Kwargs) == 1 && len(c.Args) == 0 {
			if name, _ := starlark.AsString(c.Kwargs[0][0]); spell.Nearest(name, []string{"via"}) != "" {
				return syntaxError(c, "keyword argument", "", ViaMisspelt)
			}
		}
		m := oneArgument(c, "")
		if len(c.Kwargs) > 0 {
			m.Hints = compatHints(oneDefault)
		}
		return m
	},
}

// computedDefault reports arguments that do not go with via=.
func computedDefault(c *tree.Annotation) Mistake {
	switch {
	case len(c.Args) > 0:
		return syntaxError(c, "a value and via=", "either a value or via=", nil)
	case len(c.Kwargs) > 1:
		return syntaxError(c, fmt.Sprintf("%d keyword arguments", len(c.Kwargs)), "via= only", nil)
	}
	return Mistake{}
}

var renamedWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Args) == 0 {
			return syntaxError(c, "no path", "one or more old paths", NoPath)
		}
		return Mistake{}
	},
	unknown: unknownSchemaKeyword,
	kind:    wrongSchemaKind,
}

var crossRulesWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Args)+len(c.Kwargs) == 0 {
			return syntaxError(c, "no rules", "one or more rules", NoRules)
		}
		return Mistake{}
	},
	unknown: unknownSchemaKeyword,
	kind:    wrongSchemaKind,
}

var caseWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Args) > 1 {
			return syntaxError(c, fmt.Sprintf("%d values", len(c.Args)), "one name", SeveralNames)
		}
		return Mistake{}
	},
	unknown: unknownSchemaKeyword,
	kind:    wrongSchemaKind,
}

func unknownSchemaKeyword(s *Spec, c *tree.Annotation, name string) Mistake {
	expected := "one of " + strings.Join(s.keywordNames(), "=, ") + "="
	return syntaxError(c, "unknown keyword argument "+name+"=", expected, unknownKeyword(c, name))
}

func wrongSchemaKind(_ *Spec, c *tree.Annotation, p *Param, v starlark.Value) Mistake {
	return syntaxError(c, p.Name+"= of type "+v.Type(), p.Kind.String(), nil)
}

// What the two annotations of examples expect.
const (
	ExampleExpected  = "one example value (of expected type)"
	ExamplesExpected = "2-tuple containing description (string) and example value (of expected type)"
)

var exampleWording = wording{count: func(_ *Spec, c *tree.Annotation) Mistake { return someArguments(c, ExampleExpected) }}

var examplesWording = wording{count: func(_ *Spec, c *tree.Annotation) Mistake { return someArguments(c, ExamplesExpected) }}

func someArguments(c *tree.Annotation, expected string) Mistake {
	if len(c.Args) > 0 && len(c.Kwargs) == 0 {
		return Mistake{}
	}
	return oneArgument(c, expected)
}

var typeWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Kwargs) > 0 {
			return Mistake{}
		}
		given := &NoTypes{}
		for _, v := range c.Args {
			function, isFunction := v.(starlark.Callable) // the function any, for one, names no type
			if !isFunction {
				return Mistake{}
			}
			given.Functions = append(given.Functions, function.Name())
		}
		return Mistake{
			Message:  "expected @schema/type annotation to have keyword argument and value",
			Found:    "missing keyword argument and value",
			Expected: "valid keyword argument and value",
			Hints:    compatHints(typeArguments),
			Fact:     given,
		}
	},
	unknown: func(_ *Spec, c *tree.Annotation, name string) Mistake {
		m := unknownTypeKeyword(name, "A valid kwarg")
		m.Fact = unknownKeyword(c, name)
		return m
	},
	kind: func(_ *Spec, _ *tree.Annotation, p *Param, v starlark.Value) Mistake {
		if p.Kind == String {
			return Mistake{Message: p.Name + "= of @schema/type", Found: v.Type(), Expected: "the name of a schema, which is a string"}
		}
		return unknownTypeKeyword(fmt.Sprintf("%T", v), "starlark.Bool")
	},
}

func unknownTypeKeyword(found, expected string) Mistake {
	return Mistake{
		Message: "unknown @schema/type annotation keyword argument", Found: found, Expected: expected,
		Hints: compatHints(keywordsOfType),
	}
}

const keyArguments = "allowed=, expects= or missing_ok="

var keyWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		found := "no arguments"
		switch {
		case len(c.Args) > 0:
			found = "an argument without a name"
		case len(c.Kwargs) > 0:
			return Mistake{}
		}
		return Mistake{Message: "syntax error in @schema/key annotation", Found: found, Expected: keyArguments}
	},
	unknown: func(_ *Spec, c *tree.Annotation, name string) Mistake {
		return Mistake{
			Message: "unknown @schema/key annotation keyword argument", Found: name, Expected: keyArguments,
			Fact: unknownKeyword(c, name),
		}
	},
	kind: func(_ *Spec, _ *tree.Annotation, p *Param, v starlark.Value) Mistake {
		return Mistake{Message: p.Name + "= of @schema/key", Found: v.Type(), Expected: "True or False"}
	},
}

var validationWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Args)+len(c.Kwargs) > 0 {
			return Mistake{}
		}
		const format = "expected annotation to have 2-tuple as argument(s), but found no arguments (by %s)"
		return ValidationMistake(c, format, c.Span)
	},
	unknown: func(_ *Spec, c *tree.Annotation, name string) Mistake {
		m := ValidationMistake(c, "unknown keyword argument %q (at %s)", name, c.Span)
		m.Fact = unknownKeyword(c, name)
		return m
	},
	kind: func(_ *Spec, c *tree.Annotation, p *Param, v starlark.Value) Mistake {
		what := "function"
		if p.Kind == Bool {
			what = "boolean"
		}
		const format = "expected keyword argument %q to be a %s, but was %s (at %s)"
		m := ValidationMistake(c, format, p.Name, what, v.Type(), c.Span)
		m.Fact = &RuleOption{p.Name, p.Kind == Bool}
		return m
	},
}

// ValidationMistake words a mistake in the rules of an annotation.
func ValidationMistake(c *tree.Annotation, format string, args ...any) Mistake {
	return Mistake{Message: "Invalid @" + c.Name + " annotation - " + fmt.Sprintf(format, args...)}
}
