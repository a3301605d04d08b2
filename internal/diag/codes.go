package diag

// Info documents a code.
type Info struct {
	Code  Code
	Title string // a few words
	Doc   string // a paragraph: what it means, why it is a problem, what to do
	// Example is a txtar archive: the input files, and in the comment the arguments of the ytt command that shows
	// the problem, one line such as "-f ." (a test runs every example and expects the code).
	Example string
}

// Codes lists every code there is. Each area keeps its own table in codes_<area>.go.
func Codes() []Info {
	var all []Info
	for _, area := range [][]Info{literalCodes} {
		all = append(all, area...)
	}
	return all
}
