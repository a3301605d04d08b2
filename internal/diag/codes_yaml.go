package diag

// Problems of reading YAML.
const (
	YAMLSyntax   Code = "yaml-syntax"
	YAMLEncoding Code = "yaml-encoding"

	TabIndentation    Code = "tab-indentation"
	IndentedSeparator Code = "indented-separator"
	UnindentedText    Code = "unindented-text"
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
	{
		Code:  TabIndentation,
		Title: "tab at the start of a line",
		Doc: "YAML does not allow tabs for indentation. This one is harmless, as nothing depends on how far it reaches, but other programs " +
			"refuse the file. Use spaces.",
		Example: "-f a.yml\n-- a.yml --\n#@ x = 1\n\t#@ y = 2\na: #@ x + y\n",
	},
	{
		Code:  IndentedSeparator,
		Title: "document separator that is indented",
		Doc: "A line --- begins a document only without white space in front of it. Indented, it is a text, or goes on with the text of the " +
			"line above. Remove the white space, or put the text in quotes. With code behind it, it is refused.",
		Example: "-f a.yml\n-- a.yml --\na: 1\n  ---\nb: 2\n",
	},
	{
		Code:  UnindentedText,
		Title: "text that reaches to the next document",
		Doc: "A document that begins with --- | or --- > is a text, whose lines need no indentation. Everything up to the next --- belongs to it, " +
			"also what looks like YAML or code. Put --- on a line of its own if that was meant, or indent the text.",
		Example: "-f a.yml\n-- a.yml --\n--- |\na: 1\nb: 2\n",
	},
}
