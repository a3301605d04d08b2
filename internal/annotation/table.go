package annotation

// table holds all annotations. Messages list those of schemas in this order.
var table = [...]Spec{
	{ID: Values, Name: DataValues, On: Document,
		Example: "#@data/values\n---\nport: 80",
		Keywords: []Param{
			{Name: "after_library_module", Kind: Bool, Default: "False",
				Doc: "with `@library/ref`: the values win over those that code gives to the library"},
			plainParam,
		},
		Doc: "holds data values", Page: "values-guide.md#files", words: &dataValuesWording},
	{ID: SchemaDocument, Name: DataValuesSchema, On: Document,
		Example:  "#@data/values-schema\n---\nport: 80",
		Keywords: []Param{stringsRequiredParam, plainParam},
		Doc:      "holds the schema of the data values", Page: "schema-reference.md#schema-documents", words: &schemaDocumentWording},
	{ID: SchemaDocument, Name: "schema", On: Document,
		Example:  "#@schema\n---\nport: 80",
		Keywords: []Param{stringsRequiredParam, plainParam, dataValuesParam},
		Doc:      "the same as `@data/values-schema`", Page: "schema-reference.md#schema-documents", words: &schemaDocumentWording},
	{ID: Validate, Name: AssertValidate, On: All, Of: DataValueFiles,
		Example:    "#@assert/validate min=1, max=65535\nport: 80",
		Positional: rules, Variadic: true, Keywords: ruleKeywords[:],
		Doc: "a rule that the value must meet", Page: "schema-reference.md#schemavalidation-schemavalidate", words: &validationWording},
	{ID: Library, Name: LibraryRef, On: Document,
		Example:    "#@library/ref \"@app\"\n#@data/values\n---\nport: 80",
		Positional: []Param{{Name: "library", Kind: String, Required: true, Doc: "which library, such as `\"@app\"`"}},
		Doc:        "the data values or schema are for a library", Page: "libraries.md#addressing-values-from-outside", words: &libraryRefWording},

	{ID: Match, Name: OverlayMatch, On: All, Of: Overlays,
		Example: "#@overlay/match by=overlay.subset({\"kind\": \"Deployment\"})\n---\nspec:\n  #@overlay/match missing_ok=True\n  replicas: 3",
		Keywords: []Param{
			{Name: "by", Kind: Matcher, Doc: "which nodes are meant"},
			expectsParam, missingOKParam, whenParam,
			{Name: "plain", Kind: Bool, Default: "False", Doc: "what stands below is merged as plain YAML is"},
		},
		Doc: "which nodes are meant, and how many there may be", Page: "overlays.md#which-nodes-match", words: &overlayWording},
	{ID: MatchDefaults, Name: OverlayMatchDefaults, On: All, Of: Overlays,
		Example:  "#@overlay/match-child-defaults missing_ok=True\nlabels:\n  team: web",
		Keywords: []Param{expectsParam, missingOKParam, whenParam},
		Doc:      "how many there may be, for all nodes below", Page: "overlays.md#how-many-matches", words: &overlayWording},
	{ID: Merge, Name: "overlay/merge", On: All, Of: Overlays,
		Example: "#@overlay/merge\nlabels:\n  team: web",
		Doc:     "merges maps entry by entry and arrays item by item, and replaces anything else; the default", Page: actionsPage, words: &tolerant},
	{ID: Replace, Name: "overlay/replace", On: All, Of: Overlays,
		Example: "#@overlay/replace\nports:\n- 80",
		Keywords: []Param{
			viaParam,
			{Name: "or_add", Kind: Bool, Default: "False", Doc: "adds the node when there is no match"},
		},
		Doc: "replaces the match as a whole, its key included", Page: actionsPage, words: &overlayWording},
	{ID: Remove, Name: "overlay/remove", On: All, Of: Overlays,
		Example: "#@overlay/remove\nreplicas:",
		Doc:     "removes the match", Page: actionsPage, words: &tolerant},
	{ID: Insert, Name: "overlay/insert", On: Document | Item, Of: Overlays,
		Example: "#@overlay/match by=\"name\"\n#@overlay/insert after=True\n- name: web",
		Keywords: []Param{
			{Name: "before", Kind: Bool, Default: "False", Doc: "puts the node in front of the match"},
			{Name: "after", Kind: Bool, Default: "False", Doc: "puts the node behind the match"},
			viaParam,
		},
		Doc: "adds the node beside the match", Page: actionsPage, words: &insertWording},
	{ID: Append, Name: "overlay/append", On: Document | Item, Of: Overlays,
		Example: "#@overlay/append\n- name: last",
		Doc:     "adds the node at the end, whatever matches", Page: actionsPage, words: &tolerant},
	{ID: Assert, Name: "overlay/assert", On: All, Of: Overlays,
		Example:  "#@overlay/assert via=lambda left, right: left < 5\nreplicas:",
		Keywords: []Param{viaParam},
		Doc:      "the match must have what the overlay says", Page: actionsPage, words: &overlayWording},

	{ID: Nullable, Name: "schema/nullable", On: All, Of: Schemas, InsideAny: Refused,
		Example: "#@schema/nullable\nurl: \"\"",
		Doc:     "null is accepted, and is the default", Page: "schema-reference.md#schemanullable", words: &nullableWording},
	{ID: Type, Name: "schema/type", On: All, Of: Schemas, InsideAny: Refused,
		Example:    "#@schema/type \"int\", \"string\"\nport: 80",
		Positional: []Param{{Name: "types", Kind: TypeNames, Doc: "the same as `one_of=`"}}, Variadic: true,
		Keywords: []Param{
			{Name: "any", Kind: Bool, Default: "False", Doc: "a value of any type; nothing below it is checked or completed. `\"any\"` is short for it. " +
				"No other argument goes with it"},
			{Name: "one_of", Kind: TypeNames, Doc: "the names of the types: `\"bool\"`, `\"float\"`, `\"int\"`, `\"null\"` (or `None`), `\"string\"`. " +
				"One name needs no list; names without `one_of=` mean the same"},
			{Name: "or_inferred", Kind: Bool, Default: "False", Doc: "the type of the value is one of the types. " +
				"The only way for a map or an array to be among them"},
			{Name: "ref", Kind: String, Doc: "the name of a schema, which is the type; may refer to the schema that it stands in"},
		},
		Doc: "the types of the value", Page: "schema-reference.md#schematype", words: &typeWording},
	{ID: Default, Name: "schema/default", On: Document | Entry, Of: Schemas, InsideAny: Refused,
		Example:    "#@schema/default [\"admin\"]\nroles:\n- \"\"",
		Positional: []Param{{Name: "value", Kind: Any, Required: true, Doc: "a value of the type of the node"}},
		Keywords: []Param{{Name: "via", Kind: Function,
			Doc: "in place of a value: called with the data values (and the item that the node is in), returns the default"}},
		Doc: "the default, in place of the value of the node", Page: "schema-reference.md#schemadefault", words: &defaultWording,
		misplaced: Mistake{
			Message: "Invalid schema - @schema/default not supported on array item",
			Hints:   compatHints(defaultOfItem),
			Fact:    DefaultOfItem,
		}},
	{ID: Required, Name: "schema/required", On: Entry, Of: Schemas, InsideAny: Refused,
		Example: "#@schema/required\nname: \"\"",
		Doc:     "the value must be given", Page: "schema-reference.md#schemarequired", words: &flagWording,
		misplaced: Mistake{Fact: RequiredItem}},
	{ID: Key, Name: "schema/key", On: Entry, Of: Schemas, InsideAny: Refused,
		Example: "#@schema/key allowed=\"^x-\", expects=\"0+\"\n_: \"\"",
		Keywords: []Param{
			{Name: "allowed", Kind: KeyPattern, Doc: "the keys that the entry stands for; without it, the key that is written"},
			{Name: "expects", Kind: Count, Default: "1", Doc: "how many keys there must be"},
			{Name: "missing_ok", Kind: Bool, Default: "False", Doc: "the same as `expects=\"0+\"`"},
		},
		Doc: "which keys the entry stands for, and how many there must be", Page: "schema-reference.md#schemakey", words: &keyWording,
		misplaced: onlyKeys},
	{ID: Key, Name: "schema/any-key", On: Entry, Of: Schemas, InsideAny: Refused,
		Example: "labels:\n  #@schema/any-key\n  _: \"\"",
		Doc:     "the entry stands for any number of keys", Page: "schema-reference.md#schemaany-key",
		words: &flagWording, misplaced: onlyKeys},
	{ID: Key, Name: "schema/key-may-be-present", On: Entry, Of: Schemas, InsideAny: Refused,
		Example: "#@schema/key-may-be-present\nproxy: \"\"",
		Doc:     "the key may be missing", Page: "schema-reference.md#schemakey-may-be-present",
		words: &flagWording, misplaced: onlyKeys},
	{ID: Title, Name: "schema/title", On: All, Of: Schemas,
		Example:    "#@schema/title \"Host name\"\nhost: \"\"",
		Positional: []Param{{Name: "title", Kind: String, Required: true}},
		Doc:        "a short name", Page: "schema-reference.md#schematitle", words: &textWording},
	{ID: Description, Name: "schema/desc", Aliases: []string{"schema/doc"}, On: All, Of: Schemas,
		Example:    "#@schema/desc \"Where clients connect.\"\nhost: \"\"",
		Positional: []Param{{Name: "text", Kind: String, Required: true, Doc: "Markdown"}},
		Doc:        "a description", Page: "schema-reference.md#schemadesc-schemadoc", words: &textWording},
	{ID: Examples, Name: "schema/examples", On: All, Of: Schemas,
		Example:    "#@schema/examples (\"In a cluster\", \"db.svc\"), (\"On a laptop\", \"localhost\")\nhost: \"\"",
		Positional: []Param{{Name: "examples", Kind: Example, Required: true, Doc: "several, or a list of them"}}, Variadic: true,
		Doc: "examples with descriptions", Page: "schema-reference.md#schemaexample-schemaexamples", words: &examplesWording},
	{ID: Examples, Name: "schema/example", On: All, Of: Schemas,
		Example:    "#@schema/example \"db.example.com\"\nhost: \"\"",
		Positional: []Param{{Name: "value", Kind: Any, Required: true, Doc: "a value of the type of the node"}}, Variadic: true,
		Doc: "an example", Page: "schema-reference.md#schemaexample-schemaexamples", words: &exampleWording},
	{ID: Deprecated, Name: "schema/deprecated", On: Entry | Item, Of: Schemas, InsideAny: Useless,
		Example:    "#@schema/deprecated \"use host\"\naddress: \"\"",
		Positional: []Param{{Name: "notice", Kind: String, Doc: "what to use instead"}},
		Doc:        "giving the value is a warning", Page: "schema-reference.md#schemadeprecated", words: &noticeWording,
		misplaced: Mistake{
			Message: "@schema/deprecated not supported on a document",
			Hints:   compatHints(deprecatedDocument),
		}},
	{ID: Removed, Name: "schema/removed", On: Entry, Of: Schemas, InsideAny: Useless,
		Example:    "#@schema/removed \"use host\"\naddress: \"\"",
		Positional: []Param{{Name: "notice", Kind: String, Doc: "what to do instead"}},
		Doc:        "giving the value is an error", Page: "schema-reference.md#schemaremoved", words: &noticeWording,
		misplaced: Mistake{Fact: RemovedNoEntry}},
	{ID: Renamed, Name: "schema/renamed", On: Entry, Of: Schemas, InsideAny: Useless,
		Example:    "#@schema/renamed \"address\", since=\"2.0\"\nhost: \"\"",
		Positional: []Param{{Name: "paths", Kind: String, Required: true, Doc: "where the value was before, such as `\"db.host\"`"}}, Variadic: true,
		Keywords: []Param{
			{Name: "since", Kind: String, Doc: "the version that has the new name"},
			{Name: "via", Kind: Function, Doc: "called with a value that was given under an old path, returns the one to use"},
		},
		Doc: "a value given under an old path counts, with a warning", Page: "schema-reference.md#schemarenamed", words: &renamedWording,
		misplaced: Mistake{Fact: RenamedNoEntry}},
	{ID: Sensitive, Name: "schema/sensitive", On: All, Of: Schemas, InsideAny: Useless,
		Example: "#@schema/sensitive\npassword: \"\"",
		Doc:     "the value is never shown", Page: "schema-reference.md#schemasensitive", words: &flagWording},
	{ID: Validation, Name: "schema/validation", Aliases: []string{"schema/validate"}, On: All, Of: Schemas, InsideAny: Useless,
		Example:    "#@schema/validation min=1, max=65535\nport: 80",
		Positional: rules, Variadic: true, Keywords: ruleKeywords[:],
		Doc: "rules that the value must meet", Page: "schema-reference.md#schemavalidation-schemavalidate", words: &validationWording},
	{ID: CrossRules, Name: "schema/rules", On: All, Of: Schemas, InsideAny: Useless,
		Example:    "#@schema/rules at_most_one_of=[\"url\", \"host\"]\ndb:\n  #@schema/nullable\n  url: \"\"\n  #@schema/nullable\n  host: \"\"",
		Positional: []Param{{Name: "sets", Kind: RuleSet, Doc: "several sets of rules, each with its own message"}}, Variadic: true,
		Keywords: crossRuleKeywords[:],
		Doc:      "rules about several keys of a map together", Page: "schema-reference.md#schemarules", words: &crossRulesWording},
	{ID: SchemaDocument, Name: "schema/definition", On: Document, InsideAny: Refused,
		Example: "#@schema/definition name=\"endpoint\"\n---\nhost: localhost\nport: 80",
		Keywords: []Param{
			stringsRequiredParam, plainParam, dataValuesParam,
			{Name: "name", Kind: String, Doc: "the name of the schema, by which others refer to it; `\"data/values\"` is that of the data values"},
		},
		Doc: "a schema with a name; with `data_values=True`, the same as `@data/values-schema`", Page: "schema-reference.md#named-schemas", words: &schemaDocumentWording},
	{ID: SchemaDocument, Name: "schema/match", On: Document, InsideAny: Refused,
		Example: "#@schema/match by=overlay.subset({\"kind\": \"Deployment\"})\n---\nspec:\n  #@schema/validation min=2\n  replicas: 2",
		Keywords: []Param{
			stringsRequiredParam, plainParam, dataValuesParam,
			{Name: "by", Kind: Matcher, Doc: "which documents of the result the schema describes"},
			{Name: "expects", Kind: Count, Default: `"0+"`, Doc: "how many such documents there must be"},
			{Name: "missing_ok", Kind: Bool, Default: "False", Doc: "the same as `expects=\"0+\"`"},
			{Name: "defaults", Kind: Bool, Default: "False", Doc: "declared keys that are absent are added with their defaults; otherwise only required ones must be there"},
			{Name: "open", Kind: Bool, Default: "True", Doc: "keys that are not declared are accepted"},
		},
		Doc: "describes documents of the result; with `data_values=True`, the same as `@data/values-schema`", Page: "schema-reference.md#schemas-of-results", words: &schemaDocumentWording},

	{ID: Case, Name: SchemaCase, On: Document, Of: Tests,
		Example:    "#@schema/case \"no replicas\", violates=[\"replicas\"]\n---\nreplicas: -1",
		Positional: []Param{{Name: "name", Kind: String, Doc: "what reports call the case; without it, they name its place"}},
		Keywords: []Param{
			{Name: "violates", Kind: Paths, Doc: "the values give violations at exactly these paths"},
			{Name: "renders", Kind: Bool, Default: "True", Doc: "with `False`, the values are checked, and no template is run"},
			{Name: "expect", Kind: Function, Doc: "called with the rendered documents; returns what a rule returns"},
		},
		Doc: "what the data values in the document are expected to do, for `ytt schema test`", Page: "commands/schema-test.md#cases", words: &caseWording},

	{ID: KeyOverride, Name: MapKeyOverride, On: Entry,
		Example: "port: 80\n#@yaml/map-key-override\nport: 443",
		Doc:     "replaces an entry with the same key", Page: "language.md#repeated-keys", words: &tolerant},
	{ID: TextStrings, Name: TextTemplatedStrings, On: All,
		Example: "#@yaml/text-templated-strings\nurl: \"https://(@= host @)/\"",
		Doc:     "strings below are text templates", Page: "language.md#text-in-yaml", words: &tolerant},
	{ID: Output, Name: OutputFile, On: Document,
		Example:    "#@output/file \"apps/web.yml\"\n---\nname: web",
		Positional: []Param{{Name: "path", Kind: String, Required: true, Doc: "below the output directory"}},
		Doc:        "the file that it is written to", Page: "language.md#output", words: &outputFileWording},
}

const (
	actionsPage = "overlays.md#what-happens-to-a-match"
)

// Parameters that several annotations have.
var (
	plainParam = Param{Name: "plain", Kind: Bool, Default: "False",
		Doc: "merges the document as values files are merged; there can be no annotations of overlays in it"}
	stringsRequiredParam = Param{Name: "strings_required", Kind: Bool, Default: "False",
		Doc: "strings must not be empty, unless they have a rule about their length, or may be null and are"}
	dataValuesParam = Param{Name: "data_values", Kind: Bool, Default: "False", Doc: "the schema is that of the data values"}
	expectsParam    = Param{Name: "expects", Kind: Count, Default: "1", Doc: "how many matches there must be"}
	missingOKParam  = Param{Name: "missing_ok", Kind: LazyBool, Default: "False", Doc: "there may be no match; entries and items are then added"}
	whenParam       = Param{Name: "when", Kind: Count, Doc: "with another number of matches, the node is skipped"}
	viaParam        = Param{Name: "via", Kind: LazyFunction,
		Doc: "called with the value of the match and that of the overlay; returns the new value or, for `@overlay/assert`, whether all is well"}
	onlyKeys = Mistake{Fact: KeyOfNoEntry}
)

var rules = []Param{{Name: "rules", Kind: Rule, Doc: "what a value must be, and the function that decides"}}

// crossRuleKeywords are the arguments of @schema/rules, and the keys of the dicts in their place.
var crossRuleKeywords = [...]Param{
	{Name: "exactly_one_of", Kind: KeyNames, Doc: "one of the values is set, and no other"},
	{Name: "at_most_one_of", Kind: KeyNames, Doc: "no two of the values are set"},
	{Name: "at_least_one_of", Kind: KeyNames, Doc: "one of the values is set, or several"},
	{Name: "all_or_none", Kind: KeyNames, Doc: "all of the values are set, or none is"},
	{Name: "requires", Kind: Requirements, Doc: "if the first value is set, so are the others"},
	{Name: "ordered", Kind: KeyNames, Doc: "each value is at most the next one; null does not count"},
	{Name: "message", Kind: String, Doc: "what violations say"},
}

// CrossRuleNames returns the arguments of @schema/rules.
func CrossRuleNames() []string {
	names := make([]string, len(crossRuleKeywords))
	for i := range crossRuleKeywords {
		names[i] = crossRuleKeywords[i].Name
	}
	return names
}

// ruleKeywords are the arguments of validations. The rules among them run in this order, except that not_null comes first.
var ruleKeywords = [...]Param{
	{Name: "min_len", Kind: RuleArgument, Form: "a number", Doc: "a string has at least as many characters, an array or map at least as many items"},
	{Name: "max_len", Kind: RuleArgument, Form: "a number", Doc: "a string has at most as many characters, an array or map at most as many items"},
	{Name: "min", Kind: RuleArgument, Form: "any value", Doc: "a value compares >= to the bound; a map has all keys of the bound, with values that do"},
	{Name: "max", Kind: RuleArgument, Form: "any value", Doc: "a value compares <= to the bound; a map has all keys of the bound, with values that do"},
	{Name: "not_null", Kind: RuleArgument, Form: "`True` or `False`", Doc: "a value is not null"},
	{Name: "one_not_null", Kind: RuleArgument, Form: "`True`, or a list of keys", Doc: "exactly one value of a map, or one of those with the given keys, is not null"},
	{Name: "one_of", Aliases: []string{"enum"}, Kind: RuleArgument, Form: "a list", Doc: "a value is equal to one of the list"},
	{Name: "regexp", Aliases: []string{"pattern"}, Kind: RuleArgument, Form: "a string", Doc: "the whole of a string matches a regular expression, in the syntax of RE2"},
	{Name: "format", Kind: RuleArgument, Form: "a name, or a list of names", Doc: "a string has a format, or one of a list of formats"},
	{Name: "unique", Kind: RuleArgument, Form: "`True` or `False`", Doc: "all items of an array differ"},
	{Name: "starts_with", Aliases: []string{"prefix"}, Kind: RuleArgument, Form: "a string", Doc: "a string starts with another"},
	{Name: "ends_with", Aliases: []string{"suffix"}, Kind: RuleArgument, Form: "a string", Doc: "a string ends with another"},
	{Name: "multiple_of", Kind: RuleArgument, Form: "a number", Doc: "a number is a whole multiple of another"},
	{Name: "when", Kind: Function, Doc: "whether the rules count"},
	{Name: "when_null_skip", Kind: Bool, Doc: "whether null meets all rules; it does, unless there is `not_null`"},
}
