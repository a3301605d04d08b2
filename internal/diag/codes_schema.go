package diag

// Problems of schemas and the values that they describe.
const (
	DeprecatedValue       Code = "deprecated-value"
	SchemaAnnotation      Code = "schema-annotation"
	SchemaAnnotationPlace Code = "schema-annotation-place"
	SchemaArray           Code = "schema-array"
	SchemaBooleanKey      Code = "schema-boolean-key"
	SchemaDefault         Code = "schema-default"
	SchemaExamples        Code = "schema-examples"
	SchemaFile            Code = "schema-file"
	SchemaNull            Code = "schema-null"
	SchemaWithinAny       Code = "schema-within-any"
	ViolationKeyCount     Code = "violation-key-count"
	ViolationRemoved      Code = "violation-removed"
	ViolationRequired     Code = "violation-required"
	ViolationType         Code = "violation-type"
	ViolationUnknownKey   Code = "violation-unknown-key"
)

var schemaCodes = []Info{
	{
		Code:  DeprecatedValue,
		Title: "deprecated data value is used",
		Doc: "The schema calls this data value deprecated, and a value was supplied for it. It still works. The notice of the " +
			"schema says what to use in its place.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
#@schema/deprecated "use b"
a: 1
b: 1
-- v.yml --
#@data/values
---
a: 2
`,
	},
	{
		Code:  SchemaAnnotation,
		Title: "mistake in an annotation of a schema",
		Doc: "An annotation of the schema has arguments that it does not take, lacks one, or has one of the wrong type. The " +
			"report says what it takes.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
#@schema/title 1
a: 1
`,
	},
	{
		Code:  SchemaAnnotationPlace,
		Title: "annotation on a node that cannot have it",
		Doc: "Some annotations of a schema make sense on some nodes only: a default for an array belongs on the array, not on " +
			"its item; a document as a whole cannot be deprecated. The hint names the right place.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
a:
#@schema/default "x"
- ""
`,
	},
	{
		Code:  SchemaArray,
		Title: "array in a schema without exactly one item",
		Doc: "In a schema the one item of an array says of which type every item is. With no item the type is unknown, with " +
			"several it is ambiguous. The default of an array is empty; @schema/default on its key sets another.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
a: []
`,
	},
	{
		Code:  SchemaBooleanKey,
		Title: "key of a schema that is a boolean",
		Doc: "In YAML 1.1 the plain words y, n, yes, no, on and off are booleans, as keys too. A data value with such a key " +
			"cannot be set by a flag and is no name in data.values. Put the key in quotes.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
on: 1
`,
	},
	{
		Code:  SchemaDefault,
		Title: "default is not of the declared type",
		Doc: "The value of @schema/default must be of the type that the node declares, as every other data value must. Correct " +
			"the default or the declaration.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
#@schema/default "s"
a: 1
`,
	},
	{
		Code:  SchemaExamples,
		Title: "example is not of the declared type",
		Doc: "The value of an example must be of the type that the node declares, otherwise it shows something that would be " +
			"refused. Correct the example or the declaration.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
#@schema/examples ("what it is", "s")
a: 1
`,
	},
	{
		Code:  SchemaFile,
		Title: "schema file holds something else",
		Doc: "A file with a schema document may hold nothing but schema documents, as it is evaluated before everything else " +
			"and its other documents would be lost. Move them to a file of their own.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
a: 1
#@data/values
---
a: 2
`,
	},
	{
		Code:  SchemaNull,
		Title: "null in a schema",
		Doc: "A schema infers the type of a data value from the value written, and null says nothing about it. Write a value " +
			"of the type; annotate with @schema/nullable if null is to be the default, or with @schema/type any=True to " +
			"accept everything.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
a: null
`,
	},
	{
		Code:  SchemaWithinAny,
		Title: "declaration inside of a value of any type",
		Doc: "A node annotated with @schema/type any=True accepts everything, so annotations on nodes below it would have no " +
			"effect. Remove them, or the annotation above.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
#@schema/type any=True
a:
  #@schema/nullable
  b: 1
`,
	},
	{
		Code:  ViolationKeyCount,
		Title: "wrong number of keys",
		Doc: "An entry of the schema stands for any number of keys and says how many of them there must be. The map has more " +
			"or fewer. The report names those it has.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
m:
  #@schema/key allowed="a.*", expects="2+"
  _: 1
-- v.yml --
#@data/values
---
m:
  a1: 1
`,
	},
	{
		Code:  ViolationRemoved,
		Title: "removed data value is used",
		Doc: "The schema says that this data value was removed, and a value was supplied for it. The remedy of the schema says " +
			"what to do.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
#@schema/removed "use b"
a: 1
b: 1
-- v.yml --
#@data/values
---
a: 2
`,
	},
	{
		Code:  ViolationRequired,
		Title: "required data value is missing",
		Doc: "The schema declares a data value without a default, and nothing supplied it. Supply it in a data values file or " +
			"with a flag.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
#@schema/required
a: 1
`,
	},
	{
		Code:  ViolationType,
		Title: "data value of the wrong type",
		Doc: "The schema declares another type for this data value than the value supplied has. Correct the value; or the " +
			"declaration: its type is that of the value written there, unless annotations say otherwise.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
a: 1
-- v.yml --
#@data/values
---
a: text
`,
	},
	{
		Code:  ViolationUnknownKey,
		Title: "data value that the schema does not declare",
		Doc: "A value was supplied for a key that the schema does not have at this place. It may be misspelt or at the wrong " +
			"level. If templates use it, declare it in the schema.",
		Example: `-f . -v nam=x
-- s.yml --
#@data/values-schema
---
name: ""
`,
	},
}
