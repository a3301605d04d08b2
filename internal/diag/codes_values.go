package diag

// Problems of data values.
const (
	DataValueFlag        Code = "data-value-flag"
	DataValuesAnnotation Code = "data-values-annotation"
	DataValuesFile       Code = "data-values-file"
	DataValuesKey        Code = "data-values-key"
)

var valuesCodes = []Info{
	{
		Code:  DataValueFlag,
		Title: "malformed data value on the command line or in the environment",
		Doc: "A data value is given as key=value, where dots in the key lead into maps, and @library: may stand in front. The " +
			"argument lacks a part of that, has one too many, or its value is not the YAML that this flag expects.",
		Example: `-f . -v a
-- a.yml --
a: 1
`,
	},
	{
		Code:  DataValuesAnnotation,
		Title: "mistake in the annotation of a data values document",
		Doc: "@data/values marks a document as data values and takes no argument except after_library_module, which needs " +
			"@library/ref next to it. It may stand on a document only, once, and not beside @data/values-schema.",
		Example: `-f .
-- a.yml --
#@data/values foo=1
---
a: 1
`,
	},
	{
		Code:  DataValuesFile,
		Title: "file of data values holds something else",
		Doc: "A file with data values documents may hold nothing but those, as it is evaluated before the templates and its " +
			"other documents would be lost. Files given to --data-values-file are plain YAML without annotations.",
		Example: `-f .
-- a.yml --
#@data/values
---
a: 1
---
b: 1
`,
	},
	{
		Code:  DataValuesKey,
		Title: "key of data values that is no string",
		Doc: "Templates see data values as data.values.name, so every key must be a string. Numbers, and the words that YAML 1.1 reads as " +
			"true and false, are none. Put the key in quotes.",
		Example: `-f .
-- v.yml --
#@data/values
---
80: http
-- a.yml --
#@ load("@ytt:data", "data")
a: #@ data.values
`,
	},
}
