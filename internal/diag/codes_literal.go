package diag

// Problems of turning written YAML into values.
const (
	UnknownAnchor  Code = "unknown-anchor"
	AnchorInItself Code = "anchor-in-itself"
	AliasExpansion Code = "alias-expansion"
	MergeValue     Code = "merge-value"
	ComplexKey     Code = "complex-key"
	ScalarTag      Code = "scalar-tag"
	StrictScalar   Code = "strict-scalar"
)

var literalCodes = []Info{
	{
		Code:  UnknownAnchor,
		Title: "alias of an anchor that does not exist",
		Doc: "An alias (*name) stands for the node that carries the anchor &name earlier in the same document. There is no such node: " +
			"the name may be misspelt, the anchor may stand below the alias, or in another document of the file. Correct the name or move the anchor.",
		Example: "-f a.yml\n-- a.yml --\na: *nope\n",
	},
	{
		Code:  AnchorInItself,
		Title: "anchored node contains its own alias",
		Doc: "An alias is replaced by the node that carries its anchor. When the alias stands inside of that very node, replacing never ends. " +
			"Put the shared part into a node of its own and refer to that.",
		Example: "-f a.yml\n-- a.yml --\na: &a\n  b: *a\n",
	},
	{
		Code:  AliasExpansion,
		Title: "aliases make a small file huge",
		Doc: "Aliases of nodes that hold aliases multiply: nine levels of ten aliases each are a thousand million nodes. A file whose aliases make it " +
			"more than a hundred times as big, and bigger than ten megabytes, is refused, because it is far more often an accident or an attack than meant. " +
			"Write repeated structure with a loop or a function instead.",
		Example: "-f a.yml\n-- a.yml --\na: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n" +
			"c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\n" +
			"e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]\nf: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]\n" +
			"g: [*f, *f, *f, *f, *f, *f, *f, *f, *f, *f]\n",
	},
	{
		Code:  MergeValue,
		Title: "merge key without a map",
		Doc: "The key << puts the entries of another map into the one it stands in. Its value must be a map, an alias of a map, or an array of those. " +
			"To have an ordinary key of that name, put it in quotes.",
		Example: "-f a.yml\n-- a.yml --\na:\n  <<: 5\n",
	},
	{
		Code:  ComplexKey,
		Title: "map or array as a key",
		Doc: "YAML allows maps and arrays as keys of a map. Neither JSON nor most programs that read YAML do, and templates have no use for them. " +
			"Use a string as the key, or an array of pairs instead of the map. Text between braces that was meant as a placeholder needs quotes.",
		Example: "-f a.yml\n-- a.yml --\n? [a, b]\n: 1\n",
	},
	{
		Code:  ScalarTag,
		Title: "text does not fit its tag",
		Doc: "A tag such as !!int or !!bool says of which type a scalar is. The text is not of that type and is not converted to it. " +
			"Correct the text, or remove the tag.",
		Example: "-f a.yml\n-- a.yml --\na: !!int x\n",
	},
	{
		Code:  StrictScalar,
		Title: "ambiguous plain text in a strictly read file",
		Doc: "Reading strictly, every plain scalar must mean the same to every reader: yes, 011 and 2001-01-01 do not, because some take them for a " +
			"boolean, an octal number and a date. Strings with white space, colons or triple dashes are refused as well. Put strings in quotes; " +
			"write numbers in decimal and booleans as true or false.",
		Example: "--strict -f a.yml\n-- a.yml --\na: yes\n",
	},
}
