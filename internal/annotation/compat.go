package annotation

// This file has the hints that ytt 0.48 has, too, or that stand in their place.
// They stay with the problems: code reads them.

type compatHint uint8

const (
	keywordsOfNullable compatHint = iota
	keywordsOfType
	typeArguments
	oneString
	oneDefault
	defaultOfItem
	deprecatedDocument
)

func compatHints(of compatHint) []string {
	return [...][]string{
		keywordsOfNullable: {"Supported kwargs are 'any'"},
		keywordsOfType:     {"Supported kwargs are 'any', 'one_of', 'or_inferred', 'ref'"},
		typeArguments:      {"Supported key-value pairs are 'any=True', 'any=False', 'one_of=[…]', 'or_inferred=True'"},
		oneString:          {"this annotation only accepts one argument: a string."},
		oneDefault: {
			"this annotation only accepts one argument: the default value.",
			"value must be in Starlark format, e.g.: {'key': 'value'}, True.",
		},
		defaultOfItem: {
			"do you mean to set a default value for the array?",
			"set an array's default by annotating its parent.",
		},
		deprecatedDocument: {
			"do you mean to deprecate the entire schema document?",
			"use schema/deprecated on individual keys.",
		},
	}[of]
}
