package diag

// Problems of what results look like and where they go.
const (
	TagDropped     Code = "tag-dropped"
	OutputFilePath Code = "output-file"
)

var outputCodes = []Info{
	{
		Code:  TagDropped,
		Title: "a tag that is dropped",
		Doc: "YAML lets programs define tags of their own, such as the !Ref and !Sub of CloudFormation. Unless --preserve-tags is given, they are read " +
			"and forgotten, and what is printed lacks them. The warning comes once for every file.",
		Example: "-f a.yml\n-- a.yml --\nname: !Ref Stack\n",
	},
	{
		Code:  OutputFilePath,
		Title: "a destination that cannot be",
		Doc: "The annotation @output/file sends a document to a file below the output directory. It takes one argument, a relative path such as " +
			"\"apps/web.yml\" that does not lead out of that directory, and it stands on a document.",
		Example: "-f a.yml\n-- a.yml --\n#@output/file \"../a.yml\"\n---\na: 1\n",
	},
}
