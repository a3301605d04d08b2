package diag

// Problems of code.
const (
	BudgetDepth   Code = "budget-depth"
	BudgetOutput  Code = "budget-output"
	BudgetSteps   Code = "budget-steps"
	LoadCycle     Code = "load-cycle"
	LoadFailed    Code = "load-failed"
	LoadName      Code = "load-name"
	LoadNotFound  Code = "load-not-found"
	ScriptBlock   Code = "script-block"
	ScriptRuntime Code = "script-runtime"
	ScriptSyntax  Code = "script-syntax"
	UnicodeEscape Code = "unicode-escape"
	UnknownName   Code = "unknown-name"
)

var scriptCodes = []Info{
	{
		Code:  BudgetDepth,
		Title: "calls nested too deeply",
		Doc: "Functions called each other without coming to an end until the limit on nested calls was reached. Usually a " +
			"recursive function has no case in which it stops, or never reaches it.",
		Example: `-f .
-- a.yml --
#@ def f(x):
#@   return f(x + 1)
#@ end
a: #@ f(0)
`,
	},
	{
		Code:  BudgetOutput,
		Title: "code produces too much",
		Doc: "The result of evaluating grew beyond the limit on its size. A loop probably adds to a string, list or document " +
			"without end, or multiplies what it has.",
		Example: `-f .
-- a.yml --
#@ while True:
- a
#@ end
`,
	},
	{
		Code:  BudgetSteps,
		Title: "code runs for too long",
		Doc: "Evaluating took more steps than the limit allows. A loop probably does not come to an end, or goes over far more " +
			"elements than meant.",
		Example: `-f .
-- a.yml --
#@ while True:
#@   x = 1
#@ end
a: 1
`,
	},
	{
		Code:  LoadCycle,
		Title: "files load each other in a circle",
		Doc: "A file loads another that, directly or through others, loads the first. Neither can be evaluated before the " +
			"other. Move what both need into a third file.",
		Example: `-f .
-- a.star --
load("b.star", "b")
a = 1
-- b.star --
load("a.star", "a")
b = 1
-- c.yml --
#@ load("a.star", "a")
a: #@ a
`,
	},
	{
		Code:  LoadFailed,
		Title: "loaded file has a problem of its own",
		Doc: "The file was found, but reading or evaluating it failed for the reason given. Correct it there; the load itself " +
			"is fine.",
		Example: `-f .
-- a.yml --
#@ load("b.star", "x")
a: #@ x
-- b.star --
x = undefined_name
`,
	},
	{
		Code:  LoadName,
		Title: "loaded file does not have the name",
		Doc: "The file was loaded, but it defines nothing of that name. Names that begin with an underscore are private to " +
			"their file. Correct the name, or define it at the top level of the file.",
		Example: `-f .
-- a.star --
x = 1
-- b.yml --
#@ load("a.star", "y")
a: #@ y
`,
	},
	{
		Code:  LoadNotFound,
		Title: "file to load was not found",
		Doc: "A path is looked up below the folder of the file that loads; with a slash in front, below the root of its " +
			"library; behind @name:, in the library of that name. Only files given with -f take part, and only those whose " +
			"name ends in .star or has .lib before its extension can be loaded. Modules of the tool are @ytt:name.",
		Example: `-f .
-- a.yml --
#@ load("nope.star", "x")
a: #@ x
`,
	},
	{
		Code:  ScriptBlock,
		Title: "blocks and ends do not match",
		Doc: "Every if, for, while and def whose line ends in a colon needs one end; elif and else belong to the innermost " +
			"open if. An end is missing, or there is one too many. Indentation does not matter to the language, but comparing " +
			"it with the blocks often shows the place.",
		Example: `-f .
-- a.yml --
#@ if True:
a: 1
`,
	},
	{
		Code:  ScriptRuntime,
		Title: "code failed while it ran",
		Doc: "An operation was not possible with the values it got, or code called fail. The frames show the calls that led " +
			"there, the innermost first.",
		Example: `-f .
-- a.yml --
a: #@ 1 / 0
`,
	},
	{
		Code:  ScriptSyntax,
		Title: "text is not code",
		Doc: "The text behind #@, or in a .star file, breaks the grammar of the language, a dialect of Starlark whose blocks " +
			"close with end. An expression may be incomplete, a bracket open, a colon missing behind if, for or def, or an " +
			"operator written as in another language.",
		Example: `-f .
-- a.yml --
a: #@ 1 +
`,
	},
	{
		Code:  UnicodeEscape,
		Title: "escape that is none",
		Doc: "A string holds \\u or \\U and the number of a character. Other languages put the character there; in this one it stays as it " +
			"is written, a backslash and letters. Write the character itself, or chr with its number.",
		Example: `-f .
-- a.yml --
a: #@ "caf\u00e9"
`,
	},
	{
		Code:  UnknownName,
		Title: "name that is not defined",
		Doc: "Code uses a name that is neither defined above it in the file, nor loaded, nor built in. It may be misspelt, not " +
			"loaded, or defined in another file; files do not share names except by load. Truth values are True and False; no " +
			"value is None.",
		Example: `-f .
-- a.yml --
a: #@ undefined_name
`,
	},
}
