package diag

// Codes of bundled modules.
const (
	ModuleWarning Code = "module-warning"
)

var moduleCodes = []Info{
	{
		Code:  ModuleWarning,
		Title: "a bundled module has something to say",
		Doc: `A function of a bundled module works, but its author wants you to know something about it. The math module, for
example, says once per run that its results may differ in the last digit between processors.`,
		Example: `-f .
-- config.yml --
#@ load("@ytt:math", "math")
root: #@ math.sqrt(2)
`,
	},
}
