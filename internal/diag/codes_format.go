package diag

// Problems of formatting YAML.
const NestedTooDeeply Code = "nested-too-deeply"

var formatCodes = []Info{
	{
		Code:  NestedTooDeeply,
		Title: "nesting that cannot be laid out",
		Doc: "Formatting puts every entry of a collection on a line of its own, indented by two spaces for each level. The text " +
			"holds collections nested so deeply that these spaces would make it many times as long. Leave such a file as it is.",
	},
}
