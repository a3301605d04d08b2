package diag

// Problems of file marks.
const (
	BadFileMark       Code = "bad-file-mark"
	FileMarkUnmatched Code = "file-mark-unmatched"
)

var marksCodes = []Info{
	{
		Code:  BadFileMark,
		Title: "malformed file mark",
		Doc: "A file mark has the form path:key=value, where the path may hold * and **, and the key is one of path, exclude, " +
			"type, for-output and exclusive-for-output. The message says which part is wrong.",
		Example: `-f . --file-mark a.yml:type=nope
-- a.yml --
a: 1
`,
	},
	{
		Code:  FileMarkUnmatched,
		Title: "file mark that matches no file",
		Doc: "Every file mark must match at least one of the input files by its path, so that misspelt ones are noticed. Paths " +
			"are those listed by --files-inspect; an earlier mark may have changed one.",
		Example: `-f . --file-mark nope.yml:exclude=true
-- a.yml --
a: 1
`,
	},
}
