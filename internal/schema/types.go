package schema

import (
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/diag/kinds"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements the arguments of @schema/type
// (docs/schema-reference.md#schematype):
//
//	@schema/type any=True
//	@schema/type one_of=["int", "string"], or_inferred=True
//	@schema/type "int", "float"
//	@schema/type ref="app/config"

// typeNames are the types that can be asked for by name.
var typeNames = [...]struct {
	name string
	kind tree.Kind
}{
	{"bool", tree.Bool}, {"float", tree.Float}, {"int", tree.Int}, {"null", tree.Null}, {"string", tree.String},
}

// askedType is what an annotation says about the type of a node.
type askedType struct {
	any        bool
	broken     bool // a mistake was reported; the node then takes any value
	given      bool // kinds are the types; otherwise the type is inferred from the value
	kinds      Kinds
	orInferred bool
	ref        string // the name of a schema, "" for none
	by         source.Span
}

func (d *declarer) readType(a *tree.Annotation, at site) askedType {
	var asked askedType
	if a == nil {
		return asked
	}
	asked.by = a.Span
	if names, joined := annotation.Alternatives(a.Span); names != nil {
		asked.broken = true
		d.unknownType(a, at, starlark.String(strings.Join(names, " or "))).PointAt(joined)
		return asked
	}
	fine := d.bind(a, at, annotation.To{
		"types", func(names starlark.Tuple) { d.readTypeNames(&asked, a, at, names) },
		"any", &asked.any,
		"one_of", func(v starlark.Value) { d.readTypeNames(&asked, a, at, elementsOf(v)) },
		"or_inferred", &asked.orInferred,
		"ref", &asked.ref,
	})
	if asked.ref == "" && a.HasKeyword("ref") {
		asked.broken = true
		if fine {
			d.unknownName(&reference{at: at, by: a.Span})
		}
	}
	if asked.any && len(a.Args)+len(a.Kwargs) > 1 {
		d.invalid(diag.SchemaAnnotation, a, at, diag.Violation{
			Description: "@schema/type any=True is combined with other types",
			Found:       kinds.Of(kinds.AnyAndOthers),
			FoundBy:     a.Span,
			Expected:    kinds.Of(kinds.AnyOrTypes),
		}, nil)
	}
	return asked
}

// elementsOf returns the elements of a list or tuple; anything else stands for
// itself.
func elementsOf(v starlark.Value) starlark.Tuple {
	switch v := v.(type) {
	case starlark.Tuple:
		return v
	case *starlark.List:
		names := make(starlark.Tuple, v.Len())
		for i := range names {
			names[i] = v.Index(i)
		}
		return names
	}
	return starlark.Tuple{v}
}

// readTypeNames adds the named types to what is asked for.
func (d *declarer) readTypeNames(asked *askedType, a *tree.Annotation, at site, names starlark.Tuple) {
	if len(names) == 0 {
		d.invalid(diag.SchemaAnnotation, a, at, diag.Violation{
			Description: "@schema/type one_of= names no types",
			Found:       kinds.Of(kinds.NoTypes),
			FoundBy:     a.Span,
			Expected:    kinds.Of(kinds.OneOf, quotedTypes()...),
		}, nil)
	}
	for _, v := range names {
		name, isString := starlark.AsString(v)
		if v == starlark.None {
			name = "null"
		}
		if isString && name == "any" && len(names) == 1 {
			asked.any = true
			return
		}
		kind, ok := kindNamed(name)
		if !ok {
			asked.broken = true
			d.unknownType(a, at, v)
			continue
		}
		asked.given = true
		asked.kinds |= kindsOf(kind)
	}
}

func kindNamed(name string) (tree.Kind, bool) {
	for _, t := range typeNames {
		if t.name == name {
			return t.kind, true
		}
	}
	return 0, false
}

func (d *declarer) unknownType(a *tree.Annotation, at site, v starlark.Value) *diag.Diagnostic {
	var fact diag.Fact
	if name, ok := starlark.AsString(v); ok {
		known := make([]string, len(typeNames))
		for i := range typeNames {
			known[i] = typeNames[i].name
		}
		fact = &UnknownType{name, known}
	}
	return d.invalid(diag.SchemaAnnotation, a, at, diag.Violation{
		Description: "unknown type in @schema/type annotation",
		Found:       kinds.Of(kinds.Written, v.String()),
		FoundBy:     a.Span,
		Expected:    kinds.Of(kinds.OneOf, quotedTypes()...),
	}, fact)
}

func quotedTypes() (quoted []string) {
	for _, t := range typeNames {
		quoted = append(quoted, `"`+t.name+`"`)
	}
	return quoted
}
