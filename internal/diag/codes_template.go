package diag

// Problems of templates.
const (
	BooleanKey         Code = "boolean-key"
	CodeInText         Code = "code-in-text"
	RepeatedKey        Code = "repeated-key"
	CodeAfterEnd       Code = "code-after-end"
	ComputedAndLiteral Code = "computed-and-literal"
	DuplicateKey       Code = "duplicate-key"
	ForgottenCode      Code = "forgotten-code"
	LostAnnotation     Code = "lost-annotation"
	NodeValue          Code = "node-value"
	RepeatedAnnotation Code = "repeated-annotation"
	TextTemplateSyntax Code = "text-template-syntax"
	TextValue          Code = "text-value"
	UnknownAnnotation  Code = "unknown-annotation"
	MisspeltDirective  Code = "misspelt-directive"
	UnknownComment     Code = "unknown-comment"
)

var templateCodes = []Info{
	{
		Code:  BooleanKey,
		Title: "key that is a truth value",
		Doc: "YAML 1.1 reads the words y, n, yes, no, on and off as true and false, also where they are keys. As a key that is " +
			"hardly ever meant. Put the word in quotes, or have the file read as YAML 1.2.",
		Example: `-f .
-- a.yml --
on: push
`,
	},
	{
		Code:  CodeInText,
		Title: "text that looks like code",
		Doc: "Everything below the header of a block scalar is part of its text, also what begins with #@, so it is put out " +
			"as it stands. If it is meant to be run, annotate the node with @yaml/text-templated-strings and write the code " +
			"between (@ and @). A text with several lines of code, or one that loads or defines something, is taken for a template " +
			"of its own and left alone.",
		Example: `-f .
-- a.yml --
#@ name = "x"
a: |
  #@ name
`,
	},
	{
		Code:  RepeatedKey,
		Title: "key written twice in a plain file",
		Doc: "A map in a file without code holds the same key twice. The last value counts, and stands where the key was " +
			"written first. Remove one of them.",
		Example: `-f .
-- a.yml --
a: 1
a: 2
`,
	},
	{
		Code:  CodeAfterEnd,
		Title: "code where a closed block needs a node",
		Doc: "An annotation such as if/end closes its block at the next YAML node. More code stands before that node, so it is " +
			"unclear what the block holds. Put the node right below the annotation, or close the block with a line of its " +
			"own: #@ end.",
		Example: `-f .
-- a.yml --
#@ if/end True:
#@ x = 1
a: 1
`,
	},
	{
		Code:  ComputedAndLiteral,
		Title: "node with two values",
		Doc: "The value of a node is either written as YAML or computed by code behind #@, but this one has both. Remove one " +
			"of them. A comment that is not code starts with #!.",
		Example: `-f .
-- a.yml --
a: 1 #@ 2
`,
	},
	{
		Code:  DuplicateKey,
		Title: "key given twice in one map",
		Doc: "A map that a template builds got a key that it already has. That is seldom meant, and one of the two values " +
			"would be lost. Remove one; or annotate the later one with @yaml/map-key-override, or pass --implicit-map-key- " +
			"overrides, to have it replace the earlier one.",
		Example: `-f .
-- a.yml --
#@ x = 1
a: #@ x
a: 2
`,
	},
	{
		Code:  ForgottenCode,
		Title: "comment that looks like code",
		Doc: "A plain comment (#) in a template begins like code or like an annotation. Code begins with #@ and a space, an " +
			"annotation with #@ and its name; a plain comment has no effect. Write the mark that was meant, or #! to say that " +
			"it is a comment.",
		Example: `-f .
-- a.yml --
#@ x = 1
# if x:
a: #@ x
`,
	},
	{
		Code:  LostAnnotation,
		Title: "annotation above a value without a separator",
		Doc: "A document that is just a text, or an empty map or array, and has no --- above it, owns no comments. The annotation above it goes " +
			"to the next document of the file, or to nothing. Put a line --- between the annotation and the value.",
		Example: `-f .
-- a.yml --
#@ load("@ytt:overlay", "overlay")
#@overlay/match by=overlay.all, expects="0+"
hello
`,
	},
	{
		Code:  NodeValue,
		Title: "value does not fit into a document",
		Doc: "Code gave a node a value that YAML cannot hold there: a function, a module, an assertion, an endless number, or " +
			"a set of documents below a key. Call the function, take a field of the module, or convert the value (str(), " +
			"list(), .string()) first.",
		Example: `-f .
-- a.yml --
a: #@ len
`,
	},
	{
		Code:  RepeatedAnnotation,
		Title: "annotation given twice on one node",
		Doc: "A node carries the same annotation twice, and only the last one counts. Under two names, such as @schema/doc and " +
			"@schema/desc, it is refused: which one counts would be a guess. Merge their arguments into one annotation.",
		Example: `-f .
-- a.yml --
#@ load("@ytt:overlay", "overlay")
---
x: 1
#@overlay/match by=overlay.all
#@overlay/match by=overlay.all, expects="0+"
---
#@overlay/match missing_ok=True
a: 1
`,
	},
	{
		Code:  TextTemplateSyntax,
		Title: "marks of code in text do not match",
		Doc: "Code in text stands between (@ and @). A mark is missing, or one stands inside of the other. Close the code " +
			"where it ends; to print the marks themselves, print them as strings: (@= \"(@\" @).",
		Example: `-f .
-- a.txt --
text (@ x = 1
`,
	},
	{
		Code:  TextValue,
		Title: "value printed into text is not a string",
		Doc: "Text holds strings only, and a value of another type can be written in more than one way. Convert it where it is " +
			"printed: (@= str(x) @), or one of the encode functions of @ytt:json and @ytt:yaml.",
		Example: `-f .
-- a.txt --
(@= 1 @)
`,
	},
	{
		Code:  UnknownAnnotation,
		Title: "annotation that nothing reads",
		Doc: "No part of the tool knows an annotation of this name, so it has no effect. It is probably misspelt. Annotations " +
			"of one's own belong under another name than overlay/, schema/, data/, yaml/, library/, assert/ and template/.",
		Example: `-f .
-- a.yml --
#@overlay/mach missing_ok=True
a: 1
`,
	},
	{
		Code:  MisspeltDirective,
		Title: "code without a space behind #@",
		Doc: "Code is written with a space behind #@, as in #@ end. Without it, the comment is an annotation of that name, which does " +
			"nothing, and the block that it should open or close is another one than it seems. The hint shows the right spelling.",
		Example: `-f .
-- a.yml --
#@ if True:
a: 1
#@end
`,
	},
	{
		Code:  UnknownComment,
		Title: "plain comment in a template",
		Doc: "Strict reading of comments was asked for, and a comment in a template begins neither with #@ nor with #!. It may " +
			"be code whose mark was forgotten. Write #! for a comment, or leave out --strict-comments.",
		Example: `--strict-comments -f .
-- a.yml --
#@ x = 1
# a comment
a: #@ x
`,
	},
}
