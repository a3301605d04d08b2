package diag

// Problems of the command line.
const (
	InternalError     Code = "internal-error"
	UnknownOutputType Code = "unknown-output-type"
	WrongUsage        Code = "wrong-usage"
)

var commandCodes = []Info{
	{
		Code:  InternalError,
		Title: "the tool failed",
		Doc:   "This is a mistake in the tool, not in the input. Please report it, with the input if possible.",
	},
	{
		Code:  UnknownOutputType,
		Title: "unknown kind of output",
		Doc: "The argument of -o is not a kind of output that this command knows, or not one that goes with the other flags. " +
			"The message lists them.",
		Example: `-f . -o xml
-- a.yml --
a: 1
`,
	},
	{
		Code:  WrongUsage,
		Title: "wrong command line",
		Doc: "The command has no such flag, a flag lacks its argument, or there are words that it does not take. Its --help " +
			"lists what it knows.",
		Example: `-f . --nope
-- a.yml --
a: 1
`,
	},
}
