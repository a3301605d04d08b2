package diag

// Problems of inputs and outputs.
const (
	BadBulkInput           Code = "bad-bulk-input"
	BadFileArgument        Code = "bad-file-argument"
	BadIgnorePattern       Code = "bad-ignore-pattern"
	DuplicateOutput        Code = "duplicate-output"
	NotARegularFile        Code = "not-a-regular-file"
	OutputOutsideDirectory Code = "output-outside-directory"
	StdinUsedTwice         Code = "stdin-used-twice"
	SymlinkNotAllowed      Code = "symlink-not-allowed"
	UnreachableURL         Code = "unreachable-url"
	UnreadableInput        Code = "unreadable-input"
	UnsafeOutputDirectory  Code = "unsafe-output-directory"
	UnwritableOutput       Code = "unwritable-output"
)

var filesCodes = []Info{
	{
		Code:  BadBulkInput,
		Title: "malformed bulk input",
		Doc: "The text given to --bulk-in must be one JSON object with the member files, an array of objects with the members " +
			"name and data. It is not JSON, or not of that shape.",
		Example: `-f . --bulk-in {
-- a.yml --
a: 1
`,
	},
	{
		Code:  BadFileArgument,
		Title: "malformed input file argument",
		Doc: "An input is given as a path, or as name=path to give it another name. The argument has more than one equals " +
			"sign.",
		Example: `-f a=b=c
-- a.yml --
a: 1
`,
	},
	{
		Code:  BadIgnorePattern,
		Title: "malformed line of .yttignore",
		Doc: "A line of .yttignore is a pattern of paths that are left out, in which * stands for any part of a name and [abc] " +
			"for one character. The bracket is not closed, or a backslash has nothing to quote. The line has no effect.",
		Example: `-f .
-- .yttignore --
[a
-- a.yml --
a: 1
`,
	},
	{
		Code:  DuplicateOutput,
		Title: "two outputs with the same path",
		Doc: "Two files would be written to the same path, or one to a path that is a directory of another, so one would be " +
			"lost: with --output-files the first, after a warning. They come from different -f arguments, or from a file mark that changes the path. Give one of them another " +
			"path.",
		Example: `-f a -f b --dangerous-emptied-output-directory out
-- a/x.yml --
a: 1
-- b/x.yml --
b: 1
`,
	},
	{
		Code:  NotARegularFile,
		Title: "input is not a regular file",
		Doc: "Inputs are files, folders, named pipes, - for standard input, and http addresses. This path is something else, " +
			"such as a device or a socket, or a folder where one file is needed.",
		Example: `-f /dev/null
-- a.yml --
a: 1
`,
	},
	{
		Code:  OutputOutsideDirectory,
		Title: "output that would leave the output directory",
		Doc: "The path of an output leads out of the directory that outputs are written to, so other files could be " +
			"overwritten. The path comes from the name of an input or from a file mark.",
		Example: `-f a.yml --file-mark a.yml:path=../b.yml --output-files out
-- a.yml --
a: 1
`,
	},
	{
		Code:  StdinUsedTwice,
		Title: "standard input used twice",
		Doc:   "Standard input can be read once only, but two arguments ask for it with -. Write it to a file first.",
		Example: `-f - -f -
-- a.yml --
a: 1
`,
	},
	{
		Code:  SymlinkNotAllowed,
		Title: "symbolic link to a place that is not allowed",
		Doc: "A symbolic link among the inputs leads out of the folder that was given. Following it could read files that were " +
			"not meant to be, so it needs permission: --allow-symlink-destination with the place it leads to. Links that stay " +
			"inside of the folder are followed.",
	},
	{
		Code:  UnreachableURL,
		Title: "address that cannot be fetched",
		Doc: "An input is an http or https address, and the server cannot be reached, refused, broke off, or took more than 30 seconds. " +
			"The message holds its answer. A password in the address is not shown, nor are tokens and the like in its query. " +
			"Where servers are reached through a proxy, HTTP_PROXY, HTTPS_PROXY and NO_PROXY name it.",
		Example: `-f http://127.0.0.1:1/a.yml
-- a.yml --
a: 1
`,
	},
	{
		Code:  UnreadableInput,
		Title: "input cannot be read",
		Doc: "The operating system refused to hand out an input: it does not exist, or permission is missing. The message " +
			"holds its answer.",
		Example: `-f nope.yml
-- a.yml --
a: 1
`,
	},
	{
		Code:  UnsafeOutputDirectory,
		Title: "directory that must not be emptied",
		Doc: "A directory was to be emptied before outputs are written, but it looks like one whose loss would hurt: it holds " +
			"the current directory, the home directory, inputs, or files that no earlier run can have written. Name another " +
			"directory.",
		Example: `-f a.yml --dangerous-emptied-output-directory ./
-- a.yml --
a: 1
`,
	},
	{
		Code:  UnwritableOutput,
		Title: "output cannot be written",
		Doc:   "The operating system refused to create or write a file of the output directory. The message holds its answer.",
		Example: `-f a.yml --output-files a.yml
-- a.yml --
a: 1
`,
	},
}
