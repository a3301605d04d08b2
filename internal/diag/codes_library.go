package diag

// Problems of libraries.
const (
	LibraryArgument Code = "library-argument"
	LibraryExport   Code = "library-export"
	LibraryFailed   Code = "library-failed"
	LibraryNotFound Code = "library-not-found"
	LibraryRef      Code = "library-ref"
	LibraryUnused   Code = "library-unused"
)

var libraryCodes = []Info{
	{
		Code:  LibraryArgument,
		Title: "mistake in a call of the library module",
		Doc: "A function of @ytt:library got an argument that it does not take, or one of the wrong type. The name of a " +
			"library is written without @.",
		Example: `-f .
-- a.yml --
#@ load("@ytt:library", "library")
a: #@ library.get("@app").eval()
-- _ytt_lib/app/a.yml --
a: 1
`,
	},
	{
		Code:  LibraryExport,
		Title: "name cannot be exported from a library",
		Doc: "export looks for a name at the top level of the files of a library that can be loaded. There is none, it begins " +
			"with an underscore and is private, or several files have one; then path= says which.",
		Example: `-f .
-- a.yml --
#@ load("@ytt:library", "library")
a: #@ library.get("app").export("nope")
-- _ytt_lib/app/a.star --
x = 1
`,
	},
	{
		Code:  LibraryFailed,
		Title: "evaluating a library failed",
		Doc: "A library was evaluated by code of this one, and has a problem of its own, which is given as the reason. Correct " +
			"it there, or the data values that were passed in.",
		Example: `-f .
-- a.yml --
#@ load("@ytt:library", "library")
a: #@ library.get("app").eval()[0]
-- _ytt_lib/app/a.yml --
a: #@ 1 / 0
`,
	},
	{
		Code:  LibraryNotFound,
		Title: "library was not found",
		Doc: "A library is a folder below _ytt_lib, and _ytt_lib must be next to the file that asks for it. Correct the name, " +
			"move the folder, or check that it is among the files given with -f.",
		Example: `-f .
-- a.yml --
#@ load("@ytt:library", "library")
a: #@ library.get("nope").eval()
-- _ytt_lib/app/a.yml --
a: 1
`,
	},
	{
		Code:  LibraryRef,
		Title: "malformed reference to a library",
		Doc: "A reference to a library is one or more of @path, @~alias and @path~alias, each leading into the library before " +
			"it.",
		Example: `-f .
-- a.yml --
#@library/ref "app"
#@data/values
---
a: 1
`,
	},
	{
		Code:  LibraryUnused,
		Title: "values for a library that nothing used",
		Doc: "Data values or a schema were addressed to a library, but no library of that path and alias was evaluated, so " +
			"they had no effect. Correct the reference, or evaluate the library.",
		Example: `-f . -v @app:a=1
-- a.yml --
a: 1
`,
	},
}
