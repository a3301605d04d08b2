package yaml

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/spell"
)

// This file implements warnings about valid YAML that probably has another meaning than its author expects.

// Warnings returns the warnings about a file.
func Warnings(f *File) (found diag.List) {
	if strings.Contains(f.Source.Text, "\t") {
		found = tabs(f)
	}
	return append(append(found, separators(f)...), unindentedTexts(f)...)
}

// tabs finds lines that begin with a tab where libyaml allows none: before nodes and comments outside of flow
// collections.
func tabs(f *File) (found diag.List) {
	nodes, comments := f.Nodes, f.Comments
	node, comment := 0, 0
	flow := int32(0) // end of the last flow collection
	warn := func(at int32) {
		if start, ok := tabBefore(f.Source.Text, at); ok {
			found = append(found, &diag.Diagnostic{
				Code:     diag.TabIndentation,
				Severity: diag.Warning,
				Message:  "a tab stands at the start of the line, which other readers of YAML refuse",
				Span:     source.Span{File: f.Source, Start: start, End: start + 1},
				Hints:    []string{tabHint},
			})
		}
	}
	last := int32(-1)
	for node < len(nodes) || comment < len(comments) {
		if node == len(nodes) || comment < len(comments) && comments[comment].Start < nodes[node].Start {
			if at := comments[comment].Start; at >= flow {
				warn(at)
			}
			comment++
			continue
		}
		n := &nodes[node]
		if n.Start > last && n.Start >= flow && n.Stop > n.Start {
			last = n.Start
			warn(n.Start)
		}
		node++
		if n.Style == Flow {
			flow = max(flow, n.Stop)
		}
	}
	return found
}

// tabBefore returns the tab in the white space between the start of a line and an offset, if there is nothing else.
func tabBefore(s string, at int32) (tab int32, found bool) {
	for i := at - 1; i >= 0 && classes[s[i]]&lineBreak == 0; i-- {
		switch s[i] {
		case '\t':
			tab, found = i, true
		case ' ':
		default:
			return 0, false
		}
	}
	return tab, found
}

// separators finds indented lines "---" that are part of a plain scalar.
func separators(f *File) (found diag.List) {
	s := f.Source.Text
	node := 0
	for at := 0; ; at += 3 {
		k := strings.Index(s[at:], "---")
		if k < 0 {
			return found
		}
		at += k
		if !IsIndentedSeparator(s, int32(at)) {
			continue
		}
		// Nodes are in the order of their starts, so those that contain the offset precede it.
		for node < len(f.Nodes) && f.Nodes[node].Start <= int32(at) {
			node++
		}
		if n := &f.Nodes[node-1]; n.Kind == Scalar && n.Style == Plain && n.Stop > int32(at) {
			found = append(found, &diag.Diagnostic{
				Code:     diag.IndentedSeparator,
				Severity: diag.Warning,
				Message:  "'---' is text here: it begins a document only at the start of a line",
				Span:     source.Span{File: f.Source, Start: int32(at), End: int32(at) + 3},
				Hints:    []string{"remove the white space in front of it, or put it in quotes if it is a text"},
			})
		}
	}
}

// IsIndentedSeparator reports whether "---" at an offset would begin a document without the white space before it.
func IsIndentedSeparator(s string, at int32) bool {
	start := int(at)
	for start > 0 && isBlank(s[start-1]) {
		start--
	}
	return start < int(at) && (start == 0 || classes[s[start-1]]&lineBreak != 0) && isMarker(s, int(at), '-')
}

// unindentedTexts finds documents that are strings only because "|" or ">" follows their "---".
func unindentedTexts(f *File) (found diag.List) {
	for _, doc := range f.Docs {
		n := &f.Nodes[f.Value(doc)]
		if n.Kind != Scalar || n.Style < Literal || !unindented(f.Source.Text[n.Start:n.Stop]) {
			continue
		}
		found = append(found, &diag.Diagnostic{
			Code:     diag.UnindentedText,
			Severity: diag.Warning,
			Message:  "all lines up to the next '---' are one text",
			Span:     source.Span{File: f.Source, Start: n.Start, End: int32(lineEnd(f.Source.Text, int(n.Start)))},
			Hints:    []string{"indent the lines if they are meant as text; put '---' alone on its line if they are YAML"},
		})
	}
	return found
}

// unindented reports whether the first line of text in a block scalar is not indented.
func unindented(block string) bool {
	for i := lineEnd(block, 0); i < len(block); i = lineEnd(block, i) {
		i += breakLen(block, i)
		if i >= len(block) {
			return false
		}
		if breakLen(block, i) == 0 {
			return !isBlank(block[i])
		}
	}
	return false
}

// KeyWarnings returns warnings about keys that are other values than they look like: keys with letters of other scripts among
// plain ones and, if booleans is set, words that YAML 1.1 reads as booleans.
func KeyWarnings(f *File, version12, booleans bool) (found diag.List) {
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if n.Kind != Entry || n.Flags&ComplexKey != 0 || n.Text == "" {
			continue
		}
		var d *diag.Diagnostic
		switch {
		case booleans && n.Style == Plain && IsTruthWord(n.Text):
			d = booleanKey(f, int32(i), version12)
		case strings.IndexFunc(n.Text, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0:
			d = lookAlikeKey(f, int32(i))
		}
		if d != nil {
			d.Severity = diag.Warning
			found = append(found, d)
		}
	}
	return found
}

// IsTruthWord reports whether a text is one of the words that only YAML 1.1 reads as booleans.
func IsTruthWord(text string) bool {
	if len(text) > len("yes") {
		return false
	}
	switch strings.ToLower(text) {
	case "y", "n", "yes", "no", "on", "off":
		return true
	}
	return false
}

func booleanKey(f *File, i int32, version12 bool) *diag.Diagnostic {
	n := &f.Nodes[i]
	r, err := Resolve(n.Text, n.Style, f.Props[i].Tag, ResolveOptions{Version12: version12})
	if err != nil || r.Type != Bool {
		return nil
	}
	return &diag.Diagnostic{
		Code:    diag.BooleanKey,
		Message: fmt.Sprintf("the key %s is read as %t, as YAML 1.1 has it", n.Text, r.Bits != 0),
		Span:    f.Span(i),
		Hints:   []string{fmt.Sprintf("for a text, put it in quotes: %q:", n.Text), "or read YAML 1.2, with --yaml-version 1.2"},
	}
}

func lookAlikeKey(f *File, i int32) *diag.Diagnostic {
	name := f.Nodes[i].Text
	plain, why, ok := spell.Plain(name)
	if !ok {
		return nil
	}
	return &diag.Diagnostic{
		Code:    diag.LookAlike,
		Message: fmt.Sprintf("the key %q is not %q: %s", name, plain, why),
		Span:    f.Span(i),
		Hints:   []string{"type it anew: " + plain},
	}
}
