package diag

// Problems of validations.
const (
	ValidationFailed Code = "validation-failed"
	ValidationRule   Code = "validation-rule"
	ValidationWhen   Code = "validation-when"
)

var validationCodes = []Info{
	{
		Code:  ValidationFailed,
		Title: "value breaks a rule",
		Doc: "A rule stated by @schema/validation or @assert/validate does not hold for the final value. The report says where " +
			"the value was set, what must hold, where that is stated, and what was found.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
#@schema/validation min_len=1
a: ""
`,
	},
	{
		Code:  ValidationRule,
		Title: "mistake in a rule",
		Doc: "A rule is a pair of a description and a function or assertion, or a keyword such as min_len=1. This annotation " +
			"has none, an unknown keyword or format, an argument of the wrong type, or a rule that no value of the declared " +
			"type can meet, such as the length of a number.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
#@schema/validation min_len="x"
a: ""
`,
	},
	{
		Code:  ValidationWhen,
		Title: "condition of a rule cannot be decided",
		Doc: "The function given as when= decides whether the rules of a node apply. It must take the value, or the value and " +
			"its context, and return True or False. It took something else, failed, or returned something else.",
		Example: `-f .
-- s.yml --
#@data/values-schema
---
#@schema/validation min_len=1, when=lambda v: 1
a: ""
`,
	},
}
