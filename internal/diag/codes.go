package diag

import (
	"cmp"
	"slices"
)

// Info documents a code.
type Info struct {
	Code  Code
	Title string // a few words
	Doc   string // a paragraph: what it means, why it is a problem, what to do
	// Example is a txtar archive: the input files, and in the comment the arguments of the ytt command that shows
	// the problem, one line such as "-f ." (a test runs every example and expects the code). It is empty when a few
	// files and arguments cannot show the problem.
	Example string
}

// Codes lists every code there is, sorted. Each area keeps its own table in codes_<area>.go.
func Codes() []Info {
	var all []Info
	for _, area := range [][]Info{
		commandCodes,
		filesCodes,
		formatCodes,
		libraryCodes,
		moduleCodes,
		literalCodes,
		marksCodes,
		outputCodes,
		overlayCodes,
		schemaCodes,
		scriptCodes,
		templateCodes,
		validationCodes,
		valuesCodes,
		yamlCodes,
	} {
		all = append(all, area...)
	}
	slices.SortFunc(all, func(a, b Info) int { return cmp.Compare(a.Code, b.Code) })
	return all
}
