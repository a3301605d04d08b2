package annotation

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

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

func unknownOverlayKeyword(s *Spec, c *tree.Annotation, name string) Mistake {
	return Mistake{
		Message: fmt.Sprintf("Unknown '%s' annotation keyword argument '%s'", c.Name, name),
		Fact:    &UnknownKeyword{name, s.keywordNames()},
	}
}

func wrongOverlayKind(_ *Spec, _ *tree.Annotation, _ *Param, v starlark.Value) Mistake {
	return Mistake{Message: fmt.Sprintf("expected starlark.Bool, but was %T", v), Fact: NotBoolean}
}

// otherKeywords says which arguments an annotation has in place of an unknown one.
func otherKeywords(s *Spec, name string) []string {
	known := s.keywordNames()
	if hints := spell.Hint("did you mean %s=?", name, known); hints != nil || len(known) == 0 {
		return hints
	}
	if name == "missing_ok" {
		return []string{"for keys that the values before do not have, add a line #@overlay/match-child-defaults missing_ok=True; with a schema, declare them there"}
	}
	return []string{"its arguments are " + strings.Join(known, "=, ") + "="}
}

var dataValuesWording = wording{
	unknown: func(s *Spec, c *tree.Annotation, name string) Mistake {
		return Mistake{Message: fmt.Sprintf("Unknown kwarg %s for annotation %s", name, c.Name), Hints: otherKeywords(s, name)}
	},
	kind: func(_ *Spec, _ *tree.Annotation, _ *Param, v starlark.Value) Mistake {
		return Mistake{Message: fmt.Sprintf("expected starlark.Bool, but was %T", v)}
	},
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

// SchemaDocumentHint says which of the annotations of schema documents to write.
const SchemaDocumentHint = "for the schema of the data values, write #@" + DataValuesSchema

var schemaDocumentWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Args) == 0 {
			return Mistake{}
		}
		return Mistake{
			Message: fmt.Sprintf("Annotation %s on line %s: Expected keyword arguments only, but was given %s", c.Name, c.Span, c.Args[0]),
			Hints:   []string{SchemaDocumentHint},
		}
	},
	unknown: func(s *Spec, c *tree.Annotation, name string) Mistake {
		hints := spell.Hint("did you mean %s=?", name, s.keywordNames())
		if hints == nil {
			hints = []string{SchemaDocumentHint}
		}
		return Mistake{Message: fmt.Sprintf("Unknown kwarg %s for annotation %s", name, c.Name), Hints: hints}
	},
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
		Hints:   []string{`write a path below the output directory: #@output/file "apps/web.yml"`},
	}
}

// syntaxError is the usual mistake in an annotation of a schema.
func syntaxError(c *tree.Annotation, found, expected string, hints ...string) Mistake {
	return Mistake{Message: "syntax error in @" + c.Name + " annotation", Found: found + " in @" + c.Name, Expected: expected, Hints: hints}
}

// oneArgument reports a call that does not have exactly one argument, and that without a name.
func oneArgument(c *tree.Annotation, expected string, keywordHints ...string) Mistake {
	switch {
	case len(c.Kwargs) > 0:
		return syntaxError(c, "keyword argument", expected, keywordHints...)
	case len(c.Args) == 0:
		if expected == "string" {
			return syntaxError(c, "missing value", expected, "write the text behind it: #@"+c.Name+" \"…\"")
		}
		return syntaxError(c, "missing value", expected)
	case len(c.Args) > 1:
		return syntaxError(c, fmt.Sprintf("%d values", len(c.Args)), expected)
	}
	return Mistake{}
}

var flagWording = wording{count: func(_ *Spec, c *tree.Annotation) Mistake { return noArguments(c) }}

func noArguments(c *tree.Annotation, hints ...string) Mistake {
	if len(c.Args)+len(c.Kwargs) == 0 {
		return Mistake{}
	}
	return syntaxError(c, "arguments", "no arguments", append(hints, "write it alone in its line: #@"+c.Name)...)
}

var nullableWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Kwargs) > 0 {
			return Mistake{
				Message:  "expected @schema/nullable annotation to not contain any keyword arguments",
				Found:    "keyword argument in @schema/nullable",
				Expected: "starlark.Bool",
				Hints:    []string{"Supported kwargs are 'any'"},
			}
		}
		return Mistake{} // ytt 0.48 ignores the others
	},
}

var textWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake { return oneArgument(c, "string", oneStringHint) },
	kind:  notString,
}

var noticeWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Args)+len(c.Kwargs) == 0 {
			return Mistake{}
		}
		return oneArgument(c, "string", oneStringHint)
	},
	kind: notString,
}

const oneStringHint = "this annotation only accepts one argument: a string."

func notString(_ *Spec, c *tree.Annotation, _ *Param, v starlark.Value) Mistake {
	text := "…"
	switch v.(type) {
	case starlark.Int, starlark.Float:
		text = v.String()
	}
	return syntaxError(c, "Non-string value", "string", "write a text in quotes: #@"+c.Name+" \""+text+"\"")
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
				return oneArgument(c, "", "did you mean \"via\"?")
			}
		}
		return oneArgument(c, "", "this annotation only accepts one argument: the default value.",
			"value must be in Starlark format, e.g.: {'key': 'value'}, True.")
	},
}

// computedDefault reports arguments that do not go with via=.
func computedDefault(c *tree.Annotation) Mistake {
	switch {
	case len(c.Args) > 0:
		return syntaxError(c, "a value and via=", "either a value or via=")
	case len(c.Kwargs) > 1:
		return syntaxError(c, fmt.Sprintf("%d keyword arguments", len(c.Kwargs)), "via= only")
	}
	return Mistake{}
}

var renamedWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Args) == 0 {
			return syntaxError(c, "no path", "one or more old paths", `write the path that the value had: @schema/renamed "db.host"`)
		}
		return Mistake{}
	},
	unknown: unknownSchemaKeyword,
	kind:    wrongSchemaKind,
}

var crossRulesWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Args)+len(c.Kwargs) == 0 {
			return syntaxError(c, "no rules", "one or more rules", "the rules are "+strings.Join(CrossRuleNames(), "=, ")+"=")
		}
		return Mistake{}
	},
	unknown: unknownSchemaKeyword,
	kind:    wrongSchemaKind,
}

var caseWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Args) > 1 {
			return syntaxError(c, fmt.Sprintf("%d values", len(c.Args)), "one name", "the rest has names: violates=, renders=, expect=")
		}
		return Mistake{}
	},
	unknown: unknownSchemaKeyword,
	kind:    wrongSchemaKind,
}

func unknownSchemaKeyword(s *Spec, c *tree.Annotation, name string) Mistake {
	expected := "one of " + strings.Join(s.keywordNames(), "=, ") + "="
	hints := spell.Hint("did you mean %q?", name, s.keywordNames())
	if hint := ownAnnotation(name); hints == nil && hint != "" {
		hints = []string{hint}
	}
	return syntaxError(c, "unknown keyword argument "+name+"=", expected, hints...)
}

func wrongSchemaKind(_ *Spec, c *tree.Annotation, p *Param, v starlark.Value) Mistake {
	return syntaxError(c, p.Name+"= of type "+v.Type(), p.Kind.String())
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

// typeOf returns the name of the type that a function of the language makes values of, "" for none.
func typeOf(function string) string {
	switch function {
	case "int", "float", "bool":
		return function
	case "str":
		return "string"
	}
	return ""
}

var typeWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Kwargs) > 0 {
			return Mistake{}
		}
		for _, v := range c.Args {
			if _, isFunction := v.(starlark.Callable); !isFunction { // the function any, for one, names no type
				return Mistake{}
			}
		}
		hints := []string{"Supported key-value pairs are 'any=True', 'any=False', 'one_of=[…]', 'or_inferred=True'"}
		for _, arg := range c.Args {
			if name := typeOf(arg.(starlark.Callable).Name()); name != "" {
				hints = append(hints, fmt.Sprintf("the names of types stand in quotes: @schema/type %q; without it, the type is that of the default", name))
			}
		}
		if len(c.Args) > 0 {
			hints = append(hints, "for a value of any type, write @schema/type any=True")
		}
		return Mistake{
			Message:  "expected @schema/type annotation to have keyword argument and value",
			Found:    "missing keyword argument and value",
			Expected: "valid keyword argument and value",
			Hints:    hints,
		}
	},
	unknown: func(s *Spec, _ *tree.Annotation, name string) Mistake {
		m := unknownTypeKeyword(s, name, "A valid kwarg")
		if hint := ownAnnotation(name); hint != "" {
			m.Hints = append(m.Hints, hint)
		}
		if name == "type" {
			m.Hints = append(m.Hints, "the type is that of the value below it: leave the annotation out")
		}
		return m
	},
	kind: func(s *Spec, c *tree.Annotation, p *Param, v starlark.Value) Mistake {
		if p.Kind == String {
			return Mistake{Message: p.Name + "= of @schema/type", Found: v.Type(), Expected: "the name of a schema, which is a string"}
		}
		return unknownTypeKeyword(s, fmt.Sprintf("%T", v), "starlark.Bool")
	},
}

// ownAnnotation says which annotation there is for what was given as an argument of another one, "" for none.
func ownAnnotation(name string) string {
	if LookupRule(name) != nil {
		return "it is a rule: #@schema/validation " + name + "=…"
	}
	switch name {
	case "nullable", "required", "sensitive":
		return "it is an annotation of its own: #@schema/" + name
	case "default", "title", "desc", "example", "examples", "deprecated", "removed", "renamed", "validation", "key":
		return "it is an annotation of its own: #@schema/" + name + " …"
	case "description", "doc":
		return "it is an annotation of its own: #@schema/desc …"
	}
	return ""
}

func unknownTypeKeyword(s *Spec, found, expected string) Mistake {
	return Mistake{
		Message: "unknown @schema/type annotation keyword argument", Found: found, Expected: expected,
		Hints: []string{"Supported kwargs are '" + strings.Join(s.keywordNames(), "', '") + "'"},
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
	unknown: func(s *Spec, _ *tree.Annotation, name string) Mistake {
		return Mistake{
			Message: "unknown @schema/key annotation keyword argument", Found: name, Expected: keyArguments,
			Hints: spell.Hint("did you mean %q?", name, s.keywordNames()),
		}
	},
	kind: func(_ *Spec, _ *tree.Annotation, p *Param, v starlark.Value) Mistake {
		return Mistake{Message: p.Name + "= of @schema/key", Found: v.Type(), Expected: "True or False"}
	},
}

var keyFlagWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		return noArguments(c, "@schema/key takes allowed=, expects= and missing_ok=")
	},
}

var validationWording = wording{
	count: func(_ *Spec, c *tree.Annotation) Mistake {
		if len(c.Args)+len(c.Kwargs) > 0 {
			return Mistake{}
		}
		return ValidationMistake(c, nil, "expected annotation to have 2-tuple as argument(s), but found no arguments (by %s)", c.Span)
	},
	unknown: func(s *Spec, c *tree.Annotation, name string) Mistake {
		return ValidationMistake(c, ruleHint(s, c, name), "unknown keyword argument %q (at %s)", name, c.Span)
	},
	kind: func(_ *Spec, c *tree.Annotation, p *Param, v starlark.Value) Mistake {
		what, hints := "function", []string{"write a function of the value, or of the value and what is around it, such as " +
			p.Name + "=lambda v, ctx: ctx.parent[\"enabled\"]"}
		if p.Kind == Bool {
			what, hints = "boolean", []string{"write " + p.Name + "=True"}
		}
		return ValidationMistake(c, hints, "expected keyword argument %q to be a %s, but was %s (at %s)", p.Name, what, v.Type(), c.Span)
	},
}

// ValidationMistake words a mistake in the rules of an annotation.
func ValidationMistake(c *tree.Annotation, hints []string, format string, args ...any) Mistake {
	return Mistake{Message: "Invalid @" + c.Name + " annotation - " + fmt.Sprintf(format, args...), Hints: hints}
}

// shortText is a value in code, "…" for one that is long or of several parts.
func shortText(v starlark.Value) string {
	const most = 40
	switch v.(type) {
	case starlark.Int, starlark.Float, starlark.Bool, starlark.String:
		if text := v.String(); len(text) <= most {
			return text
		}
	}
	return "…"
}

// otherRules returns the keyword for what JSON Schema and other languages call otherwise, "" for other names.
func otherRules(name string) string {
	switch name {
	case "minimum", "gte", "at_least":
		return "min"
	case "maximum", "lte", "at_most":
		return "max"
	case "minLength", "minItems", "minProperties", "min_length", "min_items":
		return "min_len"
	case "maxLength", "maxItems", "maxProperties", "max_length", "max_items":
		return "max_len"
	case "allowed", "allowed_values", "values", "choices", "options", "oneOf", "in":
		return "one_of"
	case "matches", "match":
		return "regexp"
	case "uniqueItems", "distinct":
		return "unique"
	case "multipleOf":
		return "multiple_of"
	case "required", "notNull", "not_none", "nonnull":
		return "not_null"
	}
	return ""
}

// ruleHint suggests what an unknown keyword of a validation was meant to be.
func ruleHint(s *Spec, c *tree.Annotation, name string) []string {
	var rules, others []string
	for i := range s.Keywords {
		p := &s.Keywords[i]
		if p.Kind == RuleArgument {
			rules = append(append(rules, p.Name), p.Aliases...)
		} else {
			others = append(others, p.Name)
		}
	}
	if here := otherRules(name); here != "" {
		for _, kv := range c.Kwargs {
			if given, _ := starlark.AsString(kv[0]); given == name {
				here += "=" + shortText(kv[1])
			}
		}
		return []string{"the rule is called " + here + " here"}
	}
	if hint := spell.Hint("did you mean %q?", name, slices.Concat(rules, others)); hint != nil {
		return hint
	}
	return []string{"the rules with names are " + strings.Join(rules, "=, ") + "="}
}
