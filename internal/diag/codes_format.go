package diag

// Problems of formatting YAML.
const (
	ForeignTemplate Code = "foreign-template"
	NestedTooDeeply Code = "nested-too-deeply"
)

var formatCodes = []Info{
	{
		Code:  ForeignTemplate,
		Title: "template of another tool",
		Doc: "The file to format holds {{ ... }} or {% ... %} where it would have to be YAML, or names what only Helm knows. Such a " +
			"file is YAML once that tool has run; laying it out before would damage it. It stays as it is. --exclude leaves it " +
			"out without this warning.",
		Example: `fmt -f a.yml
-- a.yml --
a: {{ .Values.a }}
`,
	},
	{
		Code:  NestedTooDeeply,
		Title: "nesting that cannot be laid out",
		Doc: "Formatting puts every entry of a collection on a line of its own, indented by two spaces for each level. The text " +
			"holds collections nested so deeply that these spaces would make it many times as long. Leave such a file as it is.",
	},
}
