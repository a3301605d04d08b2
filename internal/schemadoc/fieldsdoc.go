package schemadoc

import (
	"ytt/internal/schema"
	"ytt/internal/tree"
)

// This file implements the document of fields: what people want to know of each value, as data for templates and
// programs of their own.
//
//	schema:
//	  name: data/values
//	  fields:
//	  - name: username
//	    title: Database username
//	    documentation: The account to authenticate as.
//	    type: string
//	    default: ""
//	    example:
//	    - value: admin
//	      description: null

// Fields returns the document that describes the values of a schema.
func Fields(s *schema.Schema) tree.Node {
	return object(entry("schema", FieldsObject(s)))
}

// FieldsObject returns what that document holds.
func FieldsObject(s *schema.Schema) tree.Node {
	var x fieldsExport
	base := x.open()
	x.add("name", text("data/values"))
	x.facts(fieldsOf(s))
	return x.cut(base)
}

type fieldsExport struct{ builder }

func (x *fieldsExport) field(f *field) tree.Node {
	base := x.open()
	switch {
	case f.isPattern:
		x.add("keys", text(f.name))
		x.add("expects", text(f.keys))
	case f.name != "":
		x.add("name", text(f.name))
	}
	x.facts(f)
	return x.cut(base)
}

// facts adds all but the name. What does not apply is left out.
func (x *fieldsExport) facts(f *field) {
	x.addText("title", f.title)
	x.addText("documentation", f.doc)
	x.add("type", text(f.kind))
	x.flag("nullable", f.nullable)
	x.flag("required", f.required)
	x.flag("optional", f.optional && !f.isPattern)
	x.flag("sensitive", f.sensitive)
	x.notice("deprecated", f.deprecated)
	x.notice("removed", f.removed)
	if f.preset != nil {
		x.add("default", f.preset)
	}
	if f.examples != nil {
		x.add("example", x.examples(f.examples))
	}
	if f.rules != nil {
		x.add("validation", texts(f.rules))
	}
	if f.item != nil {
		x.add("items", x.field(f.item))
	}
	if f.fields != nil {
		fields := &tree.Array{Items: make([]tree.Item, len(f.fields))}
		for i, child := range f.fields {
			fields.Items[i].Value = x.field(child)
		}
		x.add("fields", fields)
	}
}

func (x *fieldsExport) flag(key string, is bool) {
	if is {
		x.add(key, yes)
	}
}

// notice adds a text that says more than that something is so.
func (x *fieldsExport) notice(key string, notice *string) {
	if notice != nil {
		x.add(key, text(*notice))
	}
}

func (x *fieldsExport) examples(examples []example) tree.Node {
	all := &tree.Array{Items: make([]tree.Item, len(examples))}
	for i, e := range examples {
		var desc tree.Node = tree.NewNull()
		if e.desc != "" {
			desc = text(e.desc)
		}
		all.Items[i].Value = object(entry("value", e.value), entry("description", desc))
	}
	return all
}
