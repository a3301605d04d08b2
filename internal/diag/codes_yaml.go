package diag

// Problems of reading YAML.
const (
	YAMLSyntax   Code = "yaml-syntax"
	YAMLEncoding Code = "yaml-encoding"
)

var yamlCodes = []Info{
	{
		Code:  YAMLSyntax,
		Title: "text that is not YAML",
		Doc: "The text breaks the grammar of YAML at this place. Frequent reasons are a tab used for indentation, a line indented differently from its " +
			"neighbours, a bracket or quote that is not closed, no space after a colon, and a value that holds \": \" or starts with one of @ ` % without quotes. " +
			"The rest of the file is still read as far as possible, but only the first problem of a document is reported.",
		Example: "-f a.yml\n-- a.yml --\na: 1\n b: 2\n",
	},
	{
		Code:  YAMLEncoding,
		Title: "bytes that cannot be in a YAML text",
		Doc: "YAML is text in UTF-8 without control characters other than tab and line breaks. Save the file in that encoding; inside of double quotes, " +
			"a control character can be written as an escape such as \"\\x07\".",
		Example: "-f a.yml\n-- a.yml --\na: \x07\n",
	},
}
