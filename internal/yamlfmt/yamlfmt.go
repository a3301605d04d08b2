// Package yamlfmt lays out YAML files, templates among them, in one style without options. What a file says stays as it
// is: every value, anchor, tag, directive and comment, and for code in comments also the node that it belongs to.
//
// The style: two spaces for each level, lists inside of maps one level further in, block style for everything but empty
// collections, the lightest quotes that will do. Empty lines stay, several as one; some are added, but only around a node
// with remarks above it, and never next to code. An "end" stands below the header of its block, and what is commented out
// at the end of a map stays there. Numbers, booleans and other plain words are spelled as their author spelled them.
//
// What comes in is a yaml.File that was read without problems; what goes out is a text. The layout (layout.go) is a walk
// along the nodes with a second pointer along the comments, whose places were settled before (comments.go). Before
// anybody sees the text it is read again and compared with the file (verify.go): a mistake here becomes a diagnostic and
// never a damaged file.
//
// Nothing is evaluated: text that holds code, in comments or in strings, is not looked into.
package yamlfmt

import (
	"fmt"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/yaml"
)

// Options are what formatting can be told. The zero value is fine.
type Options struct {
	// Strict rejects plain scalars that people commonly read differently from YAML 1.1.
	Strict bool
}

// Limits of a text: deep nesting makes long lines, so the result grows with the square of the depth.
const (
	maxGrowth = 64      // times the length of the source,
	freeSize  = 1 << 20 // plus this many bytes
)

// Format returns the text of a file in the style of this package. The file must have been read without problems. The
// text is nil when there are errors.
func Format(f *yaml.File, opts Options) ([]byte, diag.List) {
	if opts.Strict {
		if problems := checkStrict(f); problems != nil {
			return nil, problems
		}
	}
	p := &printer{f: f, text: f.Source.Text, places: place(f), roles: rolesOf(f)}
	p.limit = freeSize + maxGrowth*len(p.text)
	p.buf = make([]byte, 0, len(p.text)+len(p.text)/8)
	p.file()
	if p.full {
		return nil, diag.List{{
			Code:    diag.NestedTooDeeply,
			Message: fmt.Sprintf("Expected nesting that can be laid out, but the formatted text would be more than %d times as long", maxGrowth),
			Span:    source.Span{File: f.Source},
			Hints:   []string{"flow collections ([…], {…}) become block style with two spaces for each level"},
		}}
	}
	if problem := verify(f, string(p.buf)); problem != nil {
		return nil, diag.List{problem}
	}
	return p.buf, nil
}

// checkStrict reports all scalars that must not stand in a strictly read file.
func checkStrict(f *yaml.File) (problems diag.List) {
	opts := yaml.ResolveOptions{Strict: true, Version12: f.Version12}
	for i := range f.Nodes {
		n := &f.Nodes[i]
		isKey := n.Kind == yaml.Entry && n.Flags&yaml.ComplexKey == 0
		if n.Kind != yaml.Scalar && !isKey {
			continue
		}
		_, err := yaml.Resolve(n.Text, n.Style, f.Props[int32(i)].Tag, opts)
		if problem, ok := err.(*yaml.ScalarError); ok && problem.Strict {
			problems = append(problems, &diag.Diagnostic{
				Code:    diag.StrictScalar,
				Message: problem.Message,
				Span:    f.Span(int32(i)),
				Hints:   []string{"put it in quotes if it is meant as a string"},
			})
		}
	}
	return problems
}
